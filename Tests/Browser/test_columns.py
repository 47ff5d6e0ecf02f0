"""Widths, pins and ranks of columns, by pointer and by keyboard."""

import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import settled


@pytest.fixture
def goods(serve, tmp_path):
    path = tmp_path / "goods.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE goods(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, city TEXT, note TEXT, day TEXT)")
        database.executemany(
            "INSERT INTO goods(name, price, city, note, day) VALUES (?, ?, ?, ?, '2026-01-02')",
            [(f"thing {number}", number % 3, "Bonn" if number % 2 else "Ulm", "long " * 12) for number in range(9)])
    database.close()
    return f"{serve(path).url}/goods/"


def heading(page, column):
    return page.locator(f"thead th[data-column={column}]")


def width(page, column):
    return heading(page, column).bounding_box()["width"]


def test_a_width_is_kept_until_it_is_taken_away(page, goods):
    page.goto(goods)
    own = width(page, "name")
    edge = heading(page, "name").locator(".edge")
    box = edge.bounding_box()
    page.mouse.move(box["x"] + 3, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 83, box["y"] + 9, steps=4)
    page.mouse.up()
    settled(page)
    assert abs(width(page, "name") - own - 80) < 2
    page.reload()
    expect(heading(page, "name")).to_have_attribute("aria-haspopup", "dialog")
    assert abs(width(page, "name") - own - 80) < 2
    heading(page, "name").locator(".edge").dblclick()
    settled(page)
    assert abs(width(page, "name") - own) < 2


def test_a_width_is_set_by_keys(page, goods):
    page.goto(goods)
    own = width(page, "city")
    page.locator("#table[role]").wait_for()
    page.locator("tr.row [tabindex='0']").first.focus()
    for key in ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp"]:
        page.keyboard.press(key)
    expect(heading(page, "city")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    settled(page)
    assert abs(width(page, "city") - own - 48) < 2


def test_a_pinned_column_stays_in_view(page, goods):
    page.set_viewport_size({"width": 700, "height": 600})
    page.goto(goods)
    heading(page, "price").click(button="right")
    page.locator("#column").get_by_role("button", name="Pin").click()
    page.reload()
    expect(heading(page, "price")).to_have_attribute("aria-haspopup", "dialog")
    page.evaluate("scrollTo(600, 0)")
    page.wait_for_function("scrollX > 50")
    for place in (heading(page, "price"), page.locator("tr.row").first.locator(":scope > :nth-child(3)")):
        assert 0 <= place.bounding_box()["x"] < 350


def test_shift_and_a_click_add_to_the_order(page, goods):
    page.goto(f"{goods}?_sort=city")
    heading(page, "price").get_by_role("link").click(modifiers=["Shift"])
    page.wait_for_url("**/?_sort=city&_sort=price")
    expect(heading(page, "price").locator(".sort")).to_have_attribute("data-rank", "2")
    expect(heading(page, "city").locator(".sort")).to_have_attribute("data-rank", "1")


def test_the_menu_tells_what_a_column_is(visitor, goods, problems):
    visitor.goto(f"{goods}columns?column=name")
    expect(visitor.get_by_text("not null")).to_be_visible()
    visitor.get_by_role("link", name="Hide").click()
    expect(visitor.locator("thead th")).to_have_count(5)
    visitor.goto(f"{goods}columns?column=id")
    expect(visitor.get_by_text("primary key")).to_be_visible()
    assert visitor.goto(f"{goods}columns?column=nothing").status == 400
    problems.forget(400)
