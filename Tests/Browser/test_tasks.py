"""Tasks of a person with data, on a file of flights. Each test says how many steps its task takes at most."""

import contextlib
import csv
import re
import sqlite3
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import settled

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
        visit.click(visitor.get_by_role("link", name="flights", exact=True).first)
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
            visit.click(page.locator(".tools .columns"))
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
            visit.click(visitor.locator(".tools .columns"))
            visit.click(visitor.get_by_role("checkbox", name="All columns"))
            for column in wanted:
                visit.click(visitor.get_by_role("checkbox", name=column, exact=True))
            visit.click(visitor.get_by_role("button", name="Apply"))
    if menu.has_scripts:
        expect(visitor.get_by_role("columnheader")).to_have_text(wanted)
        return
    # Without JavaScript, the other columns are taken away, and a column moves one place at a time.
    with steps(14) as visit:
        visit.click(visitor.locator(".tools .columns"))
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


def filtered(page, *lines):
    """Fills the lines of the open filter form, the last of which is empty."""
    for number, (visit, column, comparison, value) in enumerate(lines):
        line = page.locator(".filter .line").last
        visit.choose(line.get_by_label("Column"), column)
        if comparison:
            visit.choose(line.get_by_label("Comparison"), comparison)
        if value is not None:
            visit.fill(line.get_by_label("Value"), value)
        if number < len(lines) - 1:
            visit.click(page.get_by_role("button", name="Add"))


def test_1_a_flight_by_day_and_number(page, flights):
    page.goto(f"{flights}/flights/")
    with steps(10) as visit:
        visit.click(page.get_by_text("Filter", exact=True))
        filtered(page, (visit, "carrier", None, "UA"), (visit, "flight", None, "1545"), (visit, "day", None, "1"))
        visit.click(page.get_by_role("button", name="Apply"))
    page.wait_for_url("**/flights/?carrier=UA&flight=1545&day=1")
    assert [row[0] for row in rows(page)] == ["1"]


def test_3_five_conditions_of_which_all_or_one_must_be_true(page, flights):
    page.goto(f"{flights}/flights/")
    with steps(20) as visit:
        visit.click(page.get_by_text("Filter", exact=True))
        filtered(
            page, (visit, "origin", None, "JFK"), (visit, "dest", None, "MIA"), (visit, "dep_delay", "gt", "-3"),
            (visit, "day", "gte", "2"), (visit, "carrier", "in", "DL, B6"))
        visit.click(page.get_by_role("button", name="Apply"))
    expect(page.locator(".count")).to_have_text("4 of 12 rows")
    with steps(4) as visit:
        visit.click(page.get_by_role("link", name="day is at least 2", exact=True))
        visit.fill(page.locator(".filter .line").nth(3).get_by_label("Value"), "3")
        visit.choose(page.get_by_role("combobox", name="Filters"), "One of these is true")
        visit.press(page.locator(".filter .line").nth(3).get_by_label("Value"), "Enter")
    page.wait_for_url("**&day__gte=3&carrier__in=DL%2C%20B6&_or=1")
    expect(page.locator(".count")).to_have_text("12 of 12 rows")


def test_5_from_a_flight_to_its_airline(visitor, flights):
    visitor.goto(f"{flights}/flights/?_sort=id")
    with steps(1) as visit:
        visit.click(visitor.locator("tr.row").first.get_by_role("link", name="UA"))
    visitor.wait_for_url("**/airlines/row/UA/")
    expect(visitor.get_by_role("heading", level=1)).to_have_text("United Air Lines Inc.")


def test_7_flights_without_departure(visitor, flights):
    visitor.goto(f"{flights}/flights/")
    with steps(4) as visit:
        visit.click(visitor.get_by_text("Filter", exact=True))
        filtered(visitor, (visit, "dep_time", "isnull", None))
        visit.click(visitor.get_by_role("button", name="Apply"))
    visitor.wait_for_url("**/flights/?dep_time__isnull=1")
    assert [row[0] for row in rows(visitor)] == ["8", "12"]


