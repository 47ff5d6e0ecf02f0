"""The keys of a grid, as in the ARIA Authoring Practices, and the announcements for screen readers."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import drawn, first, intercept, settled


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


@pytest.fixture
def keys(page):
    return Keys(page)


class Keys:
    """Presses keys on a page and finds the focus."""

    def __init__(self, page):
        self.page = page

    def enter(self, url):
        self.page.goto(url)
        self.page.locator("#table[role]").wait_for()
        self.tab_in()

    def tab_in(self):
        for _ in range(60):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("() => !!document.activeElement.closest('#table tr')"):
                return settled(self.page)
        pytest.fail("Tab does not lead into the rows")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def place(self):
        """The label of the row that has the focus, and the index of the cell or the name of the control in it."""
        return self.page.evaluate("""() => {
            const element = document.activeElement, row = element.closest("tr");
            const label = row?.querySelector(".go, .label") ?? row?.cells[0];
            const inside = element.closest("td, th");
            const name = element === row ? "row" : element === inside ? `${inside.cellIndex}`
                : element.getAttribute("aria-label") ?? element.innerText.trim();
            return row ? [label?.innerText.trim(), name] : ["", element.localName];
        }""")

    def at(self, row, where="0"):
        """Waits until the focus is on the row (`row`), a cell (its index) or a control (its name)."""
        self.page.wait_for_function("""([row, where]) => {
            const element = document.activeElement, line = element.closest("tr");
            const label = line?.querySelector(".go, .label") ?? line?.cells[0];
            const inside = element.closest("td, th");
            const name = element === line ? "row" : element === inside ? `${inside.cellIndex}`
                : element.getAttribute("aria-label") ?? element.innerText.trim();
            return line && label?.innerText.trim() === row && name === where;
        }""", arg=[row, where])

    def hears(self, text):
        expect(self.page.locator("#announcement")).to_have_text(text)


def selected(page):
    return page.locator("tr[aria-selected=true] :is(.go, .label)").all_inner_texts()


def test_without_scripts_it_is_a_plain_table(gallery, page_without_javascript):
    page = page_without_javascript
    page.goto(gallery + "/swipe/")
    assert page.get_by_role("table").count() == 1 and page.locator("[role=grid], [aria-selected]").count() == 0


def test_the_rows_are_one_tab_stop(gallery, keys, page):
    keys.enter(gallery + "/swipe/?_edit=1")
    assert page.locator("#table").evaluate("grid => grid.querySelectorAll('[tabindex=\"0\"]').length") == 1
    keys.press("Tab")
    assert not page.evaluate("() => !!document.activeElement.closest('#table')")
    keys.press("Shift+Tab")
    assert page.evaluate("() => document.activeElement.matches('#table th')")


def test_arrows_home_and_end_go_through_cells(serve, keys, page):
    keys.enter(serve().url + "/")
    first = keys.place[0]
    keys.press("ArrowRight")
    keys.at(first, "1")
    keys.press("ArrowDown", "ArrowDown", "ArrowUp")
    second = keys.place
    assert second[1] == "1" and second[0] != first
    keys.press("End")
    settled(page)
    last = page.locator("thead th").count() - 1
    assert keys.place == [second[0], str(last)]
    keys.press("ArrowRight", "ArrowRight")
    assert keys.place[0] == second[0]
    keys.press("Home")
    assert keys.place == [second[0], "0"]
    keys.press("ArrowLeft")
    assert keys.place == [second[0], "0"]
    keys.press("Control+End")
    settled(page)
    count = page.locator("#table").get_attribute("aria-rowcount")
    page.wait_for_function("count => document.activeElement.closest('tr')?.ariaRowIndex === count", arg=count)
    keys.press("Control+Home")
    keys.at(first)
    # The headings sort, so the arrow keys reach them. Before them is the header of the section, which can be closed.
    keys.press("ArrowUp", "ArrowUp")
    page.wait_for_function("() => !!document.activeElement.closest('thead th')")
    keys.press("ArrowUp", "ArrowDown", "ArrowDown")
    keys.at(first)
    keys.press("ArrowUp", "ArrowUp", "Enter")
    page.wait_for_url("**/?_sort=name")


def test_arrows_follow_the_direction_of_reading(serve, keys, page):
    page.goto(serve().url + "/")
    page.evaluate("document.documentElement.dir = 'rtl'")
    keys.tab_in()
    keys.press("ArrowLeft")
    assert keys.place[1] == "1"
    keys.press("ArrowRight")
    assert keys.place[1] == "0"


def test_controls_in_a_row_are_reached(gallery, keys, page):
    keys.enter(gallery + "/swipe/")
    keys.at("Library")
    keys.press("ArrowRight")
    keys.at("Library", "Actions for Library")
    keys.press("Enter")
    expect(page.locator("details[open]")).to_have_count(1)
    keys.press("Escape")
    keys.at("Library", "Actions for Library")
    keys.press("ArrowLeft")
    keys.at("Library")
    for key in ["Shift+F10", "ContextMenu"]:
        keys.press(key)
        expect(page.locator("details[open] button").first).to_be_focused()
        keys.press("ArrowDown")
        expect(page.locator("details[open] button").nth(1)).to_be_focused()
        keys.press("ArrowUp", "ArrowUp")
        expect(page.locator("details[open] button").last).to_be_focused()
        keys.press("Escape")
        keys.at("Library", "Actions for Library")
        expect(page.locator("details[open]")).to_have_count(0)
    keys.press("F2")
    keys.at("Library")
    keys.press("F2")
    assert keys.place[1] != "0"
    keys.press("F2")
    keys.at("Library")


def test_space_selects_and_a_row_is_left_and_found_again(gallery, keys, page):
    keys.enter(gallery + "/swipe/")
    keys.press("ArrowDown")
    name = keys.place[0]
    expect(page.locator("#table")).to_have_attribute("aria-multiselectable", "true")
    keys.press("Space")
    expect(page.locator("tr[aria-selected=true]")).to_have_count(1)
    keys.at(name)
    assert selected(page) == [name]
    keys.press("Shift+Space")
    keys.press("Space")
    expect(page.locator("tr[aria-selected=true]")).to_have_count(0)
    keys.at(name)


def test_shift_extends_and_control_a_asks_for_all(gallery, keys, page, problems):
    keys.enter(gallery + "/swipe/")
    names = page.locator("tr.row .go").all_inner_texts()
    keys.press("Shift+ArrowDown", "Shift+ArrowDown")
    expect(page.locator("tr[aria-selected=true]")).to_have_count(3)
    assert selected(page) == names[:3]
    keys.hears("3 selected")
    keys.press("Shift+ArrowUp")
    expect(page.locator("tr[aria-selected=true]")).to_have_count(2)
    keys.at(names[1])
    keys.press("Control+a")
    expect(page.get_by_role("alert")).to_have_text("At most 4 rows can be selected. Deselect some first.")
    problems.forget(409)


def test_shift_and_control_select_by_pointer(gallery, page):
    page.goto(gallery + "/swipe/")
    page.locator("#table[role]").wait_for()
    rows = page.locator("tr.row .go")
    names = rows.all_inner_texts()
    rows.nth(1).click(modifiers=["Control"])
    expect(page.locator("tr[aria-selected=true]")).to_have_count(1)
    rows.nth(4).click(modifiers=["Shift"])
    expect(page.locator("tr[aria-selected=true]")).to_have_count(4)
    assert selected(page) == names[1:5]
    rows.nth(2).click(modifiers=["Control"])
    expect(page.locator("tr[aria-selected=true]")).to_have_count(3)
    assert len(page.context.pages) == 1


def test_enter_follows_a_link_and_the_way_back_is_where_one_was(gallery, keys, page):
    keys.enter(gallery + "/")
    keys.press("ArrowDown", "ArrowDown")
    name = keys.place[0]
    with page.expect_navigation():
        keys.press("Enter")
    expect(page.locator("h1")).not_to_have_text("Gallery")
    page.go_back()
    page.locator("#table[role]").wait_for()
    keys.at(name)


def test_a_button_of_a_header_is_pressed_by_keys(gallery, keys, page):
    keys.enter(gallery + "/static/")
    keys.press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown")
    assert keys.place[0].startswith("Counting")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Reset “Counting”?")).to_be_visible()


def test_rows_are_moved_and_deleted_by_keys(gallery, keys, page):
    keys.enter(gallery + "/reorder/?_edit=1")
    # Tab leads to the first row, although the section's header above it has buttons.
    keys.at("Apples")
    keys.press("Alt+ArrowDown")
    expect(page.locator("tr.row .go, tr.row .label").nth(1)).to_have_text("Apples")
    keys.at("Apples")
    keys.press("Alt+ArrowUp")
    expect(page.locator("tr.row .go, tr.row .label").first).to_have_text("Apples")
    keys.at("Apples")
    keys.press("Delete")
    expect(page.get_by_role("heading", name="Delete “Apples”?")).to_be_visible()


def test_expanding_rows_are_a_tree(gallery, keys, page):
    keys.enter(gallery + "/expand/")
    assert page.locator("#table").get_attribute("role") == "treegrid"
    name = keys.place[0]
    keys.at(name, "row")
    row = page.locator("tr.row").first
    assert row.get_attribute("aria-expanded") == "false" and row.get_attribute("aria-level") == "1"
    keys.press("ArrowRight")
    expect(row).to_have_attribute("aria-expanded", "true")
    keys.at(name, "row")
    keys.press("ArrowRight")
    keys.at(name, "0")
    keys.press("ArrowLeft")
    keys.at(name, "row")
    keys.press("ArrowDown")
    inner = page.locator("tr.expansion")
    expect(inner).to_have_attribute("aria-level", "2")
    expect(inner).to_be_focused()
    keys.press("ArrowLeft")
    keys.at(name, "row")
    keys.press("ArrowLeft")
    expect(row).to_have_attribute("aria-expanded", "false")
    keys.at(name, "row")


def test_typing_finds_rows_of_other_pages(gallery, keys, page):
    keys.enter(gallery + "/index/")
    keys.press("v", "i", "e")
    page.wait_for_url("**/index/?_next=*")
    keys.at("Vienna")
    page.keyboard.type("abu d")
    page.wait_for_url("**/index/#row-*")
    keys.at("Abu Dhabi")
    keys.press("x", "q", "x")
    keys.hears("No row begins with xqx")
    keys.at("Abu Dhabi")


def test_an_error_is_not_taken_for_no_row(gallery, keys, page, problems):
    keys.enter(gallery + "/index/")
    intercept(page, "**/index/find?*", lambda route: route.fulfill(status=503, json={"status": 503, "detail": "It took too long."}))
    # One key, so that there is one answer.
    keys.press("x")
    expect(page.get_by_role("alert")).to_have_text("It took too long.")
    expect(page.locator("#announcement")).not_to_contain_text("No row")
    problems.forget(503)
    page.route("**/index/find?*", lambda route: route.abort())
    keys.press("Control+End")
    expect(page.get_by_role("alert")).to_have_text("Cannot reach the server. Try again.")
    assert all("net::ERR_FAILED" in problem for problem in problems)
    problems.clear()


def test_one_letter_again_and_again_goes_from_row_to_row(gallery, keys, page):
    keys.enter(gallery + "/index/")
    keys.at("Abu Dhabi")
    keys.press("a")
    keys.at("Abuja")
    keys.press("a")
    keys.at("Accra")
    keys.hears(re.compile(r"Row \d+ of 411"))


def test_rows_are_numbered_among_all(gallery, keys, page):
    keys.enter(gallery + "/index/")
    count = int(page.locator("#table").get_attribute("aria-rowcount"))
    assert page.locator("tr.row").first.get_attribute("aria-rowindex") == "2"
    keys.press("Control+End")
    page.wait_for_url("**/index/?_next=*")
    page.locator("tr:focus-within").wait_for()
    assert int(page.locator("tr:focus-within").get_attribute("aria-rowindex")) == count
    keys.press("Control+Home")
    page.wait_for_url("**/index/#row-*")
    keys.at("Abu Dhabi")
    # The next rows are loaded, and the focus goes on to them.
    end = page.locator("tr.row").last.get_attribute("aria-rowindex")
    page.locator("tr.row").last.locator("th").click()
    keys.press("ArrowDown", "ArrowDown")
    page.wait_for_function("end => document.activeElement.closest('tr')?.ariaRowIndex > end", arg=int(end))
    expect(page.locator("tr.row")).to_have_count(200)


def test_arrows_lead_back_to_the_page_before(gallery, keys, page):
    page.goto(gallery + "/index/")
    last = page.locator("tr.row").last.get_attribute("id")
    page.goto(page.locator(".pager [rel=next]").evaluate("link => link.href"))
    page.locator("#table[role]").wait_for()
    keys.tab_in()
    keys.press("ArrowUp")
    page.wait_for_url("**/index/?_prev=*")
    page.locator("tr.row:focus-within").wait_for()
    assert page.locator("tr.row:focus-within").get_attribute("id") == last


def test_keys_lead_to_other_pages_where_nothing_can_be_stored(gallery, keys, page):
    page.add_init_script("""for (const name of ["sessionStorage", "localStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });""")
    page.goto(gallery + "/index/")
    page.goto(page.locator(".pager [rel=next]").evaluate("link => link.href"))
    page.locator("#table[role]").wait_for()
    keys.tab_in()
    keys.press("ArrowUp")
    page.wait_for_url("**/index/?_prev=*")
    keys.tab_in()


def test_page_keys_go_by_what_is_seen(gallery, keys, page):
    keys.enter(gallery + "/index/")
    top = page.locator("tr:focus-within").bounding_box()["y"]
    keys.press("PageDown")
    moved = page.evaluate("""() => {
        const rows = [...document.querySelectorAll("#table tr")], at = document.activeElement.closest("tr");
        return at.getBoundingClientRect().top - rows.find(row => row.matches(".row")).getBoundingClientRect().top;
    }""")
    height = page.viewport_size["height"]
    assert height * 0.5 < moved <= height and top > 0
    keys.press("PageUp")
    keys.at("Abu Dhabi")


def test_focus_goes_to_the_nearest_row_when_its_own_is_gone(gallery, keys, page):
    keys.enter(gallery + "/swipe/")
    names = page.locator("tr.row .go").all_inner_texts()
    keys.press("ArrowDown")
    keys.at(names[1])
    page.evaluate("() => document.querySelectorAll('tr.row')[1].remove()")
    keys.at(names[2])
    page.evaluate("() => [...document.querySelectorAll('tr.row')].slice(1).forEach(row => row.remove())")
    keys.at(names[0])
    # A removed row does not move the focus back into the table.
    page.locator("h1").click()
    page.evaluate("() => document.querySelector('tr.row').remove()")
    page.wait_for_function("() => document.activeElement === document.body")


def test_focus_stays_when_the_page_is_shown_anew(gallery, keys, page):
    keys.enter(gallery + "/swipe/")
    keys.press("ArrowDown")
    name = keys.place[0]
    page.evaluate("() => document.querySelector('cascading-table').refresh()")
    keys.at(name)
    assert page.locator("#table").get_attribute("role") == "grid"
    keys.press("ArrowDown")
    assert keys.place[0] != name


def tab(page, times=1):
    for _ in range(times):
        page.keyboard.press("Tab")
        drawn(page)
    return page.evaluate("() => { const it = document.activeElement; return it.rel || it.innerText?.slice(0, 20) || it.localName }")


def test_tab_leaves_the_table_although_more_rows_could_be_loaded(gallery, keys, page):
    keys.enter(gallery + "/endless/")
    assert tab(page) == "next"
    expect(page.locator(".pager [rel=next]")).to_be_in_viewport()
    drawn(page)
    expect(page.locator("tr.row")).to_have_count(100)
    # The row number and its button follow.
    for _ in range(3):
        tab(page)
    assert not page.evaluate("document.querySelector('cascading-table').contains(document.activeElement)")
    # Without the focus, the link loads rows again.
    page.mouse.click(5, 5)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("tr.row").nth(199)).to_be_attached()


