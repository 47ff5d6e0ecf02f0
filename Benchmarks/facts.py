"""A SQLite file of a million rows, and the addresses of its pages of 100 rows."""
import contextlib, functools, os, random, sqlite3, sys

from limit import FIXTURES
from load import REQUESTS

ROWS = 1_000_000
PAGE = 100
PLACES = 200_000  # so many that no cache still has a page when it is requested again


def make(rows=ROWS):
    """Returns the path of the file of facts."""
    return database("facts.db" if rows == ROWS else f"facts-{rows}.db", rows, f"""
        CREATE TABLE facts(id INTEGER PRIMARY KEY, name TEXT, amount INTEGER, price REAL, day TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
        INSERT INTO facts SELECT i, 'Fact number ' || i, i * 7919 % 100000,
            round(i * 104729 % 1000000 / 100.0, 2), date('2000-01-01', '+' || (i % 9000) || ' days') FROM n;
        """)


def database(name, rows, script):
    """Returns the path of a SQLite file. If it is missing, makes it with a SQL script."""
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
    """Returns the path of our page after a row. Its token is SECTION.ROW~ID of that row, and the ID is ROW + 1."""
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
    """Returns the path of a file of addresses, one a line, at the same random places for each server."""
    path = os.path.join(FIXTURES, f"pages-{of.__name__}-{rows}.txt")
    span = max(rows - PAGE, 1)
    places = random.Random(1).sample(range(span), min(PLACES, span))
    with open(path, "w") as file:
        file.writelines(of(row) + "\n" for row in places)
    return path


def script(of, number, of_pairs, rows=ROWS):
    """Returns the script and arguments of wrk, with a different part of the places for each pair."""
    return [REQUESTS, addresses(of, rows), str(number % of_pairs * (PLACES // of_pairs))]
