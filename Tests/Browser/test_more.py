"""Rows that load while the visitor scrolls, and the pages for browsers without scripts."""

import urllib.parse

import pytest
from playwright.sync_api import expect


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


def rows(page):
    return page.locator("tr.row")


def scroll_down(page):
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def test_rows_load_as_one_comes_near_the_last(gallery, page):
    page.goto(gallery + "/endless/")
    expect(rows(page)).to_have_count(100)
    for count in [200, 300]:
        scroll_down(page)
        expect(rows(page)).to_have_count(count)
        expect(page.locator(".pager span")).to_have_text(f"1–{count} of 10,000")
        assert page.url == f"{gallery}/endless/?_size={count}"
    ids = rows(page).evaluate_all("rows => rows.map(row => row.id)")
    assert len(set(ids)) == 300 and ids[-1] == "row-299"
    expect(page.locator("tbody")).to_have_count(1)
    # The loaded rows belong to the grid.
    expect(page.locator("#table [tabindex='0']")).to_have_count(1)
    assert rows(page).last.get_attribute("aria-rowindex") == "300"


def test_sections_go_on_where_they_were_cut(serve, page):
    url = serve("--size", "60").url
    whole = page.request.get(url + "/table.json?_size=max").json()
    page.goto(url)
    while page.locator(".pager [rel=next]").count():
        count = rows(page).count()
        scroll_down(page)
        expect(rows(page).nth(count)).to_be_attached()
    assert [section["id"] for section in whole["sections"]] == page.locator("tbody").evaluate_all(
        "sections => sections.map(section => section.id.slice('section-'.length))")
    assert [len(section["rows"]) for section in whole["sections"]] == page.locator("tbody").evaluate_all(
        "sections => sections.map(section => section.querySelectorAll('.row').length)")
    assert page.locator("tr.header").count() == len(whole["sections"])
    expect(page.locator(".pager span")).to_have_text("1–193 of 193")


def test_a_page_shows_at_most_a_thousand(serve, page):
    page.goto(serve(command="gallery").url + "/endless/?_size=400")
    scroll_down(page)
    expect(rows(page)).to_have_count(800)
    scroll_down(page)
    expect(rows(page)).to_have_count(1000)
    scroll_down(page)
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/endless/?*_next=*")
    expect(rows(page).first).to_have_attribute("data-place", "0.1000")


def test_the_way_back_shows_the_same_rows(gallery, page):
    page.goto(gallery + "/endless/")
    scroll_down(page)
    expect(rows(page)).to_have_count(200)
    page.goto(gallery + "/emoji/")
    page.go_back()
    expect(rows(page)).to_have_count(200)
    page.reload()
    expect(rows(page)).to_have_count(200)
    # After the reload, scrolling loads as many rows as before.
    scroll_down(page)
    expect(rows(page)).to_have_count(300)


def test_others_do_not_move_the_reader(gallery, chromium, page):
    page.set_viewport_size({"width": 800, "height": 300})
    page.goto(gallery + "/reorder/?_edit=1&_size=3")
    # A page whose end is in view loads more rows at once.
    expect(rows(page)).to_have_count(9)
    row = page.locator("tr.row", has_text="Milk")
    row.scroll_into_view_if_needed()
    before = row.bounding_box()["y"]
    other = chromium.new_context(extra_http_headers={"Accept": "application/json"})
    deleted = other.request.post(gallery + "/reorder/commit/0/0/delete", form={"id": "Apples"}).json()
    expect(rows(page)).to_have_count(8)
    assert row.bounding_box()["y"] == pytest.approx(before, abs=1)
    other.request.post(gallery + deleted["undo"]["url"])
    expect(rows(page)).to_have_count(9)
    assert row.bounding_box()["y"] == pytest.approx(before, abs=1)
    other.close()


def test_what_is_done_to_a_row_leaves_the_rows(gallery, page):
    page.goto(gallery + "/endless/")
    scroll_down(page)
    expect(rows(page)).to_have_count(200)
    query = urllib.parse.urlsplit(page.url).query
    page.evaluate("document.querySelector('cascading-table').refresh()")
    expect(page.locator(".pager span")).to_have_text("1–200 of 10,000")
    assert rows(page).count() == 200 and query == "_size=200"


def test_without_scripts_there_are_pages(gallery, page_without_javascript):
    page = page_without_javascript
    page.goto(gallery + "/endless/")
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/endless/?_next=*")
    expect(rows(page)).to_have_count(100)
    expect(rows(page).first).to_have_attribute("data-place", "0.100")
