"""The database of Examples/Orders: actions of a program on checked rows, with and without JavaScript."""

import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import SCREENSHOTS, Server, debug_build


@pytest.fixture
def orders(serve, tmp_path):
    # This fixture requests `serve`, so that the pages are closed before the server stops.
    path = tmp_path / "orders.sqlite"
    environment = {"CASCADE_PORT": "0", "ORDERS_FILE": str(path), "ORDERS_COUNT": "500"}
    server = Server(debug_build() / "Orders", "serve", [], tmp_path / "orders.log", environment)
    yield path, server.url
    server.stop()


@pytest.fixture
def guest(orders, visitor):
    """A page that is closed before the server stops."""
    yield visitor
    visitor.close()


def status(path, *ids):
    database = sqlite3.connect(path)
    try:
        return [database.execute("SELECT status FROM orders WHERE id = ?", (id,)).fetchone()[0] for id in ids]
    finally:
        database.close()


def test_checked_rows_of_a_filtered_list_are_shipped_and_undone(orders, guest, problems):
    path, url = orders
    page = guest
    page.goto(f"{url}/orders/?status=open&_sort=total")
    page.get_by_role("link", name="Select", exact=True).click()
    first, second = page.get_by_role("checkbox", name="Select").nth(0), page.get_by_role("checkbox", name="Select").nth(1)
    expect(second).to_be_visible()
    ids = [int(page.locator("#table .row").nth(row).get_attribute("id").removeprefix("row-")) for row in (0, 1)]
    first.check()
    second.check()
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "orders-checked.png")
    page.locator("#selection").get_by_role("button", name="Mark shipped").click()
    expect(page.get_by_text("2 rows were changed.")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / "orders-shipped.png")
    assert status(path, *ids) == ["shipped", "shipped"]
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(f"#row-{ids[0]}")).to_be_visible()
    assert status(path, *ids) == ["open", "open"]


def test_one_order_that_is_cancelled_refuses_all(orders, guest, problems):
    path, url = orders
    page = guest
    page.goto(f"{url}/orders/?_edit=1")
    for order in (1, 4):
        page.get_by_role("checkbox", name=f"Select {order}", exact=True).check()
    page.locator("#selection").get_by_role("button", name="Mark shipped").click()
    expect(page.get_by_text("The order 4 is cancelled. Select orders that are open.")).to_be_visible()
    assert status(path, 1, 4) == ["open", "cancelled"]
    problems.forget(409)
