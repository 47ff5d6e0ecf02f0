"""Inserts by JSON, compared with plain C (inserts.c), and imports of 1,000,000 rows, compared with the sqlite3 shell."""
import contextlib, json, os, sqlite3, subprocess, tempfile, time

import limit
from load import Load, loaded
from programs import Failure, fetch, said, serving, wait_until

CONNECTIONS = 8
ROWS = 1_000_000
IMPORTS = 3
LEAST = 1_000  # transactions a second of plain C, below which the disk hides what the server takes
POST = os.path.join(limit.HERE, "post.lua")
BINARY = os.path.join(limit.FIXTURES, "inserts")
FACTS = "CREATE TABLE facts(id INTEGER PRIMARY KEY, name TEXT NOT NULL, amount INTEGER, price REAL);"
FACT = {"values": {"name": "Fact number 12", "amount": 110866, "price": 2566.75}}


def make():
    source = os.path.join(limit.HERE, "inserts.c")
    if not os.path.exists(BINARY) or os.path.getmtime(BINARY) < os.path.getmtime(source):
        said(["cc", "-O2", "-o", BINARY, source, "-lsqlite3"])


class Editing:
    """The measurements of a meter. All files are in one folder of the disk, so that both sides write to it."""

    def __init__(self, cascade, meter):
        self.cascade, self.meter = cascade, meter

    def measure(self):
        make()
        self.meter.rounds = 1
        with tempfile.TemporaryDirectory(dir=limit.FIXTURES) as self.folder:
            self.inserts("insert", 1, must=0.7)
            self.inserts("insert-1000", 1_000, must=0.5)
            self.imports()

    def path(self, name):
        return os.path.join(self.folder, name)

    def empty(self, name):
        """Makes a file with the empty table, and returns its path."""
        path = self.path(name)
        said(["sqlite3", path, "PRAGMA journal_mode = WAL;" + FACTS])
        return path

    def inserts(self, key, rows, must):
        """Compares requests that insert so many rows with transactions of plain C, each of which is on the disk."""
        ours, theirs = self.empty(f"{key}-ours.db"), self.empty(f"{key}-theirs.db")
        body = json.dumps(FACT if rows == 1 else {"rows": [FACT] * rows})
        with open(self.path("body.json"), "w") as file:
            file.write(body)

        def plain(_):
            return Load(float(said([BINARY, theirs, str(self.meter.seconds), str(rows)])), 0, 0)
        command = [self.cascade, "serve", ours, "--editable", "--port", "0", "--log-level", "error"]
        with serving(command) as (url, process):
            # Somebody has looked at the table, so that each change also has to be shown.
            fetch(f"{url}/facts/")

            def posts(_):
                return loaded(f"{url}/facts/", process, self.meter.seconds, connections=CONNECTIONS,
                              script=[POST, file.name])
            self.meter.compare(key, f"insert by JSON, rows a request: {rows:,}", len(body), posts, plain,
                               f"plain C, with a COMMIT for as many; must be {must}")
            wait_until(lambda: shown(url) == stored(ours), "the server", process)
        commits = self.meter.taken[key].theirs
        if min(load.rate for load in commits) < LEAST and rows == 1:
            print(f"  the disk is slow: plain C has fewer than {LEAST:,} transactions a second", flush=True)

    def imports(self):
        """Imports a CSV file with `cascade import` and with the `sqlite3` shell, in turn."""
        source = self.path("facts.csv")
        with open(source, "w") as file:
            file.write("id,name,amount,price\n")
            file.writelines(f"{i},Fact number {i},{i * 7919 % 100000},{i * 104729 % 1000000 / 100}\n"
                            for i in range(1, ROWS + 1))
        ratios, resident = [], []
        for turn in range(IMPORTS):
            ours, theirs = self.empty(f"import-{turn}.db"), self.empty(f"shell-{turn}.db")
            mine = [self.cascade, "import", source, "--into", ours, "--table", "facts"]
            shell = ["sqlite3", theirs, f".import --csv --skip 1 {source} facts"]
            their_seconds, _ = spent(shell)
            seconds, most = spent(mine)
            for path in (ours, theirs):
                if said(["sqlite3", path, "SELECT count(*) FROM facts"]).strip() != str(ROWS):
                    raise Failure(f"{os.path.basename(path)} does not have {ROWS:,} rows")
                os.remove(path)
            ratios.append(their_seconds / seconds)
            resident.append(most / 1e6)
        self.meter.note("import", f"import of {ROWS:,} rows of CSV, speed", ratios, "×",
                        "the speed of .import of the sqlite3 shell; must be 0.5")
        self.meter.note("import-resident", "resident during that import, most", resident, "MB", "must be 64")


def shown(url):
    return json.loads(fetch(f"{url}/facts/table.json?_size=1&_fresh=1")[2])["count"]


def stored(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT count(*) FROM facts").fetchone()[0]


def spent(command):
    """Runs a program, and returns the seconds and the peak of its resident bytes."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise Failure(f"{os.path.basename(command[0])} failed with {os.waitstatus_to_exitcode(status)}")
    return time.monotonic() - start, usage.ru_maxrss * 1024
