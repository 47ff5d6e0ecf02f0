"""A million rows in SQLite, and the addresses of a hundred of them at many places."""
import contextlib, functools, os, random, sqlite3, sys

from limit import FIXTURES
from load import REQUESTS

ROWS = 1_000_000
PAGE = 100
PLACES = 200_000  # so many that one that is asked for again has long gone from every cache


def make(rows=ROWS):
    """The file of facts."""
    return database("facts.db" if rows == ROWS else f"facts-{rows}.db", rows, f"""
        CREATE TABLE facts(id INTEGER PRIMARY KEY, name TEXT, amount INTEGER, price REAL, day TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
        INSERT INTO facts SELECT i, 'Fact number ' || i, i * 7919 % 100000,
            round(i * 104729 % 1000000 / 100.0, 2), date('2000-01-01', '+' || (i % 9000) || ' days') FROM n;
        """)


def database(name, rows, script):
    """The path of a file of SQLite that a script makes, once."""
    path = os.path.join(FIXTURES, name)
    if os.path.exists(path):
        return path
    os.makedirs(FIXTURES, exist_ok=True)
    print(f"making {rows:,} rows in .build-bench", file=sys.stderr)
    with contextlib.suppress(FileNotFoundError):
        os.remove(path + ".new")
    with contextlib.closing(sqlite3.connect(path + ".new")) as connection:
        connection.executescript(script)
    os.rename(path + ".new", path)
    return path


def page(row):
    """The page of the server's that begins after a row; its token is SECTION.ROW~ID of that row, whose ID is one more."""
    return f"/facts/table.json?_size={PAGE}&_next=0.{row}~{row + 1}"


def limit_page(row):
    return f"/?after={row + 1}"


def datasette_page(row):
    return f"/facts/facts.json?_shape=objects&_size={PAGE}&_next={row + 1}"


def datasette_html(row):
    return f"/facts/facts?_size={PAGE}&_next={row + 1}"


def html(row):
    return page(row).replace("table.json", "")


@functools.cache
def addresses(of, rows=ROWS):
    """A file with a line for each of many places, the same for every side."""
    path = os.path.join(FIXTURES, f"pages-{of.__name__}-{rows}.txt")
    span = max(rows - PAGE, 1)
    places = random.Random(1).sample(range(span), min(PLACES, span))
    with open(path, "w") as file:
        file.writelines(of(row) + "\n" for row in places)
    return path


def script(of, number, of_pairs, rows=ROWS):
    """For wrk: the places of the pair of that number, of so many."""
    return [REQUESTS, addresses(of, rows), str(number % of_pairs * (PLACES // of_pairs))]
