"""Undo, forms and expanded rows of the gallery, with and without JavaScript."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import settled


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


def titles(page):
    return page.locator("tr.row :is(.go, .label)").all_inner_texts()


def press(page, name, within=None):
    with page.expect_navigation():
        (within or page).get_by_role("button", name=name).click()


def test_what_was_deleted_comes_back(gallery, page_without_javascript):
    page = page_without_javascript
    page.goto(gallery + "/reorder/?_edit=1")
    before = titles(page)
    press(page, "Delete Milk")
    press(page, "Delete")
    notice = page.get_by_role("status")
    assert "Delete Milk" in notice.inner_text() and "Milk" not in titles(page)
    press(page, "Undo", notice)
    assert titles(page) == before and page.url.endswith("?_edit=1#row-Milk")
    press(page, "Redo", page.get_by_role("status"))
    assert "Milk" not in titles(page)
    page.reload()
    expect(page.locator(".notice")).to_have_count(0)

    press(page, "Move Apples down")
    press(page, "Undo", page.get_by_role("status"))
    assert titles(page)[:2] == ["Apples", "Carrots"]


def test_a_deleted_message_comes_back(gallery, page_without_javascript):
    page = page_without_javascript
    page.goto(gallery + "/swipe/")
    before = titles(page)
    row = page.locator("tr.row").nth(1)
    row.locator("summary").click()
    press(page, "Delete", row.locator(".menu"))
    press(page, "Delete")
    assert len(titles(page)) == len(before) - 1
    press(page, "Undo", page.get_by_role("status"))
    assert titles(page) == before


def test_a_dish_is_renamed_unless_there_is_one_of_that_name(gallery, page_without_javascript, problems):
    page = page_without_javascript
    page.goto(gallery + "/models/")
    row = page.locator("tr.row").nth(1)
    row.locator("summary").click()
    row.get_by_role("link", name="Edit Olives").click()
    settled(page)
    name = page.get_by_label("Name")
    assert name.input_value() == "Olives" and name.evaluate("field => field === document.activeElement")
    expect(page.get_by_text("The name on the menu board.")).to_be_visible()
    name.fill("Soup")
    page.get_by_label("Favourite").check()
    press(page, "Save")
    problems.forget(422)
    assert name.input_value() == "Soup" and page.get_by_label("Favourite").is_checked()
    assert name.get_attribute("aria-invalid") == "true"
    described = name.get_attribute("aria-describedby").split()
    assert [page.locator(f"#{id}").inner_text() for id in described] == [
        "The name on the menu board.", "Another dish has this name. Enter a different name."]
    name.fill("Green olives")
    press(page, "Save")
    assert titles(page)[1] == "Green olives" and page.url.startswith(gallery + "/models/")
    expect(page.locator("tr.row").nth(1).locator(".checkmark")).to_have_count(1)
    page.get_by_role("link", name="Edit").click()
    page.wait_for_url("**/?_edit=1")
    page.get_by_role("link", name="Edit Pie").click()
    page.get_by_role("link", name="Cancel").click()
    page.wait_for_url(re.compile(r"/models/\?_edit=1#row-"))


def test_fields_in_json(gallery):
    def send(path, values=None):
        data = None if values is None else json.dumps({"values": values}).encode()
        request = urllib.request.Request(gallery + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    status, fields = send("/models/edit/0/0.json")
    assert status == 200 and [field["name"] for field in fields["fields"]] == ["name", "favourite"]
    status, problem = send("/models/edit/0/0", {"name": ""})
    assert status == 422 and problem["errors"] == [{"pointer": "/name", "detail": "Enter a value."}]
    status, saved = send("/models/edit/0/0", {"name": "Broth", "favourite": True})
    assert status == 200 and saved["undo"]["title"] == "Edit Broth"


def test_what_is_open_is_in_the_address(gallery, page_without_javascript):
    page = page_without_javascript
    page.goto(gallery + "/expand/")
    press(page, "A map of all the benches")
    assert re.search(r"\?_expanded=[^&#]+#row-", page.url)
    expect(page.locator("tr.expansion")).to_have_count(1)
    press(page, "Two clocks in one square")
    expect(page.locator("tr.expansion")).to_have_count(2)
    link = page.url
    page.go_back()
    expect(page.locator("tr.expansion")).to_have_count(1)
    page.goto(gallery + "/expand/")
    expect(page.locator("tr.expansion")).to_have_count(0)
    page.goto(link)
    expect(page.locator("tr.expansion")).to_have_count(2)
    press(page, "A map of all the benches")
    press(page, "Two clocks in one square")
    assert page.locator("tr.expansion").count() == 0 and "_expanded" not in page.url
