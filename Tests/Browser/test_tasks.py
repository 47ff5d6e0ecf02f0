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


@pytest.fixture
def menu(request):
    """A function that opens the menu of a column: `menu(visit, page, "carrier")`. Returns the part of the page with it."""
    has_scripts = request.node.callspec.params["visitor"] == "with JavaScript"

    def open_menu(visit, page, column):
        if has_scripts:
            heading = page.locator(f"thead th[data-column={column}]")
            expect(heading).to_have_attribute("aria-haspopup", "dialog")
            visit.click(heading.locator(".open"))
            expect(page.locator("#column")).to_be_visible()
        else:
            visit.click(page.get_by_role("link", name="Columns", exact=True))
            visit.click(page.locator(".choose li").filter(has=page.locator(f"[value={column}]")).get_by_role("link"))
        return page.locator(f".column[data-column={column}]")

    open_menu.has_scripts = has_scripts
    return open_menu


def test_2_the_longest_delays_and_then_the_latest_flights(visitor, flights, menu):
    visitor.goto(f"{flights}/flights/")
    with steps(4 if menu.has_scripts else 6) as visit:
        visit.click(menu(visit, visitor, "dep_delay").get_by_role("link", name="Sort descending"))
        expect(visitor.locator("th[aria-sort]")).to_have_text(["dep_delay"])
        visit.click(menu(visit, visitor, "day").get_by_role("link", name="Then descending"))
    expect(visitor.locator("th[aria-sort=descending]")).to_have_text(["day", "dep_delay"])
    expect(visitor.locator("[data-rank='1']")).to_have_text("dep_delay")
    assert [(row[3], row[1]) for row in rows(visitor)[:3]] == [("125", "3"), ("125", "2"), ("4", "1")]


def test_4_the_mean_delay_of_each_airline(visitor, flights, menu):
    visitor.goto(f"{flights}/flights/")
    with steps(3 if menu.has_scripts else 4) as visit:
        form = menu(visit, visitor, "dep_delay").locator("form").filter(has=visitor.locator("[name=_group]"))
        visit.choose(form.get_by_label("Group by"), "carrier")
        visit.click(form.get_by_role("button", name="Mean"))
    expect(visitor.get_by_role("columnheader")).to_have_text(["carrier", "count", "mean_dep_delay"])
    assert ["UA United Air Lines Inc.", "4", "43.6667"] in rows(visitor)


def test_8_flights_that_are_listed_twice(visitor, flights, menu):
    visitor.goto(f"{flights}/flights/")
    with steps(6 if menu.has_scripts else 8) as visit:
        visit.click(menu(visit, visitor, "flight").get_by_role("link", name="Count values"))
        expect(visitor.locator(".chips")).to_contain_text("Grouped by flight")
        form = menu(visit, visitor, "flight").locator("form").filter(has=visitor.locator("[name=_group]"))
        visit.choose(form.get_by_label("Group by"), "day")
        visit.click(form.get_by_role("button", name="Apply"))
        expect(visitor.get_by_role("columnheader")).to_have_text(["flight", "day", "count"])
        visit.click(visitor.locator("tr.row .go").first)
    visitor.wait_for_url("**/flights/?flight=49&day=3")
    expect(visitor.locator("tr.row")).to_have_count(2)


def test_9_how_often_each_destination_comes_and_the_range_of_the_delays(visitor, flights, menu):
    visitor.goto(f"{flights}/flights/")
    with steps(2 if menu.has_scripts else 3) as visit:
        visit.click(menu(visit, visitor, "dest").get_by_role("link", name="Count values"))
    expect(visitor.locator("tr.row")).to_have_count(2)
    assert rows(visitor) == [["LAX Los Angeles Intl", "6"], ["MIA Miami Intl", "6"]]
    visitor.goto(f"{flights}/flights/")
    with steps(2 if menu.has_scripts else 3) as visit:
        visit.click(menu(visit, visitor, "dep_delay").get_by_role("link", name="Statistics"))
    expect(visitor.locator("tr.row svg")).to_have_count(1)
    assert rows(visitor)[0][:6] == ["dep_delay", "12", "2", "8", "-6", "125"]


def test_10_three_columns_in_an_order(visitor, flights, menu):
    visitor.goto(f"{flights}/flights/")
    wanted = ["carrier", "flight", "dep_delay"]
    with steps(6) as visit:
        if menu.has_scripts:
            visit.click(visitor.get_by_role("link", name="Columns", exact=True))
            visit.click(visitor.get_by_role("checkbox", name="All columns"))
            for column in wanted:
                visit.click(visitor.get_by_role("checkbox", name=column, exact=True))
            visit.click(visitor.get_by_role("button", name="Apply"))
    if menu.has_scripts:
        expect(visitor.get_by_role("columnheader")).to_have_text(wanted)
        return
    # Without JavaScript, the other columns are taken away, and a column moves one place at a time.
    with steps(14) as visit:
        visit.click(visitor.get_by_role("link", name="Columns", exact=True))
        for column in ["id", "day", "dep_time", "tailnum", "origin", "dest"]:
            visit.click(visitor.get_by_role("checkbox", name=column, exact=True))
        visit.click(visitor.get_by_role("button", name="Apply"))
        for _ in range(2):
            visit.click(menu(visit, visitor, "dep_delay").get_by_role("link", name="Move right"))
    expect(visitor.get_by_role("columnheader")).to_have_text(wanted)


def test_18_a_column_for_a_spreadsheet(page, flights):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{flights}/airlines/")
    with steps(2) as visit:
        visit.click(page.locator("thead th[data-column=name] .open"))
        visit.click(page.get_by_role("button", name="Copy as TSV"))
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.split("\n") == ["name", *[name for _, name in sorted(AIRLINES.items())]]


def test_24_codes_have_names_beside_them(visitor, flights):
    with steps(0):
        visitor.goto(f"{flights}/flights/")
    assert rows(visitor)[0][4:] == [
        "UA United Air Lines Inc.", "1545", "N14228", "EWR Newark Liberty Intl", "LAX Los Angeles Intl"]