def test_11_a_view_and_a_row_are_shared_by_their_addresses(page, flights):
    page.goto(f"{flights}/flights/?carrier=UA&_sort_desc=dep_delay")
    expect(page).to_have_title("flights: carrier is UA, dep_delay ↓")
    page.goto(f"{flights}/airlines/row/UA/")
    expect(page).to_have_title("United Air Lines Inc.")


def test_12_what_is_shown_is_exported(page, flights):
    page.goto(f"{flights}/flights/?carrier=UA&_sort_desc=dep_delay&_col=id&_col=dep_delay")
    with steps(2) as visit, page.expect_download() as download:
        visit.click(page.get_by_text("Export", exact=True))
        visit.click(page.get_by_role("link", name="CSV", exact=True))
    assert download.value.path().read_text().split() == ["id,dep_delay", "6,125", "2,4", "1,2", "8,"]


def test_13_on_a_phone(visitor, flights):
    visitor.set_viewport_size({"width": 390, "height": 844})
    visitor.goto(f"{flights}/flights/?carrier=UA&dep_delay__gt=1")
    assert visitor.evaluate("document.documentElement.scrollWidth") >= 390
    with steps(3) as visit:
        visit.click(visitor.get_by_role("link", name="dep_delay is more than 1", exact=True))
        visit.fill(visitor.locator(".filter .line").nth(1).get_by_label("Value"), "3")
        visit.click(visitor.get_by_role("button", name="Apply"))
    expect(visitor.locator("tr.row")).to_have_count(2)
    box = visitor.locator(".bar .heading").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390


def test_14_print(visitor, flights):
    visitor.goto(f"{flights}/flights/?carrier=UA")
    visitor.emulate_media(media="print")
    expect(visitor.locator(".count")).to_be_visible()
    expect(visitor.get_by_text("carrier is UA")).to_be_visible()
    for control in [".tools", ".number", ".chips [aria-label]"]:
        expect(visitor.locator(control).first).not_to_be_visible()


def test_15_by_keyboard_alone(page, flights):
    page.goto(f"{flights}/flights/")
    page.locator("#table[role]").wait_for()
    with steps(4) as visit:
        visit.press(page.locator("body"), "/")
        menu = page.get_by_role("combobox", name="Go to a table or column")
        visit.fill(menu, "airl")
        expect(page.locator("#jump li")).to_have_count(2)  # the table, and the search
        visit.press(menu, "Enter")
        page.wait_for_url("**/airlines/")
        page.locator("#table[role]").wait_for()
        visit.press(page.locator("tr.row").first.locator("[tabindex='0']"), "Enter")
    page.wait_for_url("**/airlines/row/*/")


def test_16_without_javascript(page_without_javascript, flights):
    page = page_without_javascript
    page.goto(f"{flights}/flights/?_size=4")
    with steps(7) as visit:
        visit.click(page.get_by_text("Filter", exact=True))
        filtered(page, (visit, "dep_delay", "gte", "0"))
        visit.click(page.get_by_role("button", name="Apply"))
        visit.click(page.get_by_role("columnheader", name="dep_delay").get_by_role("link").first)
        visit.click(page.get_by_role("link", name="Next"))
    settled(page)
    assert [row[3] for row in rows(page)] == ["125", "125"]


def test_17_a_program_reads_the_address(flights):
    with urllib.request.urlopen(f"{flights}/flights.csv?carrier=UA&dep_delay__gt=1&_labels=1") as answer:
        found = list(csv.DictReader(answer.read().decode().splitlines()))
    assert [(row["flight"], row["carrier_label"]) for row in found] == [
        ("1545", "United Air Lines Inc."), ("1714", "United Air Lines Inc."), ("1545", "United Air Lines Inc.")]


def test_27_changes_of_other_programs_appear(page, flights, tmp_path):
    page.goto(f"{flights}/flights/?carrier=UA&_sort_desc=dep_delay")
    with sqlite3.connect(tmp_path / "flights.db") as database:
        database.execute("UPDATE flights SET dep_delay = 300 WHERE id = 1")
        database.execute("DELETE FROM flights WHERE id = 8")
    database.close()
    expect(page.locator(".count")).to_have_text("3 of 11 rows")
    assert [row[0] for row in rows(page)] == ["1", "6", "2"]


