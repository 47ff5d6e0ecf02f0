"""Ranges of cells, as in a spreadsheet, and what is copied of cells, ranges and rows."""

import contextlib
import json
import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import settled


@pytest.fixture
def goods(serve, tmp_path):
    """The address of a table of goods, and a connection that changes it."""
    path = tmp_path / "goods.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT, stock INTEGER, weight REAL, note)")
    rows = [(1, "Tea", 24_874_500, 1.5, "a\tb"), (2, 'The "best"', -70_000, 13.600000381469727, None),
            (3, "Rice, white", None, 0.25, 12), (4, "Salt|sea", 7, 1234567.25, ""), (5, "Nuts", "12a", 3, "two\nlines")]
    connection.executemany("INSERT INTO goods VALUES (?, ?, ?, ?, ?)", rows)
    connection.executemany("INSERT INTO goods VALUES (?, ?, 1, 1, 'x')", [(n, f"more {n}") for n in range(6, 301)])
    yield serve(path).url + "/goods/", connection
    connection.close()


def opened(page, url):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(url)
    page.locator("#table[role]").wait_for()


def cell(page, row, column):
    return page.locator(f"#row-{row} > *").nth(column)


def middle(cell):
    box = cell.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*middle(start))
    page.mouse.down()
    page.mouse.move(*middle(end), steps=8)
    page.mouse.up()
    settled(page)


def chosen(page):
    """Returns the range as pairs of row identifier and column."""
    return page.locator(".row > [aria-selected=true]").evaluate_all(
        "cells => cells.map(cell => `${cell.parentElement.id.slice(4)}.${cell.cellIndex}`)")


def copied(page, kind="text/plain"):
    page.keyboard.press("Control+c")
    return clipboard(page, kind)


def clipboard(page, kind="text/plain"):
    return page.evaluate("""async kind => {
        const [item] = await navigator.clipboard.read();
        return item.types.includes(kind) ? (await item.getType(kind)).text() : null;
    }""", kind)


def test_a_drag_over_cells_selects_and_copies_values(goods, page):
    url, _ = goods
    opened(page, url)
    drag(page, cell(page, 1, 1), cell(page, 3, 3))
    assert chosen(page) == ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3"]
    assert page.url == url and page.evaluate("getSelection().isCollapsed")
    # The values are as in the database, although the page groups and rounds numbers.
    assert cell(page, 1, 2).inner_text() == "24,874,500" and cell(page, 2, 3).inner_text() == "13.60"
    assert copied(page) == 'Tea\t24874500\t1.5\nThe "best"\t-70000\t13.600000381469727\nRice, white\t\t0.25'
    html = copied(page, "text/html")
    assert "<td>24874500</td>" in html and html.count("<tr>") == 3
    settled(page)
    assert page.url == url
    # A press elsewhere takes the range away.
    page.locator("h1").click()
    expect(page.locator(".row > [aria-selected=true]")).to_have_count(0)


