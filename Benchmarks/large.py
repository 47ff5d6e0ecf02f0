"""Pages and exports of 10,000,000 SQLite rows, compared with the time of SQLite itself for the same rows."""
import contextlib, json, os, random, sqlite3, statistics, subprocess, threading, time

import facts, machine
from programs import Failure, fetch, resident, serving

ROWS = 10_000_000
KEYS = 2_000
SLOW = 16  # simultaneous queries that read the whole table
SECONDS = 20  # for which another table is requested meanwhile
PATH = os.path.join(machine.HERE, "LARGE.md")
HEAD = "| Work | Ours | SQLite | Ratio | Must |\n|---|--:|--:|--:|--:|"


def make():
    """Returns the path of the file: readings of six stations, with an index by value, and one by station and value."""
    return facts.database("readings.db", ROWS, f"""
        PRAGMA synchronous = OFF;
        CREATE TABLE readings(id INTEGER PRIMARY KEY, station TEXT, value REAL, temp INTEGER, note TEXT, day TEXT);
        CREATE TABLE stations(name TEXT PRIMARY KEY, place TEXT);
        INSERT INTO stations VALUES ('s0', 'Oslo'), ('s1', 'Lima'), ('s2', 'Pune'), ('s3', 'Bonn');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})
        INSERT INTO readings SELECT i, 's' || (i * 7919 % 6), i * 104729 % 1000000 / 1000.0, i * 31 % 50,
            'note ' || (i * 17 % 1000), '2026-01-' || printf('%02d', i % 28 + 1) FROM n;
        CREATE INDEX by_value ON readings(value);
        CREATE INDEX by_station ON readings(station, value);
        """)


