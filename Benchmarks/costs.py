"""Costs of ten kinds of work, compared with those that costs.json has. A stage of script/test.

A cost is the processor time of a response, divided by that of plain C (limit.c) in the same run. So it hardly depends on
the machine, and not at all on how many requests the load makes. The memory of an idle server is in MB. A cost above its
limit fails.

Plain C makes the same rows or bytes, except where it does little but ask the kernel to send or save bytes. That takes the
same time on machines of which one runs programs twice as fast as the other. There, C reads a page of the facts.
"""
import contextlib, json, os, tempfile, time

import editing, facts, limit
from load import REQUESTS, in_turn, loaded
from postgres import database
from programs import Failure, body, fetch, resident, said, serving
from work import REST, check_changing, places

RECORD = os.path.join(limit.HERE, "costs.json")
ALLOWED = 1.4  # times the recorded cost
TRIES = 3
ROWS = 100_000  # of the tables that are read whole
FLIGHTS = """
    CREATE TABLE carriers(code TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE airports(id INTEGER PRIMARY KEY, name TEXT, city TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16)
    INSERT INTO carriers SELECT printf('C%02d', i), 'Carrier ' || i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO airports SELECT i, 'Airport ' || i, 'City ' || i % 300 FROM n;
    CREATE TABLE flights(id INTEGER PRIMARY KEY, day TEXT, carrier TEXT REFERENCES carriers,
        origin INTEGER REFERENCES airports, destination INTEGER REFERENCES airports, delay REAL);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
    INSERT INTO flights SELECT i, date('2000-01-01', '+' || (i % 9000) || ' days'), printf('C%02d', i % 16 + 1),
        i * 7919 % 2000 + 1, i * 104729 % 2000 + 1, i * 37 % 1000 / 10.0 FROM n;
    """