def test_a_drag_within_a_cell_selects_text(goods, page):
    opened(page, goods[0])
    box = cell(page, 3, 1).bounding_box()
    page.mouse.move(box["x"] + 14, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 50, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    settled(page)
    assert chosen(page) == []
    text = page.evaluate("getSelection().toString()")
    assert text and text in "Rice, white" and copied(page) == text


def test_shift_and_a_click_select_a_range(goods, page):
    url, _ = goods
    opened(page, url)
    drag(page, cell(page, 2, 3), cell(page, 1, 3))
    page.keyboard.down("Shift")
    page.mouse.click(*middle(cell(page, 3, 0)))
    page.keyboard.up("Shift")
    settled(page)
    assert chosen(page) == [f"{row}.{column}" for row in (2, 3) for column in range(4)]
    assert page.url == url and len(page.context.pages) == 1
    assert copied(page).split("\n")[1] == "3\tRice, white\t\t0.25"


def test_chosen_numbers_have_a_sum(goods, page):
    opened(page, goods[0])
    figures = page.locator("#figures")
    drag(page, cell(page, 1, 1), cell(page, 2, 2))
    expect(figures).to_have_text("2 numbers · Sum 24,804,500 · Mean 12,402,250")
    drag(page, cell(page, 3, 3), cell(page, 4, 3))
    expect(figures).to_have_text("2 numbers · Sum 1,234,567.5 · Mean 617,283.75")
    # A text among numbers does not count.
    drag(page, cell(page, 4, 2), cell(page, 5, 2))
    expect(figures).to_be_hidden()


def test_shift_and_arrows_select_a_range(goods, page):
    url, _ = goods
    opened(page, url)
    cell(page, 1, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    settled(page)
    assert chosen(page) == ["1.1", "1.2", "2.1", "2.2"]
    expect(page.locator("#announcement")).to_have_text("4 selected")
    assert page.locator("#table").get_attribute("aria-multiselectable") == "true"
    expect(cell(page, 2, 2)).to_be_focused()
    assert copied(page) == 'Tea\t24874500\nThe "best"\t-70000'
    expect(page.locator("#announcement")).to_have_text("4 copied")
    page.keyboard.press("Shift+ArrowLeft")
    settled(page)
    assert chosen(page) == ["1.1", "2.1"]
    page.keyboard.press("Escape")
    settled(page)
    assert chosen(page) == []
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("ArrowDown")
    settled(page)
    assert chosen(page) == []


def test_the_cell_of_the_cursor_is_copied(goods, page):
    opened(page, goods[0])
    cell(page, 1, 0).focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert copied(page) == "a\tb", "one value is copied without quotation marks"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    assert copied(page) == "13.600000381469727"


def test_a_long_text_is_copied_whole(serve, tmp_path, page):
    path = tmp_path / "long.db"
    long = " ".join(f"word {n}" for n in range(300))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t(key TEXT PRIMARY KEY, text TEXT)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [("x/y z", long + "!"), ("b", "short"), ("é", long)])
        connection.commit()
    opened(page, serve(path).url + "/t/?text__contains=o&_sort_desc=key")  # é, x/y z, b
    texts = page.locator("#table .row td")
    assert len(texts.nth(0).inner_text()) < 600
    page.locator("#table .row th").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Control+c")
    settled(page)
    assert clipboard(page) == long
    drag(page, texts.nth(0), texts.nth(2))
    page.keyboard.press("Control+c")
    settled(page)
    assert clipboard(page) == f"{long}\n{long}!\nshort"
    assert clipboard(page, "text/html").count("<td>") == 3
    texts.nth(0).click(button="right")
    page.get_by_role("button", name="Copy as CSV").click()
    settled(page)
    assert clipboard(page) == f"text\n{long}\n{long}!\nshort"


@pytest.mark.parametrize("language, text", [("de", "24.874.500"), ("he", "24,874,500")])
def test_numbers_are_copied_alike_in_every_language(goods, page, language, text):
    opened(page, f"{goods[0]}?_lang={language}")
    assert cell(page, 1, 2).inner_text() == text
    drag(page, cell(page, 1, 2), cell(page, 4, 3))
    assert copied(page) == "24874500\t1.5\n-70000\t13.600000381469727\n\t0.25\n7\t1234567.25"


FORMATS = {
    "TSV": 'id\tname\tstock\tweight\tnote\n4\tSalt|sea\t7\t1234567.25\t\n5\tNuts\t12a\t3\t"two\nlines"',
    "CSV": 'id,name,stock,weight,note\n4,Salt|sea,7,1234567.25,\n5,Nuts,12a,3,"two\nlines"',
    "Markdown": "| id | name | stock | weight | note |\n| --: | --- | --: | --: | --- |\n"
                "| 4 | Salt\\|sea | 7 | 1234567.25 |  |\n| 5 | Nuts | 12a | 3 | two lines |",
}


@pytest.mark.parametrize("format", [*FORMATS, "JSON"])
def test_the_menu_copies_a_range(goods, page, format):
    opened(page, goods[0])
    drag(page, cell(page, 4, 0), cell(page, 5, 4))
    cell(page, 5, 2).click(button="right")
    page.get_by_role("button", name=f"Copy as {format}").click()
    expect(page.locator("#announcement")).to_have_text("10 copied")
    expect(page.locator("details[open]")).to_have_count(0)
    text = clipboard(page)
    if format != "JSON":
        assert text == FORMATS[format]
    else:
        assert json.loads(text) == [
            {"id": 4, "name": "Salt|sea", "stock": 7, "weight": 1234567.25, "note": ""},
            {"id": 5, "name": "Nuts", "stock": "12a", "weight": 3, "note": "two\nlines"}]


def test_the_menu_copies_a_row(goods, page):
    opened(page, goods[0])
    page.mouse.move(*middle(cell(page, 3, 4)))
    cell(page, 3, 4).click(button="right")
    page.get_by_role("button", name="Copy as JSON").click()
    assert json.loads(clipboard(page)) == [{"id": 3, "name": "Rice, white", "stock": None, "weight": 0.25, "note": 12}]
    # The keyboard opens it, too. The focus goes back to the cell.
    cell(page, 3, 4).evaluate("it => it.focus()")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+F10")
    expect(page.locator(".menu :is(a, button)").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(cell(page, 3, 3)).to_be_focused()
    expect(page.locator("#table details")).to_have_count(0)
    # A link keeps the menu of the browser.
    page.locator("#row-3 a").first.click(button="right")
    settled(page)
    expect(page.locator("#table details")).to_have_count(0)


def test_a_record_is_copied(goods, page):
    opened(page, goods[0] + "row/2/")
    drag(page, cell(page, "stock", 0), cell(page, "weight", 1))
    assert copied(page) == "stock\t-70000\nweight\t13.600000381469727"


def test_values_are_told_apart(goods, page):
    opened(page, goods[0])
    # A text among numbers is quoted, an empty text has a mark, and NULL is a dash.
    assert cell(page, 5, 2).locator("q").inner_text() == "12a"
    align = "it => getComputedStyle(it).textAlign"
    assert cell(page, 5, 2).evaluate(align) == "start" and cell(page, 4, 2).evaluate(align) == "end"
    assert cell(page, 3, 4).evaluate(align) == "end" and cell(page, 1, 4).evaluate(align) == "start"
    assert cell(page, 2, 4).inner_text().startswith("—")


# What moves the rows leaves the range.

CHANGES = {
    "a row above is deleted": ("DELETE FROM goods WHERE id = 1", ["2.1", "2.2", "3.1", "3.2", "4.1", "4.2"]),
    "a row above is inserted": ("INSERT INTO goods VALUES (0, 'new', 1, 1, 1)",
                                ["2.1", "2.2", "3.1", "3.2", "4.1", "4.2"]),
    "the first row is deleted": ("DELETE FROM goods WHERE id = 2", ["3.1", "3.2", "4.1", "4.2"]),
    "the last row is deleted": ("DELETE FROM goods WHERE id = 4", ["2.1", "2.2", "3.1", "3.2"]),
    "a value changes": ("UPDATE goods SET name = 'other', stock = 5 WHERE id = 3",
                        ["2.1", "2.2", "3.1", "3.2", "4.1", "4.2"]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_live_update_leaves_the_range(goods, page, change):
    url, connection = goods
    statement, expected = CHANGES[change]
    opened(page, url)
    drag(page, cell(page, 2, 1), cell(page, 4, 2))
    rows = page.locator("tbody").inner_text()
    connection.execute(statement)
    page.wait_for_function("rows => document.querySelector('tbody').innerText !== rows", arg=rows)
    settled(page)
    assert chosen(page) == expected
    assert copied(page).count("\n") == len(expected) // 2 - 1


def test_rows_that_are_loaded_leave_the_range(goods, page):
    opened(page, goods[0])
    drag(page, cell(page, 2, 1), cell(page, 3, 2))
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("tr.row")).to_have_count(200)
    assert chosen(page) == ["2.1", "2.2", "3.1", "3.2"]


def test_the_page_waits_while_cells_are_dragged_over(goods, page):
    url, connection = goods
    opened(page, url)
    page.mouse.move(*middle(cell(page, 2, 1)))
    page.mouse.down()
    page.mouse.move(*middle(cell(page, 3, 2)), steps=4)
    # The scripts have the new rows, and show them when the button goes up.
    with page.expect_response(url):
        connection.execute("DELETE FROM goods WHERE id = 1")
    settled(page)
    expect(page.locator("#row-1")).to_be_attached()
    page.mouse.up()
    expect(page.locator("#row-1")).to_have_count(0)
    assert chosen(page) == ["2.1", "2.2", "3.1", "3.2"]


def test_rows_stay_selected_by_shift_where_several_can_be(serve, page):
    page.goto(serve(command="gallery").url + "/swipe/")
    page.locator("#table[role]").wait_for()
    page.locator("tr.row .go").nth(1).click(modifiers=["Control"])
    settled(page)
    page.locator("tr.row .go").nth(3).click(modifiers=["Shift"])
    settled(page)
    assert chosen(page) == [] and page.locator("tr[aria-selected=true]").count() == 3