def test_the_link_to_more_rows_keeps_the_focus_while_they_are_loaded(gallery, page):
    loads = []
    page.route("**/endless/?*_next=*", lambda route: loads.append(route))
    page.goto(gallery + "/endless/")
    page.locator("#table[role]").wait_for()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    link = page.locator(".pager [rel=next]")
    load = first(page, loads)
    link.focus()
    before = link.get_attribute("href")
    load.continue_()
    expect(page.locator("tr.row")).to_have_count(200)
    expect(link).to_be_focused()
    assert link.get_attribute("href") != before and len(loads) == 1


@pytest.mark.parametrize("column", [0, 2])
def test_a_heading_that_sorts_keeps_the_focus(serve, page, column):
    url = serve().url
    page.goto(url)
    page.locator("#table[role]").wait_for()
    link = page.locator("thead a.sort").nth(column)
    for order in ["_sort=", "_sort_desc="]:
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/?{order}*")
        page.locator("#table[role]").wait_for()
        expect(link).to_be_focused()
    link.click()
    page.wait_for_url(re.compile(r"/(\?_sort=.*)?$"))
    expect(link).to_be_focused()
    # Another page does not get the focus.
    page.goto(url + "/?_size=20")
    page.locator("#table[role]").wait_for()
    drawn(page)
    expect(link).not_to_be_focused()


