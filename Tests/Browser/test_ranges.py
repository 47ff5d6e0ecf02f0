"""Values for ranges of cells: pasted, filled down and taken away."""

import json
import re
import sqlite3
import urllib.error
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import settled
from test_cells import cell, drag, opened
from test_edits import read

SCHEMA = """
    CREATE TABLE goods(
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, stock INTEGER CHECK (stock >= 0), price REAL, any, day DATE,
        loud TEXT AS (upper(name)));
    INSERT INTO goods(name, stock, price, any, day)
        SELECT 'Good ' || value, value * 1000, value / 4.0, CASE value % 2 WHEN 0 THEN value ELSE 'n' || value END,
            date('2026-01-01', value || ' days')
        FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]');
"""
NAME, STOCK, PRICE, ANY, DAY, LOUD = range(1, 7)


@pytest.fixture
def goods(serve, tmp_path):
    """The path of a file whose rows can be edited, and the address of its table."""
    path = tmp_path / "goods.db"
    with sqlite3.connect(path) as database:
        database.executescript("PRAGMA journal_mode = WAL;" + SCHEMA)
    database.close()
    return path, serve(path, "--editable").url + "/goods/"


def stand(page, row, column):
    """Moves the cursor to a cell, by keys."""
    page.locator("#table [tabindex='0']").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Home")
    for key in ["ArrowDown"] * (row - 1) + ["ArrowRight"] * column:
        page.keyboard.press(key)
    expect(cell(page, row, column)).to_be_focused()


def paste(page, text):
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")


def toast(page):
    return page.locator(".toast")


def test_a_range_is_copied_over_another(page, goods):
    path, url = goods
    opened(page, f"{url}?_sort_desc=id&id__lt=10")
    drag(page, cell(page, 9, STOCK), cell(page, 8, ANY))
    page.keyboard.press("Control+c")
    settled(page)
    drag(page, cell(page, 3, STOCK), cell(page, 2, ANY))
    page.keyboard.press("Control+v")
    expect(toast(page)).to_contain_text("2 rows changed")
    expect(cell(page, 3, STOCK)).to_have_text("9000")
    # Values keep their types: a number where a number was, and a text where a text was.
    assert read(path, "SELECT stock, price, any, typeof(any) FROM goods WHERE id IN (2, 3) ORDER BY id") == [
        (8000, 2.0, 8, "integer"), (9000, 2.25, "n9", "text")]
    assert "_sort_desc=id" in page.url
    toast(page).get_by_role("button", name="Undo").click()
    expect(cell(page, 3, STOCK)).to_have_text("3000")
    assert read(path, "SELECT stock, any FROM goods WHERE id = 2") == [(2000, 2)]


def test_one_value_fills_the_range_and_a_row_is_filled_down(page, goods):
    path, url = goods
    opened(page, url)
    drag(page, cell(page, 1, DAY), cell(page, 4, DAY))
    paste(page, "2026-12-24")
    expect(toast(page)).to_contain_text("4 rows changed")
    assert read(path, "SELECT DISTINCT day FROM goods WHERE id < 5") == [("2026-12-24",)]
    drag(page, cell(page, 10, NAME), cell(page, 12, STOCK))
    page.keyboard.press("Control+d")
    expect(toast(page)).to_contain_text("2 rows changed")
    assert read(path, "SELECT DISTINCT name, stock FROM goods WHERE id BETWEEN 10 AND 12") == [("Good 10", 10000)]
    # Without a range, a cell gets the value above it.
    stand(page, 16, PRICE)
    page.keyboard.press("Control+d")
    expect(toast(page)).to_contain_text("Row 16 changed")
    assert read(path, "SELECT price FROM goods WHERE id = 16") == [(3.75,)]


def test_values_are_taken_away(page, goods):
    path, url = goods
    opened(page, url)
    drag(page, cell(page, 1, STOCK), cell(page, 2, PRICE))
    page.keyboard.press("Delete")
    expect(toast(page)).to_contain_text("2 rows changed")
    expect(cell(page, 1, STOCK)).to_contain_text("—")
    assert read(path, "SELECT stock, price FROM goods WHERE id < 3") == [(None, None)] * 2
    page.keyboard.press("Control+z")
    expect(cell(page, 1, STOCK)).to_have_text(re.compile("1,?000"))
    # A text that must not be NULL becomes the empty text.
    stand(page, 5, NAME)
    page.keyboard.press("Delete")
    expect(toast(page)).to_contain_text("Row 5 changed")
    assert read(path, "SELECT name FROM goods WHERE id = 5") == [("",)]