class Costs:
    def __init__(self, cascade, served, pairs=3, seconds=1):
        self.cascade, self.served, self.pairs, self.seconds = cascade, served, pairs, seconds
        self.costs, self.texts, self.recorded = {}, {}, {}
        if os.path.exists(RECORD):
            with open(RECORD) as file:
                self.recorded = json.load(file)

    def check(self, record):
        """Measures all costs, and compares them with the recorded ones or records them."""
        print(f"{'':<22}{'cost':>8}{'recorded':>10}{'at most':>9}", flush=True)
        for step in (self.sqlite, self.keys, self.groups, self.changes, self.selections, self.inserts, self.postgres,
                     self.idle):
            step()
        if record:
            with open(RECORD, "w") as file:
                json.dump(self.costs, file, indent=2)
                file.write("\n")
            return
        high = [f"{key} costs {cost:.2f}, and at most {self.most(key):.2f} is allowed" for key, cost in self.costs.items()
                if cost > self.most(key)]
        high += [f"{key} was not measured" for key in self.recorded if key not in self.costs]
        if high:
            raise Failure("costs have grown. Find the change that made them grow, or run script/bench --costs --record"
                          " if it is wanted:\n" + "\n".join(f"  {line}" for line in high))

    def most(self, key):
        if key not in self.recorded:
            raise Failure(f"{key} is not in costs.json. Run script/bench --costs --record.")
        return self.recorded[key] * ALLOWED

    def note(self, key, cost, text=""):
        self.costs[key] = round(cost, 3)
        known = f"{self.recorded[key]:>10.2f}{self.most(key):>9.2f}" if key in self.recorded else ""
        print(f"{key:<22}{cost:>8.2f}{known}  {text}", flush=True)

    def compare(self, key, ours, theirs):
        """Measures a cost by the quickest load of each side, since other programs can only make loads slower.

        If it is too high, measures more loads.
        """
        pairs = None
        for _ in range(TRIES):
            pairs = in_turn(ours, theirs, self.pairs, pairs)
            times = [min(load.processor for load in side) for side in (pairs.ours, pairs.theirs)]
            self.note(key, times[0] / times[1], "µs of processor time: " + " : ".join(f"{time:,.0f}" for time in times))
            if key not in self.recorded or self.costs[key] <= self.most(key):
                return

    def load(self, side, path="", **more):
        url, process = side
        return lambda _: loaded(url + path, process, self.seconds, **more)

    def pages(self, side, of, rows=facts.ROWS, **more):
        """Returns a function that loads pages of so many rows, none of them twice in a measurement."""
        return lambda n: loaded(*side, self.seconds, script=facts.script(of, n, TRIES * self.pairs + 1, rows), **more)

    @contextlib.contextmanager
    def reading(self, table="facts", path=None):
        """Runs plain C that reads a table, and yields a function that loads pages of it."""
        with limit.reading(path or facts.make(), table, "id", str(facts.PAGE)) as other:
            yield self.pages(other, facts.limit_page)

    def serving(self, *arguments):
        return serving([self.cascade, "serve", *arguments, "--port", "0", "--log-level", "error"])

    def sqlite(self):
        with self.serving(facts.make()) as ours, self.reading() as plain:
            self.compare("sqlite-page", self.pages(ours, facts.html), plain)
            self.compare("sqlite-json", self.pages(ours, facts.page), plain)

    def keys(self):
        """Measures a table with three foreign keys, whose cells show the names of the rows they refer to."""
        path = facts.database("flights.db", facts.ROWS, FLIGHTS)
        with self.serving(path) as ours, self.reading("flights", path) as plain:
            if b"Airport 7" not in body(ours[0] + keys_page(7)):
                raise Failure("the page has no labels")
            self.compare("keys-page", self.pages(ours, keys_page), plain)
            self.compare("keys-json", self.pages(ours, keys_json), plain)
            self.note("keys-resident", resident(ours[1]) / 1e6, "MB")

    def groups(self):
        path = facts.make(ROWS)
        group = "SELECT day, count(*) FROM facts WHERE id > ? GROUP BY day ORDER BY count(*) DESC, day LIMIT 100"
        with self.serving(path) as ours, limit.running(path, group) as other:
            self.compare("group", self.pages(ours, group_page, ROWS, connections=2),
                         self.pages(other, facts.limit_page, ROWS, connections=2))
        with self.serving(path) as ours, limit.running(path, "SELECT * FROM facts WHERE id > ?") as other:
            self.compare("csv", self.load(ours, "/facts/table.csv", connections=2),
                         self.load(other, "/", connections=2))

    def changes(self):
        """Measures pages of a table in memory of which each row has changed."""
        with serving([self.served, "--change", "all"]) as ours, self.reading() as plain:
            check_changing(ours[0], 100)
            self.compare("memory-page", self.load(ours, "/"), plain)

    def selections(self):
        with serving([self.served]) as ours, tempfile.NamedTemporaryFile("w") as file, self.reading() as plain:
            url, _ = ours
            cookie = (fetch(f"{url}/select/0/0", method="POST")[1]["Set-Cookie"] or "").split(";")[0]
            file.writelines(f"/select/{section}/{row}\n" for section, row in places(url))
            file.flush()
            posts = {"script": [REQUESTS, file.name, "0", "POST"], "headers": [f"Cookie: {cookie}"]}
            self.compare("select", self.load(ours, **posts), plain)

    def inserts(self):
        with tempfile.TemporaryDirectory(dir=limit.FIXTURES) as folder, self.reading() as plain:
            path, sent = os.path.join(folder, "inserts.db"), os.path.join(folder, "body.json")
            said(["sqlite3", path, "PRAGMA journal_mode = WAL;" + editing.FACTS])
            with open(sent, "w") as file:
                json.dump(editing.FACT, file)
            with self.serving(path, "--editable") as (url, process):
                fetch(f"{url}/facts/")
                self.compare("insert", self.load((url, process), "/facts/", connections=editing.CONNECTIONS,
                                                 script=[editing.POST, sent]), plain)

    def postgres(self):
        with database(ROWS) as address, self.serving(address) as ours, self.reading() as plain:
            self.compare("postgres-page", self.pages(ours, facts.html, ROWS), plain)

    def idle(self):
        with self.serving() as (url, process):
            body(url + "/")
            time.sleep(REST)
            self.note("idle", resident(process) / 1e6, "MB")


def keys_json(row):
    return facts.page(row).replace("facts", "flights")


def keys_page(row):
    return facts.html(row).replace("facts", "flights")


def group_page(row):
    return f"/facts/table.json?_group=day&_sort_desc=count&_size=100&id__gt={row + 1}"