@pytest.fixture
def places(serve, tmp_path):
    """A table whose rows of z are far below, and a view of it, whose search ends early."""
    path = tmp_path / "places.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE places (id INTEGER PRIMARY KEY, code TEXT, name TEXT)")
        rows = ((number, f"p{number:05}", "Zug" if number > 29_990 else "Aarau") for number in range(1, 30_001))
        database.executemany("INSERT INTO places VALUES (?, ?, ?)", rows)
        database.execute("CREATE VIEW seen AS SELECT * FROM places")
    database.close()
    return serve(path).url


def test_typing_finds_far_rows_by_the_column_of_the_cursor(places, keys, page):
    keys.enter(places + "/places/")
    keys.press("ArrowRight", "ArrowRight", "z")
    page.wait_for_url("**/places/?_next=*")
    keys.at("29991")
    # The sorted column comes first.
    keys.enter(places + "/places/?_sort_desc=code")
    keys.press("p", "2", "0", "0", "0")
    page.wait_for_url("**/places/?_sort_desc=code&_next=*")
    keys.at("20009")


def test_a_search_that_ends_early_says_so(places, keys):
    keys.enter(places + "/seen/")
    keys.press("ArrowRight", "ArrowRight", "z", "q")
    keys.hears("None of the 20,000 rows searched begins with zq")