def test_many_cells_are_shown_first(page, goods):
    path, url = goods
    opened(page, url)
    drag(page, cell(page, 1, STOCK), cell(page, 12, STOCK))
    paste(page, "7")
    expect(page.get_by_role("heading", name="Change 12 rows")).to_be_visible()
    expect(page.locator("del").first).to_have_text("1000")
    assert read(path, "SELECT count(*) FROM goods WHERE stock = 7") == [(0,)]
    page.get_by_role("button", name="Write 12 rows").click()
    expect(page.locator(".notice")).to_contain_text("12 rows changed")
    assert read(path, "SELECT count(*) FROM goods WHERE stock = 7") == [(12,)]
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(cell(page, 12, STOCK)).to_have_text("12,000")


@pytest.mark.parametrize("text, message", [
    ("-5", "The value must match the rule of the table: stock >= 0."), ("many", "Enter a whole number."),
    ("1\n2\n3\n4\n5", "There is no room for so many values here."), ("1\tx\ty\tz\t1\t2", "There is no room")])
def test_what_does_not_fit_changes_nothing(page, goods, problems, text, message):
    path, url = goods
    opened(page, url)
    stand(page, 17, STOCK)
    paste(page, text)
    expect(toast(page)).to_contain_text(message)
    if "no room" not in message:
        problems.forget(422)
    assert read(path, "SELECT stock FROM goods WHERE id >= 17") == [(17000,), (18000,), (19000,), (20000,)]


def test_another_type_is_shown_first(page, goods):
    path, url = goods
    opened(page, url)
    stand(page, 2, ANY)
    paste(page, "many")
    expect(page.get_by_text("number → text")).to_be_visible()
    assert read(path, "SELECT any FROM goods WHERE id = 2") == [(2,)]
    page.get_by_role("button", name="Write 1 row").click()
    expect(page.locator(".notice")).to_contain_text("Row 2 changed")
    assert read(path, "SELECT any FROM goods WHERE id = 2") == [("many",)]


def test_a_computed_value_is_not_changed(page, goods, problems):
    path, url = goods
    opened(page, url)
    drag(page, cell(page, 1, DAY), cell(page, 1, LOUD))
    paste(page, "2026-02-03\tX")
    expect(toast(page)).to_contain_text("The database computes this value.")
    problems.forget(422)
    assert read(path, "SELECT day FROM goods WHERE id = 1") == [("2026-01-02",)]


def test_a_value_that_somebody_changed_stays(goods):
    path, url = goods
    body = {"rows": [{"id": "1", "values": {"stock": "5"}, "old": {"stock": 999}}]}
    data = urllib.parse.urlencode({"cells": json.dumps(body)}).encode()
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(urllib.request.Request(f"{url}cells", data=data, headers={"Accept": "text/html"}))
    assert refusal.value.code == 409
    assert "It is 1000 now." in refusal.value.read().decode()
    assert read(path, "SELECT stock FROM goods WHERE id = 1") == [(1000,)]


def test_rows_that_are_only_read_take_no_values(page, serve, goods):
    path, _ = goods
    opened(page, serve(path).url + "/goods/")
    stand(page, 1, STOCK)
    paste(page, "5")
    page.keyboard.press("Delete")
    settled(page)
    assert read(path, "SELECT stock FROM goods WHERE id = 1") == [(1000,)]
    expect(toast(page)).to_have_count(0)


def test_pasting_into_a_field_is_left_to_the_field(page, goods):
    path, url = goods
    opened(page, url)
    search = page.get_by_role("searchbox")
    search.focus()
    paste(page, "Good 7")
    expect(search).to_have_value("Good 7")
    assert read(path, "SELECT count(*) FROM goods WHERE name = 'Good 7'") == [(1,)]
