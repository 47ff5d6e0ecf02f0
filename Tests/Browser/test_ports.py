"""Screens written for UIKit (Tests/Ports) in the browser, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from conftest import SCREENSHOTS, Server, debug_build, settled


@pytest.fixture
def ports(serve, tmp_path):
    # This fixture requests `serve`, so that the pages are closed before the server stops.
    server = Server(debug_build() / "Ports", "serve", [], tmp_path / "ports.log")
    yield server.url
    server.stop()


@pytest.fixture
def guest(ports, visitor):
    """A page that is closed before the server stops."""
    yield visitor
    visitor.close()


def titles(page):
    return page.locator("tr.row :is(.go, .label)").all_inner_texts()


def picture(page, name):
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"ports-{name}.png")


def test_the_to_do_list_inserts_deletes_moves_and_undoes(ports, guest):
    page = guest
    page.goto(ports + "/")
    assert titles(page) == ["Buy milk", "Call the bank", "Water the plants", "Add item"]
    # tick
    page.get_by_role("button", name="Buy milk").first.click()
    settled(page)
    expect(page.locator("tr.row").first.locator(".check, [aria-label], .accessory").first).to_be_attached()
    # insert
    page.goto(ports + "/?_edit=1")
    page.locator("tr.row").nth(3).locator("button[formaction*='/insert'], form[action*='/insert'] button").click()
    settled(page)
    expect(page.locator("tr.row")).to_have_count(5)
    assert titles(page)[3] == "New item 1"
    picture(page, "todo-edit")
    # move
    page.get_by_role("button", name="Move Call the bank up").click()
    settled(page)
    expect(page.locator("tr.row :is(.go, .label)").first).to_have_text("Call the bank")
    # delete and undo
    page.get_by_role("button", name="Delete Water the plants").click()
    page.get_by_role("button", name="Delete", exact=True).last.click()
    settled(page)
    expect(page.locator("tr.row")).to_have_count(4)
    assert "Water the plants" not in titles(page)
    page.get_by_role("button", name="Undo").click()
    settled(page)
    expect(page.locator("tr.row")).to_have_count(5)
    assert "Water the plants" in titles(page)


def test_settings_switch_choose_and_refresh(ports, guest):
    page = guest
    page.goto(ports + "/settings/")
    switch = page.get_by_role("switch").nth(1)
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    settled(page)
    expect(page.get_by_role("switch").nth(1)).to_have_attribute("aria-checked", "true")
    page.get_by_role("button", name="Dark").click()
    settled(page)
    page.get_by_role("button", name="Refresh").click()
    settled(page)
    expect(page.get_by_text("just now")).to_be_visible()
    picture(page, "settings")


def test_the_mailbox_asks(ports, guest, problems):
    page = guest
    page.goto(ports + "/mailbox/")
    expect(page.locator(".row")).to_have_count(3)
    picture(page, "mailbox")
    # A choice performs the action; cancelling does not.
    for choice, rows in [("Cancel", 3), ("Empty", 0)]:
        page.get_by_role("button", name="Empty Inbox…").click()
        expect(page.get_by_role("heading", name="Empty the inbox?")).to_be_visible()
        expect(page.get_by_text("3 mails will be gone.")).to_be_visible()
        picture(page, f"mailbox-asks-{choice}")
        page.get_by_role("button", name=choice, exact=True).or_(page.get_by_role("link", name=choice)).click()
        expect(page.locator(".row")).to_have_count(rows)
    expect(page.locator(".empty")).to_contain_text("No rows")
    problems.forget(409)


def test_an_alert_has_a_field(ports, guest, problems):
    page = guest
    page.goto(ports + "/mailbox/?_edit=1")
    row = page.locator(".row").first
    page.goto(ports + "/mailbox/")
    expect(row).to_be_visible()
    row.locator("summary").click()
    row.get_by_role("button", name="Change Subject…").click()
    field = page.get_by_label("Subject", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_value("Analytical engine")
    picture(page, "mailbox-field")
    field.fill("Difference engine")
    page.keyboard.press("Enter")
    expect(row).to_contain_text("Difference engine")
    problems.forget(409)


def test_the_mountains_are_searched_and_hidden(ports, guest):
    page = guest
    page.goto(ports + "/mountains/")
    assert len(titles(page)) == 6
    picture(page, "mountains")
    field = page.get_by_role("searchbox")
    field.fill("horn")
    field.press("Enter")
    settled(page)
    expect(page.locator("tr.row")).to_have_count(1)
    assert titles(page) == ["Matterhorn"]
    page.goto(ports + "/mountains/")
    row = page.locator("tr.row", has_text="Mont Blanc")
    row.locator("summary, .more").first.click()
    row.get_by_role("button", name="Hide").click()
    settled(page)
    expect(page.locator("tr.row")).to_have_count(5)
    assert "Mont Blanc" not in titles(page)