def test_a_menu_leads_to_tables_and_columns(places, keys, page):
    keys.enter(places + "/seen/")
    page.keyboard.press("/")
    menu = page.get_by_role("combobox", name="Go to a table or column")
    expect(menu).to_be_focused()
    options = page.locator("#jump li")
    expect(options.first).to_have_attribute("aria-selected", "true")
    menu.fill("no such name")
    expect(options).to_have_text(["Search for “no such name”"])
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    page.keyboard.press("Control+k")
    menu.fill("pla")
    expect(menu).to_have_attribute("aria-activedescendant", "jump-0")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url("**/places/")
    page.locator("#table[role]").wait_for()
    page.locator("body").press("/")
    menu.fill("name")
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="name").get_by_role("link").first).to_be_focused()


def test_the_menu_has_each_table_of_a_server_in_swift_once(gallery, keys, page):
    keys.enter(gallery + "/swipe/")
    page.keyboard.press("/")
    menu = page.get_by_role("combobox", name="Go to a table or column")
    options = page.locator("#jump li")
    menu.fill("Shopping")
    expect(options).to_have_text(["Shopping list"])
    menu.fill("gallery")
    expect(options).to_have_text(["Gallery"])
    page.keyboard.press("Enter")
    page.wait_for_url(gallery + "/")


