"""Causes faults in a cluster under load, and counts the requests that were answered, refused and lost.

    python3 Tests/Soak/faults.py PATH-OF-cascade [SECONDS-PER-FAULT] [--direct] [--only NAME,NAME]

Visitors read pages, select rows, and read on another server what they selected. A refusal is a 503 with `Retry-After`.
Everything else than an answer is lost, such as a closed connection. At the end, each selection and each response to an
`Idempotency-Key` that was answered must still be there. Fails if something is lost that need not be, if an answer is
wrong, or if the cluster does not recover within 5 seconds after a fault.
"""

import collections
import http.client
import json
import pathlib
import random
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).parents[2] / "Examples/Cluster"))
from cluster import Cluster  # noqa: E402

ROWS = 20_000
RECOVERY = 5.0


class Load:
    """Visitors on threads of their own, and what became of their requests."""

    def __init__(self, port):
        self.port, self.is_running = port, True
        self.lock = threading.Lock()
        self.counts, self.reasons, self.wrong = collections.Counter(), collections.defaultdict(list), []
        self.last_failure = {"GET": 0.0, "POST": 0.0}
        self.last_answer = {"GET": 0.0, "POST": 0.0}
        self.writers = [Writer(self, number) for number in range(4)]
        bodies = [self.read] * 4 + [writer.run for writer in self.writers]
        self.threads = [threading.Thread(target=self.repeat, args=[body], daemon=True) for body in bodies]
        for thread in self.threads:
            thread.start()

    def repeat(self, body):
        while self.is_running:
            body()

    def request(self, method, path, headers=None, expected=(200,)):
        """Returns the response of a request that was answered; None for a refusal or a loss."""
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            connection.request(method, path, headers={"Accept": "application/json"} | (headers or {}))
            response = connection.getresponse()
            text = response.read()
            connection.close()
        except (OSError, http.client.HTTPException) as error:
            return self.count(method, "lost", f"{method} {path}: {error!r}")
        if response.status in expected:
            self.count(method, "answered")
            return response, text
        if response.status == 503 and response.headers["Retry-After"]:
            self.count(method, "refused", f"{method} {path}: 503 {text[:200]!r}")
            time.sleep(0.05)
            return None
        return self.count(method, "lost", f"{method} {path}: {response.status} {text[:200]!r}")

    def count(self, method, result, reason=None):
        with self.lock:
            self.counts[method, result] += 1
            times = self.last_answer if result == "answered" else self.last_failure
            times[method] = time.monotonic()
            if reason:
                self.reasons[result].append(reason)

    def read(self):
        first = random.randrange(1, ROWS - 5)
        answer = self.request("GET", f"/orders/table.json?id__gte={first}&_size=5")
        if answer is None:
            return
        rows = json.loads(answer[1])["sections"][0]["rows"]
        if [row["cell"]["fields"]["total"] for row in rows] != [number / 4 for number in range(first, first + 5)]:
            self.wrong.append(f"The page from {first} has other rows: {rows}")

    def stop(self):
        self.is_running = False
        for thread in self.threads:
            thread.join(30)


class Writer:
    """A visitor who selects rows."""

    def __init__(self, load, number):
        self.load, self.number, self.cookie = load, number, None
        self.answers = []
        self.selected = None

    def select(self, row, key):
        headers = {"Idempotency-Key": key} | ({"Cookie": self.cookie} if self.cookie else {})
        answer = self.load.request("POST", f"/orders/select/0/{row}", headers, (200, 409))
        if answer and answer[0].status == 409:
            return None
        if answer and (cookie := answer[0].headers["Set-Cookie"]):
            self.cookie = cookie.split(";")[0]
        return answer

    def run(self):
        row, key = random.randrange(20), f"{self.number}-{random.getrandbits(64):x}"
        # A client that got no answer sends the request again with the same key.
        for _ in range(5):
            answer = self.select(row, key)
            if answer is not None or not self.load.is_running:
                break
            self.selected = None
        if answer is None:
            return
        self.selected = row
        self.answers.append((key, row, answer[1], self.cookie))
        self.check()

    def check(self):
        answer = self.load.request("GET", "/orders/table.json?_size=20", {"Cookie": self.cookie or ""})
        if answer is None or self.selected is None:
            return
        rows = json.loads(answer[1])["sections"][0]["rows"]
        selected = [row["row"] for row in rows if row["selected"]]
        if selected != [self.selected]:
            self.load.wrong.append(f"Visitor {self.number} selected row {self.selected}, and sees {selected}.")

    def check_answers(self):
        """Sends the latest requests again, whose responses are kept."""
        for key, row, text, cookie in self.answers[-20:]:
            if cookie != self.cookie:
                continue
            headers = {"Idempotency-Key": key, "Cookie": cookie}
            answer = self.load.request("POST", f"/orders/select/0/{row}", headers)
            if answer is None or answer[1] != text:
                self.load.wrong.append(f"The response to {key} is not kept: {answer and answer[1]}")


