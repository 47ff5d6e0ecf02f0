"""Pages and exports of 10,000,000 rows of PostgreSQL, compared with plain C (limit.c), with the first page and with psql."""
import contextlib, os, subprocess

import facts, limit
from large import drained, timed
from load import loaded
from programs import Failure, body, resident, said, serving

ROWS = 10_000_000
EXPORTS = 3
SCRIPT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "script", "postgres")
TABLE = """
    CREATE TABLE facts(id bigint PRIMARY KEY, name text, amount int, price float8, day timestamptz, total numeric(12, 2));
    INSERT INTO facts SELECT i, 'Fact number ' || i, i * 7919::bigint %% 100000, i * 104729::bigint %% 1000000 / 1000.0,
        timestamptz '2026-01-01' + i * interval '1 second', i * 37::bigint %% 1000000 / 100.0 FROM generate_series(1, %d) i;
    """


@contextlib.contextmanager
def database(rows=ROWS):
    """Starts a server with the table, and yields its address."""
    process = subprocess.Popen([SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        address = process.stdout.readline().strip()
        if not address:
            raise Failure("PostgreSQL did not start")
        for statement in (TABLE % rows, "VACUUM ANALYZE facts"):
            said(["psql", "-qX", "-v", "ON_ERROR_STOP=1", address, "-c", statement], 600)
        yield address
    finally:
        process.stdin.close()
        process.wait()


class Postgres:
    def __init__(self, cascade, meter):
        self.cascade, self.meter = cascade, meter

    def measure(self):
        with database() as self.address:
            command = [self.cascade, "serve", self.address, "--port", "0", "--log-level", "error"]
            with serving(command) as (url, process):
                self.pages(url, process)
                self.exports(url, process)

    def pages(self, url, process):
        size = len(body(url + page(ROWS // 2)))
        pairs = self.meter.pairs + 1
        self.meter.rounds = 1

        def window(side, of, rows=ROWS):
            return lambda n: loaded(*side, self.meter.seconds, script=facts.script(of, n, pairs, rows))
        ours = url, process
        with limit.serving("postgres", self.address, "facts", "id", str(facts.PAGE)) as other:
            self.meter.compare("postgres-window", "PostgreSQL, JSON of other 100 of 10,000,000 rows", size,
                               window(ours, page), window(other, facts.limit_page),
                               "the limit, which reads the same rows; must be 0.5")
        self.meter.compare("postgres-last", "PostgreSQL, the last of 100,000 pages", size,
                           window(ours, deep, 5_000),
                           window(ours, page, 5_000),
                           "the first pages; must be 0.77")

    def exports(self, url, process):
        copy = ["psql", "-qX", self.address, "-c", "COPY facts TO STDOUT CSV"]
        ours = ["curl", "-sS", "--fail", f"{url}/facts/table.csv"]
        command = [self.cascade, "export", self.address, "--table", "facts", "--format", "csv"]
        drained(copy)  # reads the whole table, so that the system has it in memory for both sides
        for key, title, export in [("postgres-csv", "CSV of 10,000,000 rows by GET, speed", ours),
                                   ("postgres-export", "CSV by cascade export, speed", command)]:
            ratios = []
            for _ in range(EXPORTS):
                theirs = timed(lambda: drained(copy))[0]
                ratios.append(theirs / timed(lambda: drained(export))[0])
            self.meter.note(key, title, ratios, "×", "the speed of psql's COPY; must be 0.7")
        self.meter.note("postgres-resident", "resident after exports, most", [resident(process, most=True) / 1e6], "MB",
                        "the server; must be 64")


def deep(row):
    """Returns the path of a page among the last ones."""
    return page(ROWS - 10_000 + row)


def page(row):
    """Returns the path of the page after a row, with its rows as objects, which the limit writes, too."""
    return facts.page(row) + "&_shape=array"
