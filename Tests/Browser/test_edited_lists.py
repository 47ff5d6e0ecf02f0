"""Lists that are sorted, filtered or searched, and edited (`--editable`)."""

import sqlite3

import pytest
from playwright.sync_api import expect

SCHEMA = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE carriers(code TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE flights(id INTEGER PRIMARY KEY, carrier TEXT REFERENCES carriers, seats, note TEXT);
    INSERT INTO carriers VALUES ('HA', 'Hawaiian'), ('UA', 'United');
    INSERT INTO flights VALUES (1, 'UA', 30, NULL), (2, 'HA', 20, 'x'), (3, 'HA', 10, NULL), (4, 'UA', 5, NULL);
"""


@pytest.fixture
def flights(serve, tmp_path):
    """The path of a file whose tables can be edited, and the address of its server."""
    path = tmp_path / "flights.db"
    with sqlite3.connect(path) as database:
        database.executescript(SCHEMA)
    database.close()
    return path, serve(path, "--editable").url


def read(path, sql):
    with sqlite3.connect(path) as database:
        rows = database.execute(sql).fetchall()
    database.close()
    return rows


def test_a_cell_of_a_filtered_list_is_edited(page, flights):
    path, url = flights
    page.goto(f"{url}/flights/?carrier=HA&_sort=seats")
    seats = page.locator("#row-2 > :nth-child(3)")
    seats.dblclick()
    field = page.get_by_label("seats", exact=True)
    expect(field).to_have_value("20")
    field.fill("5")
    field.press("Enter")
    expect(seats).to_have_text("5")
    # The order is that of the new values, and the filter stays.
    expect(page.locator("#table .row")).to_have_count(2)
    expect(page.locator("#table .row").first).to_have_attribute("id", "row-2")
    assert read(path, "SELECT seats, typeof(seats) FROM flights WHERE id = 2") == [(5, "integer")]

    # A row that no longer matches leaves the list.
    page.locator("#row-2 > :nth-child(2)").dblclick()
    page.get_by_label("carrier", exact=True).fill("UA")
    page.keyboard.press("Enter")
    expect(page.locator("#row-2")).to_have_count(0)
    expect(page).to_have_url(f"{url}/flights/?carrier=HA&_sort=seats")


def test_selected_rows_of_a_filtered_list(visitor, flights):
    path, url = flights
    visitor.goto(f"{url}/flights/?carrier=HA")
    visitor.get_by_role("link", name="Select", exact=True).click()
    expect(visitor.get_by_role("checkbox", name="Select")).to_have_count(2)
    visitor.get_by_role("checkbox", name="Select 3").check()
    visitor.locator("#selection").get_by_role("button", name="Edit").click()
    visitor.get_by_label("seats", exact=True).fill("60")
    visitor.get_by_role("button", name="Check").click()
    expect(visitor.get_by_role("status")).to_have_text("1 changed")
    visitor.get_by_role("button", name="Write 1 row").click()
    expect(visitor).to_have_url(f"{url}/flights/?carrier=HA")
    expect(visitor.locator("#row-3 > :nth-child(3)")).to_have_text("60")
    assert read(path, "SELECT seats, typeof(seats) FROM flights WHERE id = 3") == [(60, "integer")]
    visitor.get_by_role("button", name="Undo").click()
    expect(visitor.locator("#row-3 > :nth-child(3)")).to_have_text("10")
    expect(visitor).to_have_url(f"{url}/flights/?carrier=HA")


def test_rows_are_added_to_a_sorted_list(visitor, flights):
    path, url = flights
    visitor.goto(f"{url}/flights/")
    # Without a script, the click leads to another page; with one, the page stays.
    visitor.locator("th[data-column=seats] a").first.click()
    expect(visitor).to_have_url(f"{url}/flights/?_sort=seats")
    visitor.get_by_role("link", name="Paste rows").click()
    visitor.get_by_label("Rows", exact=True).fill("id\tseats\n1\tnone\n")
    visitor.get_by_role("button", name="Check").click()
    expect(visitor.locator(".rows-of-plan .change")).to_contain_text("number → text")
    visitor.get_by_role("button", name="Write 1 row").click()
    expect(visitor).to_have_url(f"{url}/flights/?_sort=seats")
    visitor.get_by_role("link", name="New row").click()
    visitor.get_by_label("carrier", exact=True).fill("HA")
    visitor.get_by_label("seats", exact=True).fill("7")
    visitor.get_by_role("button", name="Save").click()
    expect(visitor).to_have_url(f"{url}/flights/row/5/?_sort=seats")
    assert read(path, "SELECT seats, typeof(seats) FROM flights WHERE id = 5") == [(7, "integer")]
    # The way back leads to the list.
    visitor.get_by_role("link", name="flights", exact=True).click()
    expect(visitor).to_have_url(f"{url}/flights/?_sort=seats")
    expect(visitor.locator("#table .row")).to_have_count(5)


def test_groups_are_not_edited(page, flights):
    _, url = flights
    page.goto(f"{url}/flights/?carrier=HA")
    expect(page.get_by_role("link", name="New row")).to_be_visible()
    page.goto(f"{url}/flights/?_group=carrier")
    expect(page.locator("#table .row")).to_have_count(2)
    expect(page.get_by_role("link", name="New row")).to_have_count(0)
    # The link of a group leads to a list with all tools.
    page.locator("#table .row a").first.click()
    expect(page.get_by_role("link", name="Select", exact=True)).to_be_visible()


def test_one_table_keeps_its_tools(page, serve, flights):
    path, _ = flights
    url = serve(path, "--table", "flights", "--editable").url
    page.goto(f"{url}/?carrier=HA")
    page.locator("#row-3 > :nth-child(3)").dblclick()
    page.get_by_label("seats", exact=True).fill("11")
    page.keyboard.press("Enter")
    expect(page.locator("#row-3 > :nth-child(3)")).to_have_text("11")
    page.get_by_role("link", name="New row").click()
    page.get_by_role("link", name="Cancel").click()
    expect(page).to_have_url(f"{url}/?carrier=HA")