@pytest.fixture
def events(serve, tmp_path):
    """The address of a table of 200,000 events."""
    with sqlite3.connect(tmp_path / "events.db") as database:
        database.execute("CREATE TABLE events(id INTEGER PRIMARY KEY, place TEXT)")
        database.executemany("INSERT INTO events VALUES (?, ?)", ((2 * n, f"p{n * 7919 % 200_000:06}") for n in range(1, 200_001)))
        database.execute("CREATE INDEX by_place ON events(place)")
    database.close()
    return serve(tmp_path / "events.db").url + "/events/"


def test_28_to_a_row_by_its_number(visitor, events):
    visitor.goto(events)
    with steps(2) as visit:
        number = visitor.get_by_label("Row number")
        visit.fill(number, "100,001")
        visit.press(number, "Enter")
    visitor.wait_for_url("**/events/?_next=*#row-200002")
    expect(visitor.locator("#row-200002")).to_be_in_viewport()
    expect(visitor.locator(".pager span")).to_contain_text("100,001–")


def test_28_to_a_row_that_is_not_there(visitor, events, problems):
    visitor.goto(f"{events}?place__startswith=p0000&_sort=place&_size=10")
    number = visitor.get_by_label("Row number")
    number.fill("12")
    number.press("Enter")
    visitor.wait_for_url("**?place__startswith=p0000&_sort=place&_size=10&_next=*")
    for text, sentence in [("500", "The table has no such row."), ("x", "The number of a row must be a whole number from 1.")]:
        visitor.get_by_label("Row number").fill(text)
        visitor.get_by_label("Row number").press("Enter")
        expect(visitor.get_by_text(sentence)).to_be_visible()
        problems.forget(404 if text == "500" else 400)
        visitor.go_back()


def test_29_to_a_text_in_the_sorted_column(page, events):
    page.goto(f"{events}?_sort=place")
    page.locator("#table[role]").wait_for()
    page.locator("tr.row [tabindex='0']").first.focus()
    page.keyboard.type("p1234")
    page.wait_for_function("() => document.activeElement.closest('tr')?.innerText.includes('p123400')")


def test_30_the_start_page_tells_what_there_is(visitor, flights):
    visitor.goto(flights)
    expect(visitor.locator(".count")).to_have_text(re.compile(r"^4 tables, \d+ kB$"))
    row = visitor.locator("tr.row", has_text="flights").last
    expect(row).to_contain_text("dep_delay")


# The twenty further tasks, and what else a person tried.


@pytest.fixture
def editable_flights(flights, serve, tmp_path):
    """The address of the same tables, whose rows can be changed."""
    return serve(tmp_path / "flights.db", "--editable").url


def filter_also(visit, page, chip, *line):
    """Adds a filter to the ones of a page. The form opens at one of them; without JavaScript, it has an empty line."""
    visit.click(page.get_by_role("link", name=chip, exact=True))
    add = page.get_by_role("button", name="Add")
    page.locator(".filter .line").last.wait_for()
    if add.is_visible():
        visit.click(add)
    filtered(page, (visit, *line))
    visit.click(page.get_by_role("button", name="Apply"))


def value(tmp_path, statement):
    """The rows that a statement reads in the file."""
    with sqlite3.connect(tmp_path / "flights.db") as database:
        found = database.execute(statement).fetchall()
    database.close()
    return found


