"""The bundled sample in the browser, with and without JavaScript."""

import pytest
from playwright.sync_api import expect

from conftest import settled


def click(cell):
    """Clicks the middle of a cell, even if another element covers it."""
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    cell.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_page_shows_the_sample(serve, visitor):
    visitor.goto(serve().url)
    assert visitor.title() == "Members of the United Nations"
    assert visitor.locator("thead th").all_inner_texts()[:2] == ["Member state", "Capital"]
    assert visitor.locator("tr.header").all_inner_texts() == ["Africa\n54", "Americas\n35", "Asia\n47"]
    expect(visitor.locator("tr.row")).to_have_count(100)
    row = visitor.locator("#row-ke")
    assert row.locator("td").all_inner_texts() == ["Nairobi", "580,367", "Dec 16, 1963", "KE", "Wikipedia"]
    area = row.locator("td").nth(1)
    assert area.evaluate("cell => getComputedStyle(cell).textAlign") == "end"


@pytest.mark.parametrize("part", ["th", "td", "tr"])
def test_a_click_anywhere_on_a_row_selects_it(serve, page, part):
    is_selected_by_clicks_on(part, serve, page)


def test_a_click_on_its_first_cell_selects_a_row_without_scripts(serve, page_without_javascript):
    is_selected_by_clicks_on("th", serve, page_without_javascript)


def is_selected_by_clicks_on(part, serve, visitor):
    def press(name):
        click(visitor.locator(f"#row-{name}").locator(part).first if part != "tr" else visitor.locator(f"#row-{name}"))

    visitor.goto(serve().url)
    press("ao")
    visitor.wait_for_selector("#row-ao.selected")
    expect(visitor.locator("tr.selected")).to_have_count(1)
    assert visitor.locator("#row-ao button").get_attribute("aria-pressed") == "true"

    press("bj")
    visitor.wait_for_selector("#row-bj.selected")
    assert visitor.locator("tr.selected").get_attribute("id") == "row-bj"

    press("bj")
    visitor.wait_for_selector("tr.selected", state="detached")


def test_a_row_is_selected_by_the_keyboard(serve, page):
    page.goto(serve().url)
    page.locator("#row-ao button").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#row-ao.selected")
    assert page.locator("tr.selected").get_attribute("id") == "row-ao"


def test_pages_lead_on_and_back(serve, page_without_javascript):
    visitor = page_without_javascript
    visitor.goto(serve("--size", "60").url)
    first = visitor.locator("tr.row").evaluate_all("rows => rows.map(row => row.id)")
    seen = list(first)
    while visitor.locator(".pager a[rel=next]").count():
        visitor.locator(".pager a[rel=next]").click()
        visitor.wait_for_load_state()
        seen += visitor.locator("tr.row").evaluate_all("rows => rows.map(row => row.id)")
    assert len(seen) == len(set(seen)) == 193
    while visitor.locator(".pager a[rel=prev]").count():
        visitor.locator(".pager a[rel=prev]").click()
        visitor.wait_for_load_state()
    assert visitor.locator("tr.row").evaluate_all("rows => rows.map(row => row.id)") == first


def test_a_selection_returns_to_its_page(serve, page_without_javascript):
    visitor = page_without_javascript
    visitor.goto(serve("--size", "60").url)
    visitor.locator(".pager a[rel=next]").click()
    settled(visitor)
    row = visitor.locator("tr.row").nth(5)
    name = row.get_attribute("id")
    click(row.locator("th"))
    visitor.wait_for_selector(f"#{name}.selected")
    assert visitor.locator("tr.selected").get_attribute("id") == name
    assert "_next=" in visitor.url


def test_headings_stay_in_view(serve, page):
    page.goto(serve().url)
    page.evaluate("scrollTo(0, 1500)")
    assert abs(page.locator("thead th").first.bounding_box()["y"]) < 1
    heading = page.locator("tr.header th").first.bounding_box()
    assert 0 < heading["y"] < 60


def test_nothing_is_cut_off(serve, page):
    url = serve().url
    for width in [320, 375, 768, 1920]:
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(url)
            assert page.locator("h1").bounding_box()["width"] <= width
            page.locator("#row-dz td").nth(4).scroll_into_view_if_needed()
            expect(page.locator("#row-dz a", has_text="Wikipedia")).to_be_visible()
            text, ground = page.locator("#row-dz td").first.evaluate(
                "cell => [getComputedStyle(cell).color, getComputedStyle(document.querySelector('table')).backgroundColor]")
            assert text != ground


def test_a_missing_page_says_so(serve, page, problems):
    page.goto(serve().url + "/rows/9/9")
    assert page.locator("h1").inner_text() == "Not found"
    assert "There is no row 9 in section 9." in page.locator("main").inner_text()
    problems.forget(404)


def test_the_index_of_words_stands_above_the_table_or_beside_it(serve, visitor):
    visitor.goto(serve().url)
    index = visitor.get_by_role("navigation", name="Sections")
    names = index.get_by_role("link").locator("bdi")
    assert names.all_inner_texts() == ["Africa", "Americas", "Asia", "Europe", "Oceania"]
    box, table = index.bounding_box(), visitor.locator("#table").bounding_box()
    assert box["x"] >= table["x"] + table["width"]
    assert index.get_by_role("link").first.inner_text().split() == ["Africa", "54"]
    visitor.set_viewport_size({"width": 1000, "height": 800})
    box, table = index.bounding_box(), visitor.locator("#table").bounding_box()
    assert box["y"] + box["height"] <= table["y"]
    assert index.get_by_role("link").first.inner_text() == "Africa"
    index.get_by_role("link", name="Oceania").click()
    visitor.wait_for_load_state()
    assert visitor.locator("tr.header").first.inner_text() == "Oceania\n14"
