"""Edits SQLite files by JSON (`--editable`) while the server is killed, other programs write, and the disk fails.

edits.py CASCADE [EDITS] [SECONDS] [--rows ROWS] [--only kills|writers|faults]

Of the edits, each client knows what the file must contain. After a kill, it looks whether its last edit was done, and
otherwise repeats it. The file is then compared with all clients: once with a rollback journal, once with a write-ahead
log. Of the writers, each counts up numbers that all the others count up, for so many seconds. Of the faults, each must
be answered with a status and a sentence. Fails if an edit is lost, done twice or half done.
"""

import argparse
import contextlib
import http.client
import json
import multiprocessing
import os
import random
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter

CLIENTS = 8
PATIENCE = 60  # seconds
FAULT_FOLDER = "CASCADE_FAULT_FOLDER"  # the environment variable with the folder of a small disk


class Ended(Exception):
    """The exit status and the output of a server that does not start."""


class Server:
    """`cascade serve FILE --editable`, which is started again after it was killed. Each start has another port."""

    def __init__(self, cascade, path, *arguments, **options):
        self.command = [cascade, "serve", path, "--editable", "--port", "0", "--log-level", "error", *arguments]
        self.options = options
        self.is_up = threading.Event()
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"}, **self.options)
        line = self.process.stdout.readline()
        address = re.search(r" at http://\S+:(\d+)/", line)
        if not address:
            raise Ended(self.process.wait(), line + self.process.stdout.read())
        self.port = int(address[1])
        self.is_up.set()

    def kill(self):
        self.is_up.clear()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Returns whether the server was still running, and ended when it was told to."""
        was_running = self.process.poll() is None
        self.process.terminate()
        return self.process.wait(PATIENCE) == 0 and was_running

    def request(self, method, path, body=None, key=None, port=None, is_read=True):
        """Returns the status and the JSON of a response; None if the connection ended before."""
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body and json.dumps(body), headers)
            if not is_read:
                return None
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None
        except (http.client.HTTPException, ConnectionError):
            return None
        finally:
            connection.close()


def connected(path):
    return contextlib.closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None))


def make(path, journal, schema):
    with connected(path) as database:
        database.executescript(f"PRAGMA journal_mode = {journal}; {schema}")


class Kills:
    """Clients that edit a file whose server is killed at random moments.

    The clients have rows of their own, so that each knows what they must be. A request writes two rows of `log`, counts
    up a row of `counters`, counts up two rows of `twins`, or inserts or deletes a row of `notes`.
    """

    SCHEMA = """
        CREATE TABLE log(id INTEGER PRIMARY KEY, edit TEXT NOT NULL, side TEXT NOT NULL);
        CREATE INDEX by_edit ON log(edit);
        CREATE TABLE counters(id INTEGER PRIMARY KEY, n INTEGER NOT NULL);
        CREATE TABLE twins(id INTEGER PRIMARY KEY, n INTEGER NOT NULL);
        CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    """

    def __init__(self, cascade, folder, journal, edits):
        self.journal, self.path = journal, os.path.join(folder, f"kills-{journal}.db")
        make(self.path, journal, self.SCHEMA)
        with connected(self.path) as database:
            for client in range(CLIENTS):
                database.execute("INSERT INTO counters VALUES (?, 0)", [client])
                database.executemany("INSERT INTO twins VALUES (?, 0)", [[2 * client], [2 * client + 1]])
        self.server = Server(cascade, self.path)
        self.lock, self.counts, self.edits = threading.Lock(), Counter(), edits
        self.logged, self.numbers, self.twins, self.notes = set(), [0] * CLIENTS, [0] * CLIENTS, set()

    def count(self, what):
        with self.lock:
            self.counts[what] += 1

    def wrong(self, what, *why):
        print(what, *why, file=sys.stderr)
        self.count(f"wrong: {what}")

    # Clients. Each makes one edit at a time, until all together have made enough.

    def work(self, client):
        generator = random.Random(client)
        steps = [self.log, self.count_up, self.count_twins, self.note]
        number = 0
        while self.counts["edits"] < self.edits:
            number += 1
            try:
                generator.choice(steps)(client, number, generator)
            except Exception as error:  # The other clients go on, and the file is compared.
                return self.wrong("a client stopped", repr(error))
            self.count("edits")

    def edit(self, method, path, body, is_done, generator):
        """Makes an edit, however often it takes. `is_done` reads whether it was done."""
        key = f"{generator.getrandbits(128):032x}"
        while True:
            self.server.is_up.wait()
            port, is_read = self.server.port, generator.random() > 0.05
            answer = self.server.request(method, path, body, key, port, is_read)
            # A client that has left without the answer repeats the request, which is not done twice. A server that was
            # killed meanwhile has forgotten the key, but nobody listens at its port.
            while not is_read and answer is None or answer and "still running" in str(answer[1]):
                self.count("repeated with a key")
                if answer:
                    time.sleep(0.02)
                is_read = True
                answer = self.server.request(method, path, body, key, port)
            if answer and answer[0] in (200, 201):
                return self.count("answered")
            if answer and answer[0] == 503:
                self.count("told to repeat (503)")
                time.sleep(0.05)
            elif answer:
                return self.wrong(f"{method}: {answer[0]}", path, answer[1])
            elif is_done():
                return self.count("killed after the edit")
            else:
                self.count("killed before the edit")

    def rows(self, table, query):
        """Returns the rows of a table that a query finds now."""
        while True:
            self.server.is_up.wait()
            answer = self.server.request("GET", f"/{table}/table.json?{query}&_shape=array&_fresh=1")
            if answer and answer[0] == 200:
                return answer[1]
            if answer and answer[0] != 503:
                raise ValueError(f"{table}, {query}: {answer}")
            time.sleep(0.02)

    def number(self, table, row):
        return self.rows(table, f"id={row}")[0]["n"]

    def log(self, client, number, generator):
        edit = f"{client}.{number}"
        rows = [{"values": {"edit": edit, "side": side}} for side in "ab"]
        # What was answered is seen at once.
        self.edit("POST", "/log/", {"rows": rows}, lambda: self.sides(edit), generator)
        if generator.random() < 0.1 and self.sides(edit) != 2:
            self.wrong("an edit is not seen by the next request")
        with self.lock:
            self.logged.add(edit)

    def sides(self, edit):
        return len(self.rows("log", f"edit={edit}"))

    def count_up(self, client, number, generator):
        n = self.numbers[client]
        self.edit("PATCH", f"/counters/row/{client}/", {"values": {"n": n + 1}, "old": {"n": n}},
                  lambda: self.number("counters", client) == n + 1, generator)
        self.numbers[client] = n + 1

    def count_twins(self, client, number, generator):
        n = self.twins[client]
        rows = [{"id": str(2 * client + side), "values": {"n": n + 1}, "old": {"n": n}} for side in (0, 1)]
        self.edit("PATCH", "/twins/", {"rows": rows},
                  lambda: self.number("twins", 2 * client) == n + 1, generator)
        self.twins[client] = n + 1

    def note(self, client, number, generator):
        own = [note for note in self.notes if note[0] % CLIENTS == client]
        if own and generator.random() < 0.5:
            row = generator.choice(own)
            self.edit("DELETE", f"/notes/row/{row[0]}/", {"old": {"text": row[1]}},
                      lambda: not self.rows("notes", f"id={row[0]}"), generator)
            with self.lock:
                self.notes = self.notes - {row}
        else:
            row = number * CLIENTS + client, f"Note {number} of {client}"
            self.edit("POST", "/notes/", {"values": {"id": row[0], "text": row[1]}},
                      lambda: self.rows("notes", f"id={row[0]}"), generator)
            with self.lock:
                self.notes = self.notes | {row}

    # The faults, and the comparison.

    def run(self):
        """Returns whether the file is what the clients know."""
        threads = [threading.Thread(target=self.work, args=[client]) for client in range(CLIENTS)]
        for thread in threads:
            thread.start()
        generator = random.Random(self.journal)
        while any(thread.is_alive() for thread in threads):
            time.sleep(generator.uniform(0.05, 2))
            self.server.kill()
            self.count("kills")
            name = f"{self.path}-{'wal' if self.journal == 'wal' else 'journal'}"
            if os.path.exists(name) and os.path.getsize(name):
                self.count("kills that left a log or journal")
            self.server.start()
        for thread in threads:
            thread.join()
        if not self.server.stop():
            self.wrong("the server ended by itself")
        self.compare()
        print(f"edits with a server that is killed, journal: {self.journal}")
        return said(self.counts)

    def compare(self):
        with connected(self.path) as database:
            def read(sql):
                return database.execute(sql).fetchall()
            if read("PRAGMA integrity_check") != [("ok",)]:
                self.wrong("the file is damaged")
            sides = dict(read("SELECT edit, group_concat(side, '') FROM (SELECT * FROM log ORDER BY side) GROUP BY edit"))
            for name, found in [
                ("edits lost", self.logged - set(sides)),
                ("edits that nobody made", set(sides) - self.logged),
                ("edits done twice", {edit for edit, found in sides.items() if len(found) > 2}),
                ("edits half done", {edit for edit, found in sides.items() if len(set(found)) != 2}),
                ("counters", [n for n, [known] in zip(self.numbers, read("SELECT n FROM counters ORDER BY id")) if n != known]),
                ("twins", [n for n, (known, least) in zip(
                    self.twins, read("SELECT max(n), min(n) FROM twins GROUP BY id / 2 ORDER BY id / 2"))
                    if {known, least} != {n}]),
                ("notes", self.notes ^ set(read("SELECT id, text FROM notes"))),
            ]:
                if found:
                    self.counts[f"wrong: {name}"] = len(found)


class Writers:
    """Ten clients and ten other programs that count up the numbers of the same rows, by compare and set."""

    def __init__(self, cascade, folder, seconds, rows, clients=10, programs=10):
        self.path = os.path.join(folder, "writers.db")
        make(self.path, "wal", "CREATE TABLE numbers(id INTEGER PRIMARY KEY, n INTEGER NOT NULL)")
        with connected(self.path) as database:
            database.executemany("INSERT INTO numbers VALUES (?, 0)", [[row] for row in range(rows)])
        self.server = Server(cascade, self.path)
        self.seconds, self.rows, self.clients, self.programs = seconds, rows, clients, programs

    def by_http(self, counts, generator, end):
        while time.monotonic() < end:
            row = generator.randrange(self.rows)
            n = self.server.request("GET", f"/numbers/row/{row}.json?_fresh=1")[1]["n"]
            status, told = self.server.request(
                "PATCH", f"/numbers/row/{row}/", {"values": {"n": n + 1}, "old": {"n": n}})
            if status == 200:
                counts[row] += 1
            elif status == 409 and told["conflicts"][0]["theirs"] != n:
                counts["conflicts by HTTP (409)"] += 1
            elif status == 503:
                counts["told to repeat (503)"] += 1
            else:
                counts[f"wrong: {status} {told}"] += 1

    def by_sqlite(self, counts, generator, end):
        with connected(self.path) as database:
            while time.monotonic() < end:
                row = generator.randrange(self.rows)
                [n] = database.execute("SELECT n FROM numbers WHERE id = ?", [row]).fetchone()
                time.sleep(0.002)
                done = database.execute("UPDATE numbers SET n = ? WHERE id = ? AND n = ?", [n + 1, row, n]).rowcount
                counts[row if done else "conflicts of other programs"] += 1
                time.sleep(0.005)

    def write(self, work, seed, results):
        """Runs a writer, and hands its counts over."""
        counts = Counter()
        try:
            work(counts, random.Random(seed), time.monotonic() + self.seconds)
        except Exception as error:
            counts[f"wrong: a writer stopped: {error!r}"] += 1
        results.put(counts)

    def run(self):
        """Returns whether each number is the sum of what was counted up."""
        results = multiprocessing.Queue()
        writers = [threading.Thread(target=self.write, args=[self.by_http, seed, results])
                   for seed in range(self.clients)]
        # Processes are forked before there are threads.
        programs = [multiprocessing.Process(target=self.write, args=[self.by_sqlite, -seed - 1, results])
                    for seed in range(self.programs)]
        for writer in [*programs, *writers]:
            writer.start()
        all_counts, by_http = Counter(), 0
        for _ in [*programs, *writers]:
            all_counts += results.get()
        for writer in [*programs, *writers]:
            writer.join()
        if not self.server.stop():
            all_counts["wrong: the server ended by itself"] += 1
        counts = Counter({what: count for what, count in all_counts.items() if isinstance(what, str)})
        with connected(self.path) as database:
            numbers = dict(database.execute("SELECT id, n FROM numbers"))
        counts["counted up"] = sum(numbers.values())
        counts["wrong: numbers"] = sum(n != all_counts[row] for row, n in numbers.items())
        for what in ["counted up", "conflicts by HTTP (409)"]:
            if not counts[what]:
                counts[f"wrong: no {what}"] += 1
        print(f"{self.clients} clients and {self.programs} other programs on {self.rows} rows, for {self.seconds:g} s")
        return said(+counts)


class Faults:
    """A file that cannot be written, or is another one, while it is edited. Each fault is told, and nothing is lost."""

    SCHEMA = "CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT NOT NULL);"

    def __init__(self, cascade, folder):
        self.cascade, self.folder, self.counts = cascade, folder, Counter()

    def run(self):
        """Returns whether each fault was told."""
        print("faults of the file")
        for journal in ["delete", "wal"]:
            self.journal = journal
            for fault in [self.full_disk, self.file_limit, self.locked, self.no_table, self.replaced, self.deleted,
                          self.emptied, self.overwritten, self.damaged, self.endless_trigger]:
                self.try_out(fault)
        self.journal = "delete"
        self.try_out(self.read_only_folder)
        for fault in [self.read_only_start, self.other_user_start]:
            self.path = os.path.join(self.folder, "start.db")
            make(self.path, "delete", self.SCHEMA)
            fault()
            os.remove(self.path)
        return said(self.counts)

    def try_out(self, fault):
        self.name = f"{fault.__name__.replace('_', ' ')}, {self.journal}"
        self.path = os.path.join(self.folder, f"{fault.__name__}-{self.journal}.db")
        self.answered, self.row = set(), 0
        make(self.path, self.journal, self.SCHEMA)
        limits = {"preexec_fn": limit_files, "restore_signals": False} if fault == self.file_limit else {}
        self.server = Server(self.cascade, self.path, "--query-timeout", "1", **limits)
        try:
            for _ in range(5):
                self.insert("small")
            fault()
        finally:
            if not self.server.stop():
                self.wrong("the server ended by itself")
            for name in os.listdir(self.folder):
                os.remove(os.path.join(self.folder, name))

    def wrong(self, what):
        print(f"wrong: {self.name}: {what}")
        self.counts["wrong"] += 1

    def insert(self, text):
        """Returns the answer to a new row. A row that was answered must be there in the end."""
        self.row += 1
        answer = self.server.request("POST", "/t/", {"values": {"id": self.row, "text": text}})
        if answer and answer[0] == 201:
            self.answered.add(self.row)
        return answer

    def tell(self, what, answer, *statuses):
        """Checks that a fault has one of these statuses, and a sentence."""
        self.counts["faults"] += 1
        status, problem = answer or (0, {})
        sentence = problem.get("detail", "")
        print(f"  {self.name + ': ' + what:50} {status} {sentence}")
        if status not in statuses or status >= 400 and not sentence.endswith("."):
            self.wrong(f"{what}: {str(answer)[:200]}")
        if self.folder in sentence:
            self.wrong(f"{what} shows a folder of this machine")

    def check(self, *others):
        """Checks that the server works again, and that the file has what was answered, and nothing else."""
        if (answer := self.insert("again")) is None or answer[0] != 201:
            self.wrong(f"the server does not work again: {answer}")
        shown = self.server.request("GET", "/t/table.json?_shape=array&_size=max&_fresh=1")
        if not shown or shown[0] != 200 or {row["id"] for row in shown[1]} != self.answered:
            self.wrong(f"the server does not show the rows: {str(shown)[:200]}")
        with connected(self.path) as database:
            stored = {row for [row] in database.execute("SELECT id FROM t")}
            if stored != self.answered:
                self.wrong(f"lost: {self.answered - stored}, not asked for: {stored - self.answered}")
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                self.wrong("the file is damaged")

    def fill(self, *statuses):
        """Inserts rows until one is refused."""
        for _ in range(200):
            answer = self.insert("x" * 50_000)
            if not answer or answer[0] != 201:
                return self.tell("insert", answer, *statuses)
        self.wrong("nothing was refused")

    # Each has some rows of a file whose server is running.

    def full_disk(self):
        filler = os.path.join(self.folder, "filler")
        with open(filler, "wb") as file:
            file.write(bytes(1 << 20))
        self.fill(503)
        os.remove(filler)
        self.check()

    def file_limit(self):
        self.fill(503)
        # The limit is that of the process, so that it can only be started again.
        self.server.kill()
        self.server.options = {}
        self.server.start()
        self.check()

    def locked(self):
        with connected(self.path) as database:
            database.execute("BEGIN EXCLUSIVE")
            self.tell("insert", self.insert("locked"), 503)
            database.execute("ROLLBACK")
        self.check()

    def no_table(self):
        with connected(self.path) as database:
            database.execute("ALTER TABLE t RENAME TO other")
        self.tell("insert", self.insert("lost"), 404, 503)
        self.tell("change", self.server.request("PATCH", "/t/row/1/", {"values": {"text": "x"}, "old": {"text": "small"}}), 404, 503)
        with connected(self.path) as database:
            database.execute("ALTER TABLE other RENAME TO t")
        self.check()

    def replaced(self):
        other = self.path + ".new"
        make(other, self.journal, self.SCHEMA + "INSERT INTO t VALUES (1, 'another')")
        for ending in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.path + ending)
        os.replace(other, self.path)
        # The row is one of another file. Whoever saw the old one is told.
        change = {"values": {"text": "x"}, "old": {"text": "small"}}
        self.tell("change of an old row", self.server.request("PATCH", "/t/row/1/", change), 409)
        self.tell("change of a row that is gone", self.server.request("PATCH", "/t/row/2/", change), 409)
        self.answered = {1}
        self.check()

    def deleted(self):
        hidden = self.path + ".away"
        with connected(self.path) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        os.rename(self.path, hidden)
        self.tell("insert", self.insert("nowhere"), 503)
        self.tell("page", self.server.request("GET", "/t/table.json?_fresh=1"), 503)
        os.rename(hidden, self.path)
        self.check()

    def emptied(self):
        # To SQLite, an empty file is a database without tables.
        self.overwrite(lambda file: file.truncate(0), 404, 503)

    def overwritten(self):
        self.overwrite(lambda file: file.write(b"This is no database.\n" * 1_000), 503)

    def damaged(self):
        def damage(file):
            file.seek(4096 if self.size > 4096 else 100)
            file.write(b"\xff" * (self.size - file.tell()))
        # With a rollback journal, SQLite does not read a page again that it knows.
        self.overwrite(damage, *([503] if self.journal == "wal" else [200, 201, 503]))

    def overwrite(self, change, *statuses):
        """Changes the bytes of the file as no program should, and then puts them back."""
        with connected(self.path) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with open(self.path, "rb") as file:
            bytes_before = file.read()
        self.size = len(bytes_before)
        answered_before = set(self.answered)
        with open(self.path, "r+b") as file:
            change(file)
        self.tell("insert", self.insert("x"), *statuses)
        self.tell("page", self.server.request("GET", "/t/table.json?_fresh=1"), *statuses)
        self.server.kill()
        self.answered = answered_before
        for ending in ("-wal", "-shm", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.path + ending)
        with open(self.path, "wb") as file:
            file.write(bytes_before)
        self.server.start()
        self.check()

    def endless_trigger(self):
        with connected(self.path) as database:
            database.execute("""
                CREATE TRIGGER endless AFTER INSERT ON t WHEN new.text = 'endless' BEGIN
                    SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n);
                END""")
        self.tell("insert", self.insert("endless"), 503)
        self.check()

    def read_only_folder(self):
        subprocess.run(["mount", "--bind", self.folder, self.folder], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", self.folder], check=True)
        try:
            self.tell("insert", self.insert("read-only"), 503, 403)
        finally:
            subprocess.run(["umount", self.folder], check=True)
        self.check()

    # Each has a file that no server has opened.

    def refuse(self, **options):
        """Checks that the server does not start, and says why."""
        try:
            server = Server(self.cascade, self.path, **options)
        except Ended as ended:
            status, output = ended.args
            self.tell("start", (status, {"detail": output.strip()}), 73)
        else:
            server.stop()
            self.wrong("the server starts")

    def read_only_start(self):
        self.name = "read-only folder"
        subprocess.run(["mount", "--bind", self.folder, self.folder], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", self.folder], check=True)
        try:
            self.refuse()
        finally:
            subprocess.run(["umount", self.folder], check=True)

    def other_user_start(self):
        self.name = "file of another user"
        os.chmod(self.path, 0o444)
        self.refuse(user=65534)


def limit_files():
    # Without the signal, a write beyond the limit fails. Python ignores it, and so does its child.
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))


def with_small_disk(cascade):
    """Returns whether each fault was told, on a disk of 3 MB that only this process and its children see."""
    folder = tempfile.mkdtemp()
    try:
        command = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
        command += [sys.executable, os.path.abspath(__file__), cascade, "--only", "faults"]
        return subprocess.run(command, env={**os.environ, FAULT_FOLDER: folder}).returncode == 0
    finally:
        os.rmdir(folder)


def said(counts):
    """Prints counts, and returns whether nothing was wrong."""
    for what, count in sorted(counts.items()):
        print(f"{what:50}{count:>10,}", flush=True)
    return not any(count for what, count in counts.items() if what.startswith("wrong"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cascade")
    parser.add_argument("edits", type=int, nargs="?", default=10_000)
    parser.add_argument("seconds", type=float, nargs="?", default=60)
    parser.add_argument("--rows", type=int, default=100, help="rows of the writers")
    parser.add_argument("--only", choices=["kills", "writers", "faults"])
    asked = parser.parse_args()
    if folder := os.environ.get(FAULT_FOLDER):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], check=True)
        sys.exit(not Faults(asked.cascade, folder).run())
    results = []
    with tempfile.TemporaryDirectory() as folder:
        if asked.only in (None, "kills"):
            results += [Kills(asked.cascade, folder, journal, asked.edits).run() for journal in ["delete", "wal"]]
        if asked.only in (None, "writers"):
            results.append(Writers(asked.cascade, folder, asked.seconds, asked.rows).run())
        if asked.only in (None, "faults"):
            results.append(with_small_disk(asked.cascade))
    if not all(results):
        sys.exit("script/soak: failed")


if __name__ == "__main__":
    main()