def test_new_3_duplicates_are_deleted_but_for_one(visitor, editable_flights, tmp_path):
    visitor.goto(f"{editable_flights}/flights/?day=3")
    with steps(10) as visit:
        filter_also(visit, visitor, "day is 3", "flight", "nottop", "1")
        expect(visitor.locator("tr.row")).to_have_count(1)
        visit.click(visitor.get_by_role("link", name="Select", exact=True))
        visit.click(visitor.locator("tr.row [type=checkbox]"))
        visit.click(visitor.locator("#selection").get_by_role("button", name="Delete"))
        visit.click(visitor.get_by_role("button", name="Delete 1 row"))
    expect(visitor.get_by_role("button", name="Undo")).to_be_visible()
    assert value(tmp_path, "SELECT count(*), count(DISTINCT flight) FROM flights WHERE day = 3") == [(3, 3)]


def test_new_4_flights_whose_plane_is_missing(visitor, flights, menu, tmp_path):
    with sqlite3.connect(tmp_path / "flights.db") as database:
        database.execute("DELETE FROM planes WHERE tailnum = 'N804JB'")
    database.close()
    visitor.goto(f"{flights}/flights/")
    with steps(2 if menu.has_scripts else 3) as visit:
        visit.click(menu(visit, visitor, "tailnum").get_by_role("link", name="Refers to no row"))
    expect(visitor.locator("tr.row")).to_have_count(1)
    assert "N804JB" in rows(visitor)[0]


def test_new_6_the_two_longest_delays_of_each_airline(visitor, flights):
    visitor.goto(f"{flights}/flights/?_sort_desc=dep_delay&dep_delay__notnull=")
    with steps(6) as visit:
        filter_also(visit, visitor, "dep_delay has a value", "carrier", "top", "2")
    expect(visitor.locator("tr.row")).to_have_count(6)
    delays = {}
    for row in rows(visitor):
        delays.setdefault(row[4][:2], []).append(row[3])
    assert delays == {"UA": ["125", "4"], "DL": ["125", "-2"], "B6": ["0", "0"]}


def test_new_12_one_value_for_all_rows_of_a_filter(visitor, editable_flights, tmp_path):
    visitor.goto(f"{editable_flights}/flights/?carrier=UA&_size=2")
    with steps(6) as visit:
        visit.click(visitor.get_by_role("link", name="Select", exact=True))
        visit.click(visitor.get_by_label("All rows of the list"))
        visit.click(visitor.locator("#selection").get_by_role("button", name="Edit"))
        visit.fill(visitor.locator("[name='value.flight']"), "99")
        visit.press(visitor.locator("[name='value.flight']"), "Enter")
        expect(visitor.get_by_role("heading", name="Change 4 rows")).to_be_visible()
        visit.click(visitor.get_by_role("button", name="Write 4 rows"))
    expect(visitor.get_by_role("status").filter(has_text="4 rows changed")).to_be_visible()
    assert value(tmp_path, "SELECT DISTINCT carrier FROM flights WHERE flight = 99") == [("UA",)]
    visitor.get_by_role("button", name="Undo").click()
    expect(visitor.get_by_role("button", name="Redo")).to_be_visible()
    assert value(tmp_path, "SELECT count(*) FROM flights WHERE flight = 99") == [(0,)]


def test_new_13_the_model_of_the_plane_beside_the_flight(visitor, flights, menu):
    visitor.goto(f"{flights}/flights/")
    with steps(7 if menu.has_scripts else 8) as visit:
        visit.click(visitor.get_by_role("link", name="Columns", exact=True))
        visit.click(visitor.get_by_text("Columns of other tables"))
        visit.click(visitor.get_by_role("checkbox", name="tailnum.model", exact=True))
        visit.click(visitor.locator("form.choose").get_by_role("button", name="Apply"))
        expect(visitor.get_by_role("columnheader", name="tailnum.model")).to_be_visible()
        form = menu(visit, visitor, "tailnum\\.model").locator("form").filter(has=visitor.locator("[name=_filter_value]"))
        visit.fill(form.get_by_label("Value"), "A516")
        visit.press(form.get_by_label("Value"), "Enter")
    expect(visitor.locator("tr.row")).to_have_count(3)
    assert all("A516" in row for row in rows(visitor))


