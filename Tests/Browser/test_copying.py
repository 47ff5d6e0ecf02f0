"""Texts that are selected to be copied, and clicks on rows that act unless they select text."""

import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import settled


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


@pytest.fixture
def letters(serve, tmp_path):
    """The address of a table of letters, and a connection that changes it."""
    path = tmp_path / "letters.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE letters (id INTEGER PRIMARY KEY, name TEXT, text TEXT)")
    rows = [(number, f"name-{number} of thirty", f"text {number} to copy") for number in range(1, 31)]
    connection.executemany("INSERT INTO letters VALUES (?, ?, ?)", rows)
    yield serve(path).url + "/letters/", connection
    connection.close()


def opened(page, url):
    page.goto(url)
    if page.locator("cascading-table").evaluate("() => matchMedia('(scripting: enabled)').matches"):
        page.locator("#table[role]").wait_for()


def edges(text):
    """Returns the box of the letters of an element, without the space beside them."""
    return text.evaluate("""element => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { x, y, width, height } = range.getClientRects()[0];
        return [x, y + height / 2, width];
    }""")


def drag(text):
    x, y, width = edges(text)
    mouse = text.page.mouse
    mouse.move(x + 1, y)
    mouse.down()
    mouse.move(x + width / 2, y, steps=5)
    mouse.move(x + width - 1, y, steps=5)
    mouse.up()


def press(text, times=1):
    x, y, _ = edges(text)
    text.page.mouse.click(x + 4, y, click_count=times)


def press_blank(cell):
    """Clicks a cell near its end, where it has no text."""
    box = cell.bounding_box()
    cell.page.mouse.click(box["x"] + box["width"] - 6, box["y"] + box["height"] - 4)


def selection(page):
    return page.evaluate("getSelection().toString()").strip()


def calm(page, url):
    """Checks that no click acts."""
    settled(page)
    assert page.url == url and page.locator(".row.selected").count() == 0


def copied(page, text, ways=(drag, lambda text: press(text, 2), lambda text: press(text, 3))):
    """Selects a text by drag, double click and triple click, and returns what is then selected."""
    found, url = [], page.url
    for select in ways:
        select(text)
        calm(page, url)
        found.append(selection(page))
        page.evaluate("getSelection().removeAllRanges()")
    return found


# Playwright cannot drag on a page without scripts.
CLICKS = [lambda text: press(text, 2), lambda text: press(text, 3)]


def test_texts_of_a_list_are_copied(letters, page):
    url, _ = letters
    opened(page, url)
    row = page.locator("#row-4")
    for cell in [row.locator("th .go"), *row.locator("td").all()]:
        text = cell.inner_text()
        dragged, word, line = copied(page, cell)
        assert dragged == text[:len(dragged)] and len(dragged) >= len(text) - 1
        assert word and text.startswith(word) and line == text


def test_texts_of_a_list_are_copied_without_scripts(letters, page_without_javascript):
    page = page_without_javascript
    opened(page, letters[0])
    for cell in page.locator("#row-4 td").all():
        text = cell.inner_text()
        word, line = copied(page, cell, CLICKS)
        assert word and text.startswith(word) and line == text


def test_texts_of_a_row_are_copied(letters, visitor):
    opened(visitor, letters[0] + "row/4/")
    expect(visitor.locator(".row :is(button, .go)")).to_have_count(0)
    for cell in visitor.locator("#row-name :is(.label, td)").all():
        text = cell.inner_text()
        word, line = copied(visitor, cell, CLICKS)
        assert word and text.startswith(word) and line == text


@pytest.mark.parametrize("path, texts", [
    ("settings", [".row .label"]), ("swipe", [".row .go", ".row .sub"]), ("static", [".row .label", ".row .sub"]),
    ("models", [".row .go", ".header .cell"]), ("text", [".row .go"]), ("grid", [".row .go"]),
    ("reorder/?_edit=1", [".row .go", ".header .cell"]), ("expand", [".row .go"]), ("pile", [".row .go"]),
])
def test_texts_of_every_kind_of_cell_are_copied(gallery, page, path, texts):
    page.emulate_media(reduced_motion="reduce")
    opened(page, f"{gallery}/{path}" + ("" if "?" in path else "/"))
    for text in texts:
        assert all(copied(page, page.locator(text).first)), (path, text)


def test_a_click_on_a_text_opens_the_row(letters, page):
    url, _ = letters
    for cell in ["th", "td"]:
        opened(page, url)
        press(page.locator(f"#row-4 {cell}").first)
        page.wait_for_url("**/row/4/", timeout=1500)


def test_a_click_beside_the_texts_opens_the_row_at_once(letters, page):
    opened(page, letters[0])
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    press_blank(page.locator("#row-4 td").last)
    page.wait_for_url("**/row/4/")


def test_a_drag_beside_the_texts_does_nothing(letters, page):
    opened(page, letters[0])
    box = page.locator("#row-4").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 10, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 60, box["y"] + 9, steps=4)
    page.mouse.up()
    calm(page, letters[0])


def test_control_and_a_click_opens_another_tab(letters, page):
    opened(page, letters[0])
    for cell in ["th .go", "td"]:
        with page.context.expect_page() as opening:
            page.locator(f"#row-4 {cell}").first.click(modifiers=["Control"])
        opening.value.wait_for_url("**/row/4/")
        opening.value.close()
    assert page.url == letters[0]