def test_an_empty_value_is_a_filter_without_scripts(places, page_without_javascript):
    page = page_without_javascript
    page.goto(places + "/places/?_lang=en")
    page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Column").select_option("name")
    page.get_by_role("button", name="Apply").click()
    expect(page).to_have_url(places + "/places/?name=&_lang=en")
    expect(page.get_by_role("link", name="name is “”", exact=True)).to_be_visible()
    expect(page.get_by_text("No matching rows")).to_be_visible()


@pytest.mark.parametrize("path", ["/flights/", "/-/sql/?sql=select+*+from+flights"])
def test_a_heading_keeps_the_focus_if_its_column_begins_with_null(serve, page, tmp_path, path):
    with sqlite3.connect(tmp_path / "flights.db") as database:
        database.execute("CREATE TABLE flights (id INTEGER PRIMARY KEY, day, delay, time, code)")
        database.executemany("INSERT INTO flights(day, delay, time, code) VALUES (?, ?, ?, ?)", [
            (number, None if number > 250 else number % 60, None if number > 250 else number, f"c{number}")
            for number in range(400)])
    database.close()
    page.goto(serve(tmp_path / "flights.db").url + path)
    page.locator("#table[role]").wait_for()
    page.get_by_role("link", name="delay").focus()
    for order in ["ascending", "descending"]:
        page.keyboard.press("Enter")
        expect(page.locator(f"th[data-column=delay][aria-sort={order}]:is(:focus, :focus-within)")).to_have_count(1)
        expect(page.locator("th[aria-sort]")).to_have_count(1)