def test_a_search_finds_the_name_that_is_shown(visitor, flights):
    visitor.goto(f"{flights}/flights/")
    with steps(2) as visit:
        visit.fill(visitor.get_by_role("searchbox"), "jetblue")
        visit.press(visitor.get_by_role("searchbox"), "Enter")
    expect(visitor.locator("tr.row")).to_have_count(4)
    assert {row[4] for row in rows(visitor)} == {"B6 JetBlue Airways"}


# Corrections, files, questions and charts.


def edit_cell(visit, page, cell, value):
    visit.click(cell, click_count=2)
    field = page.locator("#editor").get_by_role("textbox")
    visit.fill(field, value)
    visit.press(field, "Enter")


def test_19_and_22_a_value_is_corrected_and_the_correction_undone(page, editable_flights, tmp_path):
    page.goto(f"{editable_flights}/flights/?carrier=UA&_sort_desc=dep_delay")
    cell = page.locator("#row-6 > :nth-child(4)")
    with steps(3) as visit:
        edit_cell(visit, page, cell, "126")
    expect(page.get_by_text("Row 6 changed")).to_be_visible()
    expect(cell).to_have_text("126")
    with steps(1) as visit:
        visit.press(page.locator("body"), "Control+z")
    expect(cell).to_have_text("125")
    with steps(1) as visit:
        visit.press(page.locator("body"), "Control+Shift+Z")
    expect(cell).to_have_text("126")
    assert value(tmp_path, "SELECT dep_delay, typeof(dep_delay) FROM flights WHERE id = 6") == [(126, "integer")]


def test_20_a_row_is_added(visitor, editable_flights, tmp_path):
    visitor.goto(f"{editable_flights}/planes/?model=A804")
    with steps(4) as visit:
        visit.click(visitor.get_by_role("link", name="New row"))
        visit.fill(visitor.get_by_label("tailnum", exact=True), "N805JB")
        visit.fill(visitor.get_by_label("seats", exact=True), "150")
        visit.click(visitor.get_by_role("button", name="Save"))
    # It begins with the value of the filter.
    assert value(tmp_path, "SELECT * FROM planes WHERE tailnum = 'N805JB'") == [("N805JB", "A804", 150)]


def test_21_three_rows_of_a_filter_are_deleted(visitor, editable_flights, tmp_path):
    visitor.goto(f"{editable_flights}/flights/?day=3")
    with steps(6) as visit:
        visit.click(visitor.get_by_role("link", name="Select", exact=True))
        for place in range(3):
            visit.click(visitor.locator("tr.row [type=checkbox]").nth(place))
        visit.click(visitor.locator("#selection").get_by_role("button", name="Delete"))
        visit.click(visitor.get_by_role("button", name="Delete 3 rows"))
    assert value(tmp_path, "SELECT count(*) FROM flights WHERE day = 3") == [(1,)]
    with steps(1) as visit:
        visit.click(visitor.get_by_role("button", name="Undo"))
    expect(visitor.locator("tr.row")).to_have_count(4)
    assert value(tmp_path, "SELECT count(*) FROM flights WHERE day = 3") == [(4,)]


def test_23_a_file_of_a_spreadsheet_is_opened(visitor, serve, tmp_path):
    path = tmp_path / "orders.csv"
    path.write_text("\ufeffcustomer;amount;day\r\nMüller;12,50;2026-01-02\r\n\"Doe; Ann\";7,25;2026-01-03\r\n", "utf-8")
    visitor.goto(serve(path).url)
    with steps(1) as visit:
        visit.click(visitor.get_by_role("link", name="orders"))
    expect(visitor.get_by_role("columnheader")).to_have_text(["customer", "amount", "day"])
    assert [row[:2] for row in rows(visitor)] == [["Müller", "12.50"], ["Doe; Ann", "7.25"]]


def test_25_a_question_in_sql_is_shared_by_its_address(visitor, flights, menu):
    visitor.goto(flights)
    with steps(3) as visit:
        visit.click(visitor.get_by_role("link", name="SQL", exact=True))
        visit.fill(visitor.get_by_label("SQL"), "SELECT carrier, count(*) AS n FROM flights GROUP BY 1 ORDER BY 2 DESC, 1")
        visit.click(visitor.get_by_role("button", name="Run"))
    visitor.wait_for_url("**/-/sql/?sql=SELECT*")
    assert [(row[0][:2], row[1]) for row in rows(visitor)] == [("B6", "4"), ("DL", "4"), ("UA", "4")]


