"""Selection of several rows of the gallery's mailbox, with and without JavaScript."""

import pytest
from conftest import settled
from playwright.sync_api import expect


@pytest.fixture
def mailbox(serve):
    return serve(command="gallery").url + "/swipe/"


def box(page, name):
    return page.get_by_role("checkbox", name=f"Select {name}", exact=True)


def checked(page):
    return page.get_by_role("checkbox", checked=True).evaluate_all(
        "boxes => boxes.map(box => box.getAttribute('aria-label').slice('Select '.length))")


def press(page, name):
    page.locator("#selection").get_by_role("button", name=name, exact=True).click()
    settled(page)


def selected(page):
    return page.locator("tr.row.selected :is(.go, .label)").all_inner_texts()


def footer(page):
    return page.locator("tr.footer").inner_text().strip()


def test_messages_are_selected_together(mailbox, visitor):
    visitor.goto(mailbox)
    expect(visitor.get_by_role("checkbox")).to_have_count(0)
    visitor.get_by_role("link", name="Edit").click()
    visitor.wait_for_url("**/?_edit=1")
    assert visitor.get_by_role("checkbox").count() == 6 and checked(visitor) == []
    box(visitor, "Library").check()
    box(visitor, "Jonas").check()
    press(visitor, "Select")
    assert visitor.url == mailbox + "?_edit=1"
    assert checked(visitor) == selected(visitor) == ["Library", "Jonas"]
    assert footer(visitor) == "2 of 6 selected"
    # Selected rows are marked as read.
    expect(visitor.get_by_role("img", name="Unread")).to_have_count(4)

    box(visitor, "Nadia").check()
    press(visitor, "Select")
    assert checked(visitor) == ["Library", "Nadia", "Jonas"]
    box(visitor, "Library").uncheck()
    press(visitor, "Deselect")
    assert checked(visitor) == selected(visitor) == ["Library"]
    visitor.get_by_role("link", name="Done").click()
    visitor.wait_for_url(mailbox)
    assert selected(visitor) == ["Library"]
    # Outside edit mode, a click selects a row, and a second click deselects it.
    for name, left in [("Jonas", ["Library", "Jonas"]), ("Library", ["Jonas"]), ("Jonas", [])]:
        visitor.get_by_role("button", name=name, exact=True).click()
        settled(visitor)
        assert selected(visitor) == left


def test_nothing_checked_is_nothing_done(mailbox, visitor):
    visitor.goto(mailbox + "?_edit=1")
    for name in ["Select", "Deselect"]:
        press(visitor, name)
        assert visitor.url == mailbox + "?_edit=1" and checked(visitor) == []


def test_more_than_the_limit_are_refused_in_a_sentence(mailbox, visitor, problems):
    visitor.goto(mailbox + "?_edit=1")
    assert "up to 4" in visitor.locator("#selection").inner_text()
    for number in range(5):
        visitor.get_by_role("checkbox").nth(number).check()
    visitor.locator("#selection").get_by_role("button", name="Select", exact=True).click()
    expect(visitor.get_by_text("At most 4 rows can be selected.")).to_be_visible()
    problems.forget(409)
    # Without scripts, the refusal is a separate page.
    if visitor.locator("#selection").count() == 0:
        visitor.get_by_role("link", name="Back to the table").click()
        visitor.wait_for_url("**/?_edit=1")
    assert selected(visitor) == []


def test_boxes_are_reached_by_key_and_stand_apart_from_the_row(mailbox, visitor):
    visitor.goto(mailbox + "?_edit=1")
    first = box(visitor, "Library")
    first.click()
    settled(visitor)
    assert first.is_checked() and visitor.url == mailbox + "?_edit=1"
    first.focus()
    visitor.keyboard.press("Space")
    expect(first).not_to_be_checked()
    size = first.bounding_box()
    assert size["width"] >= 24 and size["height"] >= 24


@pytest.mark.parametrize("width", [1200, 360])
def test_the_bar_stays_in_view_and_every_name_is_one_elements(mailbox, visitor, width):
    visitor.set_viewport_size({"width": width, "height": 300})
    visitor.goto(mailbox + "?_edit=1")
    bar = visitor.locator("#selection").bounding_box()
    assert bar["y"] + bar["height"] <= 300 and bar["width"] <= width
    names = visitor.locator("[id]").evaluate_all("elements => elements.map(element => element.getAttribute('id'))")
    assert len(names) == len(set(names)) and "selection" in names
