"""Serves a SQLite file under load while another process writes to it, and checks each response.

soak.py CASCADE SECONDS WRITES-PER-SECOND

The file has a rollback journal for half of the time, and a write-ahead log for the other half.
"""

import http.client
import json
import os
import random
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter

JOURNALS = ["delete", "wal"]
ROWS = 3_000
SLOW_CLIENTS = 200


class Soak:
    """A server, its file, and the results of all clients."""

    def __init__(self, cascade, folder, journal, seconds, writes_per_second):
        self.journal = journal
        self.path = os.path.join(folder, "soak.db")
        self.pause = 1 / writes_per_second
        self.lock = threading.Lock()
        self.counts = Counter()
        self.bodies = {}
        self.latencies = []
        self.make_file()
        self.server = subprocess.Popen(
            [cascade, "serve", self.path, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.port = int(re.search(r":(\d+)/", self.server.stdout.readline()).group(1))
        self.end = time.monotonic() + seconds

    def make_file(self):
        """Makes the file. Rows with even keys stay. After each transaction, the first and last rows have one mark."""
        with sqlite3.connect(self.path) as database:
            (mode,) = database.execute(f"PRAGMA journal_mode = {self.journal}").fetchone()
            if mode != self.journal:
                sys.exit(f"script/soak: the journal mode of {self.path} is {mode}, not {self.journal}")
            database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, mark INTEGER, name TEXT)")
            database.executemany(
                "INSERT INTO t VALUES (?, 0, ?)", [(key, f"Name {key}") for key in range(ROWS + 1)]
            )

    @property
    def is_over(self):
        return time.monotonic() > self.end

    def count(self, what):
        with self.lock:
            self.counts[what] += 1

    def memory(self):
        """Returns the resident memory of the server in MB."""
        with open(f"/proc/{self.server.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1000

    def request(self, method, path, body=None, headers=None):
        """Returns the status, headers and body of a response, or None if the server closed the connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            text = answer.read().decode()
        except (http.client.IncompleteRead, ConnectionError):
            self.count("disconnected")
            return None
        finally:
            connection.close()
        self.count(f"status {answer.status}")
        if answer.status == 200 and method == "GET" and (tag := answer.headers["ETag"]):
            with self.lock:
                known = self.bodies.setdefault((path, tag), hash(text))
            if known != hash(text):
                self.count("wrong: two bodies with one entity tag")
        return answer.status, answer.headers, text

    # Writers and readers of the file.

    def write(self):
        database = sqlite3.connect(self.path, timeout=60, isolation_level=None)
        number = 0
        while not self.is_over:
            number += 1
            keys = [random.randrange(ROWS // 2) * 2 + 1 for _ in range(30)]
            database.execute("BEGIN IMMEDIATE")
            database.executemany("DELETE FROM t WHERE id = ?", [(key,) for key in keys[:15]])
            database.executemany("INSERT OR IGNORE INTO t VALUES (?, 1, 'new')", [(key,) for key in keys[15:]])
            database.execute("UPDATE t SET mark = ? WHERE id IN (0, ?)", (number, ROWS))
            database.execute("COMMIT")
            self.count("transactions")
            time.sleep(self.pause)

    def check(self, rows, is_whole):
        """Checks rows, which are pairs of key and mark. A missing value is empty or None."""
        keys = [key for key, _ in rows]
        if "" in keys or None in keys:
            return self.count("wrong: blank rows")
        keys = [int(key) for key in keys]
        if keys != sorted(set(keys)):
            self.count("wrong: rows repeated or out of order")
        if is_whole and sum(key % 2 == 0 for key in keys) != ROWS // 2 + 1:
            self.count("wrong: rows missing")
        if is_whole and rows[0][1] != rows[-1][1]:
            self.count("wrong: rows of two states")

    def export(self):
        while not self.is_over:
            path = random.choice(["/t/table.csv", "/t/table.ndjson"])
            answer = self.request("GET", path)
            if not answer or answer[0] != 200:
                continue
            lines = answer[2].splitlines()
            if path.endswith("csv"):
                rows = [line.split(",")[:2] for line in lines[1:]]
            else:
                fields = [json.loads(line) for line in lines]
                rows = [(field.get("id"), field.get("mark")) for field in fields]
            self.check(rows, is_whole=True)
            self.count("exports")

    def read_pages(self):
        while not self.is_over:
            path = f"/t/table.json?_row={random.randrange(ROWS // 2) * 2}&_size=200"
            answer = self.request("GET", path)
            if answer and answer[0] == 200:
                sections = json.loads(answer[2])["sections"]
                fields = [row["cell"]["fields"] for section in sections for row in section["rows"]]
                self.check([(field.get("id"), field.get("mark")) for field in fields], is_whole=False)
                self.count("pages")

    # Other clients.

    def bother(self):
        """Sends requests with invented cookies, selections, idempotency keys and searches, and HEAD requests."""
        while not self.is_over:
            number = random.getrandbits(64)
            headers = {
                "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": f"cascade={number:039d}",
                "Idempotency-Key": str(number),
            }
            random.choice(
                [
                    lambda: self.request("GET", "/t/", headers=headers),
                    lambda: self.request("POST", f"/t/select/0/{number % ROWS}", "", headers),
                    lambda: self.request("HEAD", f"/t/?_size={number % 900 + 1}"),
                    lambda: self.request("GET", f"/t/table.json?_search={number % 5000}"),
                    lambda: self.request("GET", f"/t/find?text=Name%20{number % 3000}"),
                ]
            )()

    def read_slowly(self):
        """Opens many connections that rarely send a byte and read nothing."""
        clients = []
        while not self.is_over:
            if len(clients) < SLOW_CLIENTS:
                client = socket.create_connection(("127.0.0.1", self.port))
                client.sendall(b"GET /t/table.csv HTTP/1.1\r\nHost: localhost\r\n" + (b"\r\n" if len(clients) % 2 else b""))
                clients.append(client)
            for client in random.sample(clients, min(len(clients), 5)):
                try:
                    client.sendall(b"X")
                except OSError:
                    clients.remove(client)
                    self.count("slow clients disconnected")
            time.sleep(0.05)
        for client in clients:
            client.close()

    def be_normal(self):
        """Measures the latency of the list of tables, which does not change."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        while not self.is_over:
            start = time.perf_counter()
            connection.request("GET", "/")
            connection.getresponse().read()
            with self.lock:
                self.latencies.append(time.perf_counter() - start)
            time.sleep(0.01)

    def work(self, function):
        """Runs a client in a thread, and counts an exception as wrong."""
        try:
            function()
        except Exception:
            traceback.print_exc()
            self.count(f"wrong: {function.__name__} failed")

    def run(self):
        """Returns True if all responses were correct."""
        self.request("GET", "/t/")
        before = self.memory()
        work = [self.write, self.export, self.read_pages, self.bother, self.bother, self.read_slowly, self.be_normal]
        threads = [threading.Thread(target=self.work, args=[function]) for function in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        time.sleep(1)
        for what in ["exports", "pages", "transactions"]:
            if not self.counts[what]:
                self.count(f"wrong: no {what}")
        return self.report(before, self.memory())

    def report(self, before, after):
        """Prints the results, and returns True if all responses were correct."""
        print(f"journal: {self.journal}")
        for what, count in sorted(self.counts.items()):
            print(f"{what:40}{count:>10,}")
        wrong = sum(count for what, count in self.counts.items() if what.startswith("wrong") or what == "status 500")
        print(f"{'wrong responses':40}{wrong:>10,}")
        if len(self.latencies) > 1:
            times = statistics.quantiles(self.latencies, n=100)
            print(f"{'latency of a normal client, p50 / p99':40}{times[49] * 1000:>10.1f} / {times[98] * 1000:.1f} ms")
        print(f"{'memory before / after':40}{before:>10.0f} / {after:.0f} MB")
        return not wrong and self.server.poll() is None


def soak(cascade, journal, seconds, writes_per_second):
    """Returns True if all responses were correct."""
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(cascade, folder, journal, seconds, writes_per_second)
        try:
            return soak.run()
        finally:
            soak.server.terminate()
            soak.server.wait()


def main():
    cascade, seconds, writes = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    results = [soak(cascade, journal, seconds / len(JOURNALS), writes) for journal in JOURNALS]
    if not all(results):
        sys.exit("script/soak: failed")


main()