def group(visit, page, *choices):
    """Opens the form of groups, chooses, and sends it."""
    visit.click(page.get_by_role("link", name="Group", exact=True))
    form = page.locator(".grouper form")
    for label, option in choices:
        if option is True:
            visit.click(form.get_by_label(label))
        else:
            visit.choose(form.locator(f"[name={label}]").first if label.startswith("_") else form.get_by_label(label), option)
    visit.click(form.get_by_role("button", name="Group"))
    settled(page)


def group_mean_delays(visit, page, by, across):
    """Makes a cross table of mean delays."""
    group(
        visit, page, ("Group by", by), ("then by", across), ("as columns", True), ("_figure", "mean"),
        ("_figure_of", "dep_delay"))


def table(page):
    """The rows with the first line of each cell."""
    return [[cell.split("\n")[0].strip() for cell in row] for row in rows(page)]


def test_26_a_chart(visitor, flights):
    visitor.goto(f"{flights}/flights/")
    with steps(4) as visit:
        group(visit, visitor, ("Group by", "dest"))
        visit.click(visitor.get_by_role("link", name="Vertical bars"))
    expect(visitor.locator("figure.chart rect title")).to_have_text(["LAX: 6", "MIA: 6"])


def test_new_1_two_days_of_each_airline_side_by_side(visitor, flights):
    visitor.goto(f"{flights}/flights/?day__lt=3")
    with steps(5) as visit:
        group(visit, visitor, ("Group by", "carrier"), ("then by", "day"), ("as columns", True))
    expect(visitor.get_by_role("columnheader")).to_have_text(["carrier", "1", "2", "total"])
    assert [row[1:] for row in table(visitor)] == [["1", "1", "2"], ["1", "1", "2"], ["2", "2", "4"], ["4", "4", "8"]]


def test_new_5_the_mean_delay_by_origin_and_destination(visitor, flights):
    visitor.goto(f"{flights}/flights/")
    with steps(7) as visit:
        group_mean_delays(visit, visitor, "origin", "dest")
    expect(visitor.get_by_role("columnheader")).to_have_text(["origin", "LAX", "MIA", "total"])
    figures = [[float(cell.replace("−", "-")) for cell in row[1:3]] for row in table(visitor)[:2]]
    assert figures == [[63.5, -0.5], [-3.5, 30.75]]


def test_new_7_percentages_of_the_total(visitor, flights):
    visitor.goto(f"{flights}/flights/")
    with steps(4) as visit:
        group(visit, visitor, ("Group by", "dest"), ("_as", "percent"))
    assert [row[1:] for row in table(visitor)] == [["6", "50.0"], ["6", "50.0"]]


@pytest.fixture
def tickets(serve, tmp_path):
    """The address of a table of tickets, one for each of the last 60 days."""
    path = tmp_path / "tickets.db"
    with sqlite3.connect(path) as database:
        database.executescript("""
            CREATE TABLE tickets(id INTEGER PRIMARY KEY, opened DATE, state TEXT);
            WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 59)
            INSERT INTO tickets(opened, state) SELECT date('now', -i || ' days'), 'open' FROM n;
        """)
    database.close()
    return f"{serve(path).url}/tickets/"


def test_new_8_rows_of_each_week(visitor, tickets):
    visitor.goto(tickets)
    with steps(4) as visit:
        group(visit, visitor, ("Group by", "opened"), ("_bin", "week"))
    counts = [int(row[1]) for row in table(visitor)]
    assert sum(counts) == 60 and max(counts) == 7 and len(counts) in (9, 10)