def test_a_click_selects_the_row_and_a_double_click_the_word(gallery, page):
    opened(page, gallery + "/swipe/")
    subtitle = page.locator(".row .sub").nth(2)
    press(subtitle, 2)
    settled(page)
    assert page.locator(".row.selected").count() == 0 and selection(page) in subtitle.inner_text()
    # The next click takes the selection of text away.
    press(subtitle)
    expect(page.locator(".row").nth(2)).to_have_class("row selected")
    press_blank(page.locator(".row th").nth(2))
    expect(page.locator(".row.selected")).to_have_count(0)


def test_a_click_without_scripts_is_on_the_first_cell(letters, page_without_javascript):
    page = page_without_javascript
    opened(page, letters[0])
    accent = page.locator(".count").evaluate("it => { it.style.color = 'var(--accent)'; return getComputedStyle(it).color }")
    assert page.locator("#row-4 .go").evaluate("it => getComputedStyle(it).color") == accent
    press_blank(page.locator("#row-4 th"))
    page.wait_for_url("**/row/4/")


def test_rows_without_columns_are_pressed_anywhere_without_scripts(gallery, page_without_javascript):
    page = page_without_javascript
    opened(page, gallery + "/reorder/")
    row = page.locator(".row th").first
    box = row.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    expect(page.locator(".checkmark")).to_have_count(1)


def test_the_menu_of_the_browser_opens_on_selected_text(gallery, page):
    opened(page, gallery + "/swipe/")
    subtitle = page.locator(".row .sub").first
    drag(subtitle)
    x, y, _ = edges(subtitle)
    page.mouse.click(x + 8, y, button="right")
    settled(page)
    assert page.locator("details[open]").count() == 0 and selection(page)
    press_blank(page.locator("h1"))
    page.mouse.click(x + 8, y, button="right")
    expect(page.locator("details[open]")).to_have_count(1)


# Live updates

def select(page, cell):
    page.evaluate("""cell => {
        const text = document.querySelector(cell).firstChild;
        getSelection().setBaseAndExtent(text, 1, text, text.length - 1);
    }""", cell)
    return selection(page)


CHANGES = {
    "a row above is deleted": "DELETE FROM letters WHERE id = 5",
    "rows above are inserted": "INSERT INTO letters VALUES (-1, 'new', 'new'), (0, 'newer', 'newer')",
    "a row above moves below": "UPDATE letters SET id = 25.5 WHERE id = 5",
    "a row above changes": "UPDATE letters SET text = 'other words' WHERE id = 9",
    "another cell of the row changes": "UPDATE letters SET text = 'other words' WHERE id = 10",
    "the row itself moves down": "UPDATE letters SET rank = 205 WHERE id = 10",
    "the row itself moves to the top": "UPDATE letters SET rank = 0 WHERE id = 10",
    "rows below change places": "UPDATE letters SET rank = 500 - rank WHERE id > 15",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_live_update_leaves_the_selection(letters, page, change):
    url, connection = letters
    connection.executescript("ALTER TABLE letters ADD COLUMN rank REAL; UPDATE letters SET rank = id * 10")
    opened(page, url + "?_sort=rank")
    expect(page.locator("#row-30")).to_be_attached()
    before = select(page, "#row-10 td")
    rows = page.locator(".row").all_inner_texts()
    statement = CHANGES[change].replace("id = 25.5", "rank = 255").replace("(-1, 'new', 'new'), (0, 'newer', 'newer')",
                                                                         "(98, 'new', 'new', 1), (99, 'newer', 'newer', 2)")
    connection.execute(statement)
    page.wait_for_function("rows => [...document.querySelectorAll('.row')].map(row => row.innerText).join() !== rows",
                           arg=",".join(rows))
    settled(page)
    assert selection(page) == before and "ame-10" in before


def test_a_live_update_moves_only_what_has_moved(letters, page):
    url, connection = letters
    opened(page, url)
    page.evaluate("""() => {
        window.moved = 0;
        const count = (changes) => changes.forEach(({ addedNodes }) => { window.moved += addedNodes.length; });
        new MutationObserver(count).observe(document.querySelector("tbody"), { childList: true });
    }""")
    connection.execute("DELETE FROM letters WHERE id = 5")
    expect(page.locator("#row-5")).to_have_count(0)
    assert page.evaluate("moved") == 0


def test_a_text_is_dragged_over_while_the_page_changes(letters, page):
    url, connection = letters
    opened(page, url)
    cell = page.locator("#row-2 td").first
    x, y, width = edges(cell)
    page.mouse.move(x + 1, y)
    page.mouse.down()
    page.mouse.move(x + width / 2, y, steps=4)
    connection.execute("DELETE FROM letters WHERE id = 5")
    expect(page.locator("#row-5")).to_have_count(0)
    page.mouse.move(x + width - 1, y, steps=4)
    page.mouse.up()
    calm(page, url)
    assert selection(page).startswith("name-2 of thirt")


def test_rows_that_are_loaded_leave_the_selection(gallery, page):
    opened(page, gallery + "/endless/")
    page.evaluate("""() => {
        const text = document.querySelectorAll(".row")[90].querySelector(".go, .label").firstChild;
        getSelection().setBaseAndExtent(text, 0, text, text.length);
    }""")
    before = selection(page)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator("tr.row")).to_have_count(200)
    assert before and selection(page) == before
