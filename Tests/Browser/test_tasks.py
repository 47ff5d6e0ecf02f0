"""Tasks of a person with data, on a file of flights. Each test says how many steps its task takes at most."""

import contextlib
import sqlite3

import pytest
from playwright.sync_api import expect

AIRLINES = {"UA": "United Air Lines Inc.", "B6": "JetBlue Airways", "DL": "Delta Air Lines Inc."}
AIRPORTS = {"EWR": "Newark Liberty Intl", "JFK": "John F Kennedy Intl", "LAX": "Los Angeles Intl", "MIA": "Miami Intl"}
# Day, departure, delay, carrier, number, plane, origin and destination. Two flights are listed twice.
FLIGHTS = [
    (1, 517, 2, "UA", 1545, "N14228", "EWR", "LAX"), (1, 533, 4, "UA", 1714, "N24211", "EWR", "MIA"),
    (1, 544, -1, "B6", 725, "N804JB", "JFK", "LAX"), (1, 554, -6, "DL", 461, "N668DN", "JFK", "LAX"),
    (2, 555, -5, "B6", 507, "N516JB", "EWR", "MIA"), (2, 557, 125, "UA", 1545, "N14228", "EWR", "LAX"),
    (2, 558, -2, "DL", 1919, "N971DL", "JFK", "MIA"), (2, None, None, "UA", 623, None, "JFK", "LAX"),
    (3, 559, 125, "DL", 1919, "N971DL", "JFK", "MIA"), (3, 600, 0, "B6", 49, "N516JB", "JFK", "MIA"),
    (3, 600, 0, "B6", 49, "N516JB", "JFK", "MIA"), (3, None, None, "DL", 347, "N971DL", "JFK", "LAX"),
]


@pytest.fixture
def flights(serve, tmp_path):
    """The address of the tables flights, airlines, airports and planes."""
    path = tmp_path / "flights.db"
    with sqlite3.connect(path) as database:
        database.executescript("""
            CREATE TABLE airlines(carrier TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE airports(faa TEXT PRIMARY KEY, name TEXT NOT NULL, lat REAL, lon REAL);
            CREATE TABLE planes(tailnum TEXT PRIMARY KEY, model TEXT, seats INTEGER);
            CREATE TABLE flights(
                id INTEGER PRIMARY KEY, day INTEGER NOT NULL, dep_time INTEGER, dep_delay INTEGER,
                carrier TEXT NOT NULL REFERENCES airlines, flight INTEGER, tailnum TEXT REFERENCES planes,
                origin TEXT NOT NULL REFERENCES airports, dest TEXT NOT NULL REFERENCES airports);
            CREATE INDEX flights_by_delay ON flights(dep_delay);
        """)
        database.executemany("INSERT INTO airlines VALUES (?, ?)", AIRLINES.items())
        database.executemany("INSERT INTO airports(faa, name) VALUES (?, ?)", AIRPORTS.items())
        planes = sorted({flight[5] for flight in FLIGHTS if flight[5]})
        database.executemany("INSERT INTO planes VALUES (?, ?, 150)", [(plane, f"A{plane[1:4]}") for plane in planes])
        database.executemany("INSERT INTO flights VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", FLIGHTS)
    database.close()
    return serve(path).url


class Steps:
    """What a visitor does on a page: clicks, pressed keys, and fields that are filled or chosen."""

    def __init__(self):
        self.count = 0

    def click(self, place, **options):
        self.count += 1
        place.click(**options)

    def press(self, place, key):
        self.count += 1
        place.press(key)

    def fill(self, place, value):
        self.count += 1
        place.fill(value)

    def choose(self, place, option):
        self.count += 1
        place.select_option(option)


@contextlib.contextmanager
def steps(most):
    """Counts the steps in the `with` block, and fails if they are more than `most`."""
    steps = Steps()
    yield steps
    assert steps.count <= most


def rows(page):
    """The texts of the cells of each row."""
    return [row.split("\t") for row in page.locator("tr.row").all_inner_texts()]


def test_6_from_an_airline_to_its_flights(visitor, flights):
    visitor.goto(f"{flights}/airlines/row/UA/")
    with steps(1) as visit:
        visit.click(visitor.get_by_role("link", name="flights", exact=True))
    visitor.wait_for_url("**/flights/?carrier=UA")
    expect(visitor.locator("tr.row")).to_have_count(4)