def test_new_9_what_was_opened_in_the_last_30_days(visitor, tickets):
    visitor.goto(tickets)
    with steps(5) as visit:
        visit.click(visitor.get_by_text("Filter", exact=True))
        filtered(visitor, (visit, "opened", "within", "30 days"))
        visit.click(visitor.get_by_role("button", name="Apply"))
    expect(visitor.locator(".count")).to_have_text("30 of 60 rows")


def test_new_10_ten_thousand_keys(visitor, flights):
    keys = ", ".join([*(f"N{number:05}" for number in range(9_998)), "N516JB", "N14228"])
    visitor.goto(f"{flights}/flights/")
    with steps(5) as visit:
        visit.click(visitor.get_by_text("Filter", exact=True))
        filtered(visitor, (visit, "tailnum", "in", keys))
        visit.click(visitor.get_by_role("button", name="Apply"))
    visitor.wait_for_url("**/flights/?tailnum__in=%40*")
    expect(visitor.locator("tr.row")).to_have_count(5)
    expect(visitor.locator(".chips")).to_contain_text("tailnum is one of 10,000 values")
    # The address has the same rows in every format, also beside another filter.
    assert len(visitor.url) < 200
    with urllib.request.urlopen(visitor.url.replace("/flights/?", "/flights/table.csv?") + "&carrier=UA") as answer:
        assert len(answer.read().decode().splitlines()) == 3


def test_new_10_a_pasted_column_is_a_list(page, flights):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{flights}/flights/")
    page.evaluate("navigator.clipboard.writeText('N516JB\\nN14228\\n\\nDoe, Ann\\n')")
    with steps(4) as visit:
        visit.click(page.get_by_text("Filter", exact=True))
        line = page.locator(".filter .line").last
        visit.choose(line.get_by_label("Column"), "tailnum")
        visit.press(line.get_by_label("Value"), "Control+v")
        visit.click(page.get_by_role("button", name="Apply"))
    expect(page.locator(".chips li:not(.joint)")).to_have_count(3)
    expect(page.locator("tr.row")).to_have_count(5)


def test_new_11_rows_are_corrected_from_a_spreadsheet(visitor, editable_flights, tmp_path):
    visitor.goto(f"{editable_flights}/planes/")
    with steps(4) as visit:
        visit.click(visitor.get_by_role("link", name="Paste rows"))
        visit.fill(visitor.get_by_label("Rows", exact=True), "tailnum\tseats\nN516JB\t160\nN804JB\t170")
        visit.click(visitor.get_by_role("button", name="Check"))
        visit.click(visitor.get_by_role("button", name="Write 2 rows"))
    assert value(tmp_path, "SELECT seats, typeof(seats) FROM planes WHERE seats > 150 ORDER BY 1") == [
        (160, "integer"), (170, "integer")]


def test_new_14_a_view_is_kept_under_a_name(visitor, editable_flights, tmp_path):
    visitor.goto(f"{editable_flights}/flights/?carrier=UA&_sort_desc=dep_delay")
    with steps(3) as visit:
        visit.click(visitor.get_by_role("link", name="Save view"))
        visit.fill(visitor.get_by_label("Name"), "Late UA, mine")
        visit.click(visitor.get_by_role("button", name="Save view"))
    visitor.goto(editable_flights)
    with steps(1) as visit:
        visit.click(visitor.get_by_role("link", name="Late UA, mine"))
    visitor.wait_for_url("**/flights/?carrier=UA&_sort_desc=dep_delay")
    expect(visitor.locator("tr.row")).to_have_count(4)
    assert value(tmp_path, "SELECT name, \"table\", query FROM cascade_view") == [
        ("Late UA, mine", "flights", "carrier=UA&_sort_desc=dep_delay")]


def test_new_17_only_some_rows_are_downloaded(visitor, flights):
    visitor.goto(f"{flights}/flights/")
    with steps(6) as visit:
        visit.click(visitor.get_by_role("link", name="Select", exact=True))
        for row in (3, 7, 12):
            visit.click(visitor.locator(f"#row-{row} [type=checkbox]"))
        visit.click(visitor.get_by_role("button", name="Only these rows"))
        visit.click(visitor.get_by_text("Export", exact=True))
    settled(visitor)
    address = visitor.get_by_role("link", name="CSV", exact=True).get_attribute("href")
    with urllib.request.urlopen(flights + address) as answer:
        assert [row[0] for row in csv.reader(answer.read().decode().splitlines())] == ["id", "3", "7", "12"]


