"""The history of changes of a SQLite file and of a PostgreSQL database (`--editable --history`)."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect

from test_postgres_edits import read as read_postgres

SCHEMA = """
    CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, year INT, note TEXT);
    INSERT INTO albums VALUES (1, 'Kind of Blue', 1959, NULL), (2, 'Debut', 1993, ''), (3, 'Post', 1995, 'x');
"""


@pytest.fixture(params=["sqlite", "postgres"])
def music(request, serve, tmp_path):
    """A function that reads the values of a database with its history, as texts, and the address of its server."""
    options = ["--editable", "--history", "--history-size", "1MB"]
    if request.param == "postgres":
        database = request.getfixturevalue("empty_database")
        database.run(SCHEMA)
        yield lambda sql: read_postgres(database, sql), serve(database.address, *options).url
        return
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as database:
        database.executescript("PRAGMA journal_mode = WAL;" + SCHEMA)
    database.close()

    def read(sql):
        with sqlite3.connect(path) as database:
            rows = database.execute(sql).fetchall()
        database.close()
        return ["|".join("" if value is None else str(value) for value in row) for row in rows]
    yield read, serve(path, *options).url


def change(page, url, key, **values):
    page.goto(f"{url}/albums/row/{key}/edit")
    for name, value in values.items():
        page.get_by_label(name, exact=True).fill(value)
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(f"{url}/albums/row/{key}/")


def test_a_row_shows_its_past_and_comes_back(visitor, music, problems):
    read, url = music
    page = visitor
    change(page, url, 1, title="Blue", year="1960")
    change(page, url, 1, title="Blue 2")
    changes = page.locator("tr", has_text="→")
    expect(changes).to_have_count(2)
    expect(changes.first).to_contain_text("title: Blue → Blue 2")
    expect(changes.last).to_contain_text("title: Kind of Blue → Blue")
    expect(changes.last).to_contain_text("year: 1959 → 1960")

    # A change leads to the row as it was afterwards.
    changes.last.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/albums/row/1/\?_at=2"))
    expect(page.locator("#row-title")).to_contain_text("Blue")
    expect(page.locator("#row-title")).not_to_contain_text("Blue 2")
    expect(page.get_by_role("link", name="Edit")).to_have_count(0)
    page.go_back()

    # All changes of the row are in the table of the history.
    page.get_by_role("link", name="All changes").click()
    expect(page.locator("tbody tr", has_text="change")).to_have_count(2)

    page.goto(f"{url}/albums/row/1/delete")
    page.get_by_role("button", name="Delete").click()
    expect(page).to_have_url(f"{url}/albums/")
    page.goto(f"{url}/albums/row/1/")
    expect(page.locator("main")).to_contain_text("This row was deleted at ")
    page.get_by_role("link", name="Put back").click()
    expect(page.get_by_role("heading")).to_have_text("Put “1” back?")
    page.get_by_role("button", name="Put back").click()
    expect(page).to_have_url(f"{url}/albums/row/1/")
    assert read("SELECT * FROM albums WHERE id = 1") == ["1|Blue 2|1960|"]
    assert read("SELECT kind FROM cascade_history ORDER BY id") == ["change", "change", "delete", "insert"]
    problems.forget(404)


def test_earlier_values_are_put_back(visitor, music):
    read, url = music
    page = visitor
    change(page, url, 1, title="Blue", note="n")
    change(page, url, 1, title="Blue 2", year="1960")
    page.locator("tr", has_text="Kind of Blue → Blue").get_by_role("link").click()
    page.get_by_role("link", name="Put back").click()
    expect(page.get_by_label("title", exact=True)).to_have_value("Blue")
    expect(page.get_by_label("year", exact=True)).to_have_value("1959")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(f"{url}/albums/row/1/")
    assert read("SELECT * FROM albums WHERE id = 1") == ["1|Blue|1959|n"]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#row-title")).to_contain_text("Blue 2")
    assert read("SELECT * FROM albums WHERE id = 1") == ["1|Blue 2|1960|n"]

    # The last line is the row as it was before all changes.
    page.goto(f"{url}/albums/row/1/")
    page.locator("tr", has_text="Before 2").get_by_role("link").click()
    expect(page.locator("#row-title")).to_contain_text("Kind of Blue")
    page.get_by_role("link", name="Put back").click()
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(f"{url}/albums/row/1/")
    assert read("SELECT * FROM albums WHERE id = 1") == ["1|Kind of Blue|1959|"]


def test_an_open_page_follows_its_past(page, music):
    _, url = music
    page.goto(f"{url}/albums/row/2/")
    expect(page.get_by_text("All changes")).to_have_count(0)
    page.locator("#row-year > td").dblclick()
    field = page.get_by_label("year", exact=True)
    field.fill("1994")
    field.press("Enter")
    expect(page.locator("tr", has_text="year: 1993 → 1994")).to_have_count(1)


def test_the_history_is_only_read(page, music):
    _, url = music
    change(page, url, 3, note="y")
    page.goto(f"{url}/cascade_history/")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_role("link", name="New row")).to_have_count(0)
    page.goto(f"{url}/cascade_history/row/1/")
    expect(page.get_by_role("link", name="Edit")).to_have_count(0)
    page.locator("#row-key").get_by_role("link").first.click()
    expect(page).to_have_url(f"{url}/albums/row/3/")
