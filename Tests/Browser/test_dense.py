"""The looks of tables with columns: dense where a mouse points, quiet marks, one line of tools, narrow tables, folded sections."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import intercept, opened_page, settled


@pytest.fixture
def file(serve, tmp_path):
    with sqlite3.connect(tmp_path / "shop.db") as database:
        database.execute("CREATE TABLE goods (id INTEGER PRIMARY KEY, name TEXT, price REAL, code, kind TEXT)")
        database.execute("CREATE TABLE short (code TEXT PRIMARY KEY, name TEXT)")
        database.execute("CREATE TABLE loose (name TEXT, size)")
        for number in range(1, 61):
            database.execute("INSERT INTO goods VALUES (?, ?, ?, ?, ?)", (
                number, "" if number == 2 else f"good {number}", number / 7, number, "ab"[number % 2]))
        database.executemany("INSERT INTO short VALUES (?, ?)", [("UA", "United Air Lines"), ("AA", "American")])
        database.execute("INSERT INTO loose VALUES ('one', 1)")
    return tmp_path / "shop.db"


@pytest.fixture
def phone(request, serve, chromium, problems):
    yield from opened_page(request, chromium, problems, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)


def size(locator):
    box = locator.bounding_box()
    return round(box["width"]), round(box["height"])


def test_rows_are_dense_for_a_mouse_and_high_for_a_finger(serve, file, page, phone):
    url = serve(file).url + "/goods/"
    for visitor, height, font in [(page, 30, 14), (phone, 44, 15)]:
        visitor.goto(url)
        row = visitor.locator("#row-7")
        assert size(row)[1] == height
        assert row.evaluate("it => parseFloat(getComputedStyle(it).fontSize)") == font
    assert size(phone.locator("thead .sort").first)[1] >= 40


@pytest.mark.parametrize("width", [1280, 390])
def test_the_tools_stand_on_one_line(serve, file, visitor, width):
    visitor.set_viewport_size({"width": width, "height": 800})
    visitor.goto(serve(file).url + "/goods/")
    middles = visitor.locator(".search, .tools summary").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return box.y + box.height / 2 })")
    assert len(middles) == 3 and max(middles) - min(middles) < 2
    count, title = visitor.locator(".count").bounding_box(), visitor.locator("h1").bounding_box()
    assert count["y"] < title["y"] + title["height"] and visitor.locator("footer .pager").count() == 0
    # The filter is below its button, and moves nothing.
    before = visitor.locator("#table").bounding_box()["y"]
    visitor.get_by_text("Filter", exact=True).click()
    expect(visitor.locator(".filter form")).to_be_visible()
    form = visitor.locator(".filter form").bounding_box()
    assert visitor.locator("#table").bounding_box()["y"] == before
    assert form["x"] >= 0 and form["x"] + form["width"] <= width and form["y"] > middles[0]


def test_the_filter_is_filled_in_by_keys(serve, file, page):
    page.goto(serve(file).url + "/goods/")
    page.locator("#table[role]").wait_for()
    page.get_by_text("Filter", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("kind")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/goods/?kind=a")
    expect(page.locator(".count")).to_have_text("30 of 60 rows")
    expect(page.locator("details[open]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("details[open]")).to_have_count(0)


def test_a_heading_is_pressed_as_a_whole_and_sorts_in_place(serve, file, page):
    page.goto(serve(file).url + "/goods/")
    page.locator("#table[role]").wait_for()
    page.evaluate("document.querySelector('h1').isMarked = true")
    heading = page.locator("thead th").nth(1)
    box = heading.bounding_box()
    page.mouse.click(box["x"] + 3, box["y"] + 3)
    page.wait_for_url("**/goods/?_sort=name")
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert page.evaluate("document.querySelector('h1').isMarked")
    page.go_back()
    expect(heading).not_to_have_attribute("aria-sort", "ascending")


def test_the_title_of_the_window_tells_the_query(serve, file, visitor):
    url = serve(file).url + "/goods/"
    visitor.goto(url)
    assert visitor.title() == "goods"
    visitor.goto(url + "?kind=a&price__gt=3&_sort_desc=price")
    assert re.sub("[\u2066-\u2069]", "", visitor.title()) == "goods: kind is a, price is more than 3, price ↓"


def test_a_wait_is_shown_and_can_be_stopped(serve, file, page):
    url = serve(file).url + "/goods/"
    page.goto(url)
    page.locator("#table[role]").wait_for()
    held = []
    intercept(page, "**/goods/?_sort=*", lambda route: held.append(route))
    page.get_by_role("link", name="price").click()
    expect(page.locator("cascading-table")).to_have_attribute("aria-busy", "true")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    stop.click()
    expect(page.locator("cascading-table")).not_to_have_attribute("aria-busy", "true")
    assert page.url == url and stop.count() == 0 and len(held) == 1


def test_a_small_table_is_as_wide_as_its_contents(serve, file, visitor):
    visitor.goto(serve(file).url + "/short/")
    assert size(visitor.locator("#table"))[0] < 450
    key, name = (visitor.locator(f"#row-UA > *").nth(index).bounding_box() for index in range(2))
    assert name["x"] - key["x"] < 200


def test_only_a_key_is_bold(serve, file, visitor):
    url = serve(file).url
    weight = "it => getComputedStyle(it).fontWeight"
    visitor.goto(url + "/short/")
    assert visitor.locator(".go").first.evaluate(weight) == "550"
    visitor.goto(url + "/loose/")
    assert visitor.locator(".row .go, .row .label").first.evaluate(weight) == "400"


def test_values_have_quiet_marks(serve, file, visitor):
    visitor.goto(serve(file).url + "/goods/")
    mark = "it => getComputedStyle(it, '::before').content"
    assert visitor.locator("#row-2 td").first.evaluate(mark) == '"\\"\\""'
    assert visitor.locator("#row-3 td").first.evaluate(mark) == "none"
    # A column without a type has numbers only, so it ends where they end. Decimals have 15 significant digits.
    assert visitor.locator("thead th").nth(3).evaluate("it => it.className") == "num"
    assert visitor.locator("#row-10 td").nth(1).inner_text() == "1.428571428571430"


def test_money_keeps_its_cents_on_every_page(serve, tmp_path, page):
    with sqlite3.connect(tmp_path / "sales.db") as database:
        database.execute("CREATE TABLE sales (id INTEGER PRIMARY KEY, shop TEXT, amount REAL)")
        database.executemany("INSERT INTO sales(shop, amount) VALUES (?, ?)", [
            ("a", 77884.55999999994), ("a", 4818431.87), ("a", 12.5), ("b", 5162)])
    database.close()
    url = serve(tmp_path / "sales.db").url
    amounts = ["77,884.56", "4,818,431.87", "12.50", "5,162.00"]
    for path, first, columns in [
        ("/sales/", 2, [amounts]), ("/-/sql/?sql=select+id,+amount+from+sales", 1, [amounts]),
        ("/sales/?_group=shop&_sum=amount&_mean=amount", 1, [["3", "1"], ["4,896,328.93", "5,162.00"], ["1,632,109.64", "5,162.00"]]),
        ("/sales/?_stats=amount", 1, [["4"], ["0"], ["4"], ["12.5"], ["4,818,431.87"], ["1,225,372.73"], ["41,523.28"]]),
    ]:
        page.goto(url + path)
        for index, texts in enumerate(columns):
            expect(page.locator(f"tr.row > td:nth-of-type({index + first})")).to_have_text(texts)
    page.goto(url + "/sales/row/1/")
    expect(page.locator("#row-amount td").first).to_have_text("77884.56")
    page.goto(url + "/sales/?_facet=amount")
    expect(page.locator(".facet li")).to_have_text(["12.50 1", "5162.00 1", "77884.56 1", "4818431.87 1"])
    assert "77884.55999999994" in page.request.get(url + "/sales/table.csv").text()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_key_stays_in_view(serve, file, visitor, width):
    visitor.set_viewport_size({"width": width, "height": 800})
    visitor.goto(serve(file).url + "/goods/")
    visitor.evaluate("document.querySelectorAll('thead th').forEach(th => { th.style.minWidth = '500px' })")
    visitor.evaluate("scrollTo(700, 0)")
    for row in ["thead th", "#row-7 th"]:
        box = visitor.locator(row).first.bounding_box()
        assert -60 < box["x"] <= 0 and box["x"] + box["width"] > 20


@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_of_a_row_has_values_beside_names(serve, file, visitor, width):
    visitor.set_viewport_size({"width": width, "height": 800})
    visitor.goto(serve(file).url + "/goods/row/10/")
    name, value = (visitor.locator("#row-price > *").nth(index) for index in range(2))
    assert name.locator(".sub").inner_text() == "REAL" and value.inner_text() == "1.42857142857143"
    assert value.bounding_box()["x"] < 270
    expect(visitor.locator("#row-price td")).to_have_count(1)


def test_sections_tell_their_count_and_are_folded(serve, file, page):
    page.goto(serve(file, "--table", "goods", "--section-by", "kind").url)
    page.locator("#table[role]").wait_for()
    expect(page.locator(".header .cell").first).to_have_text(re.compile("a.*30"))
    fold = page.get_by_role("button", name="Collapse a")
    fold.click()
    expect(page.get_by_role("button", name="Expand a")).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".row:visible")).to_have_count(30)
    page.evaluate("document.querySelector('cascading-table').refresh()")
    settled(page)
    expect(page.locator(".row:visible")).to_have_count(30)
    page.get_by_role("button", name="Expand a").click()
    expect(page.locator(".row:visible")).to_have_count(60)


@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_an_index_of_sections_stands_beside_the_rows(serve, visitor, tmp_path, language):
    path = tmp_path / "kinds.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE goods (id INTEGER PRIMARY KEY, kind TEXT)")
        connection.executemany("INSERT INTO goods (kind) VALUES (?)", [(f"kind {n % 6}",) for n in range(300)])
    connection.close()
    url = serve(path, "--table", "goods", "--section-by", "kind").url
    visitor.set_viewport_size({"width": 1100, "height": 600})
    visitor.goto(f"{url}/?_lang={language}")
    index, table = visitor.locator(".index"), visitor.locator("#table")
    assert index.locator("a").all_inner_texts()[0].split() == ["kind", "0", "50"]
    (box, rows) = index.bounding_box(), table.bounding_box()
    assert box["x"] + box["width"] <= rows["x"] if language == "he" else rows["x"] + rows["width"] <= box["x"]
    # A section of this page is scrolled to. Another one has a page of its own.
    index.get_by_role("link", name="kind 1").click()
    expect(visitor).to_have_url(re.compile("#section-kind%201$"))
    expect(index.get_by_role("link", name="kind 1")).to_have_css("font-weight", "600")
    index.get_by_role("link", name="kind 4").click()
    visitor.wait_for_url("**_section=4")
    assert "kind 4" in visitor.locator(".header").first.inner_text()
    visitor.set_viewport_size({"width": 1099, "height": 600})
    expect(index).to_be_hidden()
    visitor.set_viewport_size({"width": 1600, "height": 600})
    expect(index).to_be_visible()
    visitor.emulate_media(media="print")
    expect(index).to_be_hidden()
    assert visitor.locator("body").evaluate("body => getComputedStyle(body).paddingInlineEnd") == "0px"


def test_an_error_stays_in_its_table(serve, file, visitor, problems):
    url = serve(file).url
    for path, links in [("/goods/?nope=1", ["shop.db", "goods"]), ("/goods/row/999/", ["shop.db", "goods"]),
                        ("/nothing/", ["shop.db"])]:
        visitor.goto(url + path)
        assert visitor.locator("nav li").all_inner_texts() == links, path
    problems.clear()
    visitor.goto(url + "/goods/row/999/")
    problems.clear()
    visitor.get_by_role("link", name="Back to the table").click()
    expect(visitor).to_have_url(url + "/goods/")