def test_a_copied_key_has_no_blank(page, flights):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{flights}/flights/?_col=carrier")
    cell = page.locator("#row-1 > :first-child")
    cell.focus()
    page.keyboard.press("Control+c")
    assert page.evaluate("navigator.clipboard.readText()") == "UA"


def test_a_facet_takes_several_values(page, flights):
    page.goto(f"{flights}/flights/?_facet=carrier&day=2")
    facet = page.locator(".facet li")
    with steps(2) as visit:
        visit.click(facet.get_by_role("link", name="UA"))
        page.wait_for_url("**/flights/?day=2&carrier=UA&_facet=carrier")
        visit.click(facet.get_by_role("link", name="B6"))
    page.wait_for_url("**/flights/?day=2&carrier__in=UA%2C%20B6&_facet=carrier")
    expect(page.locator("tr.row")).to_have_count(3)
    expect(facet).to_have_count(3)
    expect(facet.locator("[aria-current]")).to_have_count(2)
    with steps(1) as visit:
        visit.click(facet.get_by_role("link", name="UA"))
    page.wait_for_url("**/flights/?day=2&carrier=B6&_facet=carrier")


@pytest.mark.parametrize("item, query, count", [
    ("origin is JFK", "origin__exact=JFK", 8), ("origin is not JFK", "origin__not=JFK", 4)])
def test_a_filter_by_the_cell_under_the_pointer(page, flights, item, query, count):
    page.goto(f"{flights}/flights/?day__gte=1")
    page.locator("#table[role=grid]").wait_for()
    cell = page.locator("#row-4 > :nth-child(8)")
    with steps(2) as visit:
        box = cell.bounding_box()
        visit.click(cell, button="right", position={"x": box["width"] - 3, "y": box["height"] / 2})
        visit.click(page.get_by_role("link", name=item, exact=True))
    page.wait_for_url(f"**/flights/?day__gte=1&{query}")
    expect(page.locator(".count")).to_contain_text(f"{count} of 12 rows")


def test_new_2_exactly_this_view_is_sent_to_a_colleague(visitor, flights):
    visitor.goto(f"{flights}/flights/?carrier=UA&_sort_desc=dep_delay&_col=carrier&_col=dep_delay&_facet=dest")
    expect(visitor.locator(".tools .columns")).to_have_text("2 of 9 columns")
    address, table = visitor.url, rows(visitor)
    with steps(0):
        visitor.goto("about:blank")
        visitor.goto(address)
    assert rows(visitor) == table
    assert [row[1].split("\n")[0] for row in table] == ["125", "4", "2", "—"]


def test_new_15_a_heat_map_of_delays(visitor, flights):
    visitor.goto(f"{flights}/flights/?dep_delay__notnull=1")
    with steps(7) as visit:
        group_mean_delays(visit, visitor, "carrier", "day")
    expect(visitor.get_by_role("link", name="Heat map")).to_have_attribute("aria-current", "true")
    titles = visitor.locator("figure.chart rect title").all_text_contents()
    assert len(titles) == 8 and any("125" in title for title in titles)


def test_new_16_a_column_stays_in_view_in_a_wide_table(page, flights):
    page.set_viewport_size({"width": 500, "height": 700})
    page.goto(f"{flights}/flights/")
    heading = page.locator("thead th[data-column=day]")
    expect(heading).to_have_attribute("aria-haspopup", "dialog")
    with steps(2) as visit:
        visit.click(heading.locator(".open"))
        visit.click(page.locator("#column").get_by_role("button", name="Pin"))
    page.evaluate("scrollTo(400, 0)")
    page.wait_for_function("scrollX > 50")
    assert 0 <= heading.bounding_box()["x"] < 250