class Large:
    def __init__(self, cascade):
        self.path = make()
        self.command = [cascade, "serve", self.path, "--port", "0", "--log-level", "error"]
        self.lines = []

    def measure(self):
        busy = machine.Busy()
        print(HEAD, flush=True)
        # Reads the whole file, so that the system has it in memory for both sides.
        self.by_sqlite("SELECT count(*), sum(temp) FROM readings")
        self.start()
        with serving(self.command) as (self.url, process):
            self.page("first page", "", "ORDER BY id", must=100)
            time.sleep(2)
            for title, query, order in [
                ("sort by the key", "_sort=id", "ORDER BY id"),
                ("sort by an indexed column, descending", "_sort_desc=value", "ORDER BY value DESC, id DESC"),
                ("sort by the first column of an index", "_sort=station", "ORDER BY station, value, id"),
            ]:
                self.page(title, query, order, must=20)
                self.pages_after(title, query)
            self.page("filter by key", "id=5000000", "WHERE id = 5000000", must=20)
            self.page("filter by an indexed column, sorted", "station=s3&_sort=value",
                      "WHERE station = 's3' ORDER BY value, id", must=250)
            keys = ",".join(map(str, random.Random(1).sample(range(1, ROWS), KEYS)))
            self.page(f"filter by {KEYS:,} keys", f"id__in={keys}", f"WHERE id IN ({keys}) ORDER BY id", must=50)
            self.page("sort by a column without an index", "_sort=temp", "ORDER BY temp, id", ratio=2)
            self.page("filter by a column without an index", "note=note+5", "WHERE note = 'note 5' ORDER BY id")
            self.page("search for a frequent text", "_search=17", "WHERE note LIKE '%17%' ORDER BY id")
            for column in ("station", "day"):
                self.groups(f"count the values of {column}", f"_group={column}", f"SELECT {column}, count(*) FROM readings GROUP BY 1")
            self.groups("mean of a column by another", "_group=day&_mean=value", "SELECT day, count(*), avg(value) FROM readings GROUP BY 1")
            self.facets()
            self.export("CSV of all", "", "ORDER BY id")
            self.export("CSV of 1,670,000 rows, filtered", "station=s3", "WHERE station = 's3' ORDER BY id")
            self.note("resident memory after these requests", f"{resident(process) / 2**20:.0f} MiB", must="64 MiB")
            self.fairness()
        said = "\n".join([HEAD, *self.lines])
        described = machine.described()
        with open(PATH, "w") as file:
            file.write(f"# {ROWS:,} rows\n\n`script/bench --large` writes this file. It sends requests to `cascade serve`,"
                       " one after the other. The column SQLite has the time of the SQL statement for the same rows,"
                       " without a server. Times are those of the first request. The file is in the memory of the system.\n\n"
                       f"{said}\n\n{described['Date']}, {described['Processor']}, {described['Memory']}, {described['System']},"
                       f" {described['Libraries']}; {busy.said()}.\n")

    def note(self, title, ours, theirs="", ratio="", must=""):
        self.lines.append(f"| {title} | {ours} | {theirs} | {ratio} | {must} |")
        print(self.lines[-1], flush=True)

    def start(self):
        begin = time.monotonic()
        with serving(self.command) as (url, _):
            self.asked(url + "/readings/")
            self.note("start and first page", milliseconds(time.monotonic() - begin), must="100 ms")

    def by_sqlite(self, sql):
        with contextlib.closing(sqlite3.connect(self.path)) as database:
            return timed(lambda: database.execute(sql).fetchall())[0]

    def asked(self, url):
        seconds, (status, _, content) = timed(lambda: fetch(url))
        if status != 200:
            raise Failure(f"{url[:100]} has status {status}: {content[:300].decode(errors='replace')}")
        return seconds, content

    def page(self, title, query, clause, must=None, ratio=None):
        ours, _ = self.asked(f"{self.url}/readings/table.json?{query}")
        theirs = self.by_sqlite(f"SELECT * FROM readings {clause} LIMIT 100")
        limit = f"{must} ms" if must else f"{ratio} ×" if ratio else ""
        self.note(title, milliseconds(ours), milliseconds(theirs), f"{ours / theirs:.2f}" if theirs > 0.05 else "", limit)

    def groups(self, title, query, sql):
        ours, _ = self.asked(f"{self.url}/readings/table.json?{query}&_complete=1")
        theirs = timed(lambda: drained(["sqlite3", self.path, sql]))[0]
        self.note(title, milliseconds(ours), milliseconds(theirs), f"{ours / theirs:.2f}", "1.3 ×")

    def facets(self):
        """Measures how much later a page comes if values of a column are counted beside its rows."""
        times = {query: statistics.median(self.asked(f"{self.url}/readings/?_size={size}{query}")[0] for size in range(50, 71))
                 for query in ("", "&_facet=station")}
        self.note("page with a facet, after the page without", milliseconds(times["&_facet=station"] - times[""]), must="10 ms")

    def pages_after(self, title, query, count=50):
        """Measures the pages after the first, and reports the median and the slowest."""
        url, times = f"/readings/table.json?{query}", []
        for _ in range(count):
            seconds, content = self.asked(self.url + url)
            times.append(seconds)
            url = json.loads(content)["next_url"]
        self.note(f"{title}: pages 2 to {count}",
                  f"{milliseconds(statistics.median(times[1:]))}, at most {milliseconds(max(times[1:]))}", must="20 ms")

    def export(self, title, query, clause):
        ours = timed(lambda: drained(["curl", "-sS", "--fail", f"{self.url}/readings/table.csv?{query}"]))[0]
        theirs = timed(lambda: drained(["sqlite3", "-csv", "-header", self.path, f"SELECT * FROM readings {clause}"]))[0]
        self.note(title, f"{ours:.1f} s", f"{theirs:.1f} s", f"{ours / theirs:.2f}", "2 ×")

    def fairness(self):
        """Measures requests to another table while many clients sort all of this one."""
        ends, over, times = time.monotonic() + SECONDS, threading.Event(), []

        def slow(number):
            for turn in range(1_000):
                if over.is_set():
                    return
                with contextlib.suppress(OSError):
                    fetch(f"{self.url}/readings/table.json?_sort=temp&note__not={number}.{turn}")
        threads = [threading.Thread(target=slow, args=(number,)) for number in range(SLOW)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        while time.monotonic() < ends:
            for path in ("/stations/", f"/stations/table.json?_sort=place&_size={len(times) % 99 + 1}"):
                times.append(self.asked(self.url + path)[0])
            time.sleep(0.02)
        over.set()
        for thread in threads:
            thread.join()
        times.sort()
        self.note(f"another table during {SLOW} slow queries, p99", milliseconds(times[len(times) * 99 // 100]), must="50 ms")


def timed(work):
    begin = time.monotonic()
    result = work()
    return time.monotonic() - begin, result


def milliseconds(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds * 1000:,.0f} ms"


def drained(command):
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