# The faults: each is caused, lasts, and ends.


def kill_a_server(cluster, seconds):
    cluster.kill_server(0)
    time.sleep(seconds)
    cluster.replace_server(0)


def roll(cluster, seconds):
    cluster.roll()


def restart_the_primary(cluster, seconds):
    cluster.primary.restart()


def restart_the_replica(cluster, seconds):
    cluster.replica.restart()


def cut_the_network(cluster, seconds):
    with cluster.cut():
        time.sleep(2 * seconds)


def exhaust_the_pool(cluster, seconds):
    """Reads a view that never ends on all connections of a server."""
    cluster.primary.sql("CREATE VIEW endless AS SELECT id, pg_sleep(600)::text AS pause FROM orders")
    time.sleep(0.5)
    requests = [
        subprocess.Popen(
            ["curl", "-s", "-m", str(seconds), f"http://127.0.0.1:{port}/endless/table.json?_size={size}"],
            stdout=subprocess.DEVNULL)
        for port in cluster.ports[1:] for size in range(1, 31)]
    for request in requests:
        request.wait()


def lock_a_table(cluster, seconds):
    cluster.primary.sql(f"BEGIN; LOCK TABLE cascade.state; SELECT pg_sleep({2 * seconds}); COMMIT")


def let_the_replica_lag(cluster, seconds):
    cluster.replica.sql("SELECT pg_wal_replay_pause()")
    time.sleep(seconds)
    cluster.replica.sql("SELECT pg_wal_replay_resume()")


def fail_over(cluster, seconds):
    cluster.fail_over()


# For each fault: whether requests may be refused, and whether changes under way may be lost.
FAULTS = {
    "a server is killed": (kill_a_server, True, True),
    "rolling restart": (roll, False, False),
    "the replica lags": (let_the_replica_lag, False, False),
    "the pool is exhausted": (exhaust_the_pool, True, False),
    "a lock is held": (lock_a_table, True, False),
    "the network is cut": (cut_the_network, True, False),
    "the replica restarts": (restart_the_replica, True, False),
    "the primary restarts": (restart_the_primary, True, False),
    "failover": (fail_over, True, False),
}


def run(cluster, names, seconds):
    load = Load(cluster.ports[0])
    failures = []
    print(f"{'fault':24} {'answered':>9} {'refused':>8} {'lost':>5} {'wrong':>6}  recovered after")
    time.sleep(1)
    for name in ["nothing", *names]:
        cause, may_refuse, may_lose = FAULTS.get(name, (lambda *_: time.sleep(seconds), False, False))
        with load.lock:
            load.counts.clear()
            load.reasons.clear()
        cause(cluster, seconds)
        end = time.monotonic()
        time.sleep(RECOVERY + 2)
        recovered = max(0.0, *(failure - end for failure in load.last_failure.values()))
        with load.lock:
            counts, reasons = load.counts.copy(), load.reasons.copy()
        answered, refused, lost = (
            sum(count for (_, result), count in counts.items() if result == each)
            for each in ["answered", "refused", "lost"])
        print(f"{name:24} {answered:9} {refused:8} {lost:5} {len(load.wrong):6}  {recovered:.1f} s", flush=True)
        is_stopped = min(load.last_answer.values()) < time.monotonic() - 2
        checks = [
            # On a busy machine, a connection to the database may take too long.
            ("requests were refused", refused > answered / 100 and not may_refuse),
            ("reads were lost", counts["GET", "lost"]),
            ("changes were lost", counts["POST", "lost"] > (4 if may_lose else 0)),
            ("it did not recover", recovered > RECOVERY or is_stopped),
            ("answers were wrong", load.wrong)]
        failures += [f"{name}: {reason}" for reason, is_true in checks if is_true]
        unexpected = reasons["lost"] + ([] if may_refuse else reasons["refused"])
        for line in unexpected[:5] + load.wrong[:5]:
            print(f"    {line}")
        load.wrong.clear()
    load.stop()
    for writer in load.writers:
        writer.check()
        writer.check_answers()
    kept = sum(len(writer.answers) for writer in load.writers)
    print(f"{kept} changes were answered. {len(load.wrong)} answers are not kept.")
    failures += load.wrong
    return failures


def main():
    arguments = sys.argv[1:]
    only = None
    if "--only" in arguments:
        index = arguments.index("--only")
        only = arguments[index + 1].split(",")
        del arguments[index:index + 2]
    is_direct = "--direct" in arguments
    places = [argument for argument in arguments if not argument.startswith("--")]
    names = [name for name in FAULTS if only is None or name in only]
    with Cluster(
            pathlib.Path(places[0]).resolve(), rows=ROWS, is_direct=is_direct,
            options=["--query-timeout", "3"]) as cluster:
        failures = run(cluster, names, float(places[1]) if len(places) > 1 else 3.0)
    for failure in failures:
        print(f"FAILED: {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
