"""Sorting, filtering and searching: with links and forms that need no script, and in the address."""

import json
import re
import sqlite3
import urllib.error
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import settled

ROWS = [
    ("Éclair", 3.5, "Paris"), ("apple tart", 12.0, "Wien"), ("Zebra cake", None, "paris"), ("Bun", 0.8, "Bath"),
    ("Apple pie", 9.25, "Boston"),
]


@pytest.fixture
def shop(serve, tmp_path):
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE cakes(id INTEGER PRIMARY KEY, name TEXT, price REAL, city TEXT)")
        database.executemany("INSERT INTO cakes(name, price, city) VALUES (?, ?, ?)", ROWS)
        database.execute("CREATE TABLE many(n INTEGER PRIMARY KEY, word TEXT)")
        database.executemany("INSERT INTO many VALUES (?, ?)", [(n, f"w{n * 7919 % 1009:04}") for n in range(1009)])
    database.close()
    return serve(path).url


def names(page):
    return page.locator("tr.row td:nth-child(2)").all_inner_texts()


def get(url):
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


def test_headings_sort_up_down_and_not(visitor, shop):
    page = visitor
    page.goto(f"{shop}/cakes/")
    sorted_by_price = ["Zebra cake", "Bun", "Éclair", "Apple pie", "apple tart"]
    for order, rows in [
        ("ascending", sorted_by_price), ("descending", sorted_by_price[::-1]), (None, [row[0] for row in ROWS]),
    ]:
        page.get_by_role("link", name="price").click()
        heading = page.get_by_role("columnheader", name="price")
        if order:
            expect(heading).to_have_attribute("aria-sort", order)
        expect(page.locator("th[aria-sort]")).to_have_count(1 if order else 0)
        assert names(page) == rows
    page.go_back()
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert page.url.endswith("?_sort_desc=price")
    assert names(page) == sorted_by_price[::-1]


def test_search_by_enter_keeps_the_order(visitor, shop):
    page = visitor
    page.goto(f"{shop}/cakes/?_sort_desc=name")
    page.get_by_role("searchbox").fill("APPLE")
    page.keyboard.press("Enter")
    expect(page.locator(".count")).to_have_text("2 of 5 rows")
    assert names(page) == ["apple tart", "Apple pie"]
    assert page.url.endswith("/cakes/?_sort_desc=name&_search=APPLE")
    page.get_by_role("searchbox").fill("eclair")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("tr.row")).to_have_count(1)
    page.get_by_role("searchbox").fill("nowhere")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No matching rows")).to_be_visible()
    page.get_by_role("link", name="All rows").click()
    expect(page.locator("tr.row")).to_have_count(5)
    assert page.url.endswith("/cakes/?_sort_desc=name")


def test_filters_are_added_named_and_taken_away(visitor, shop):
    page = visitor
    page.goto(f"{shop}/cakes/")

    def add(column, comparison, value):
        page.locator("summary", has_text="Filter").click()
        fill(page.locator(".filter .line").last, column, comparison, value)
        page.get_by_role("button", name="Apply").click()

    add("price", "is more than", "3")
    expect(page.locator(".chips li")).to_have_count(1)
    add("city", "contains", "PAR")
    chips = page.locator(".chips li")
    expect(chips).to_have_count(2)
    expect(chips.first).to_contain_text("price is more than 3")
    assert names(page) == ["Éclair"]
    assert page.url.endswith("/cakes/?price__gt=3&city__contains=PAR")
    page.get_by_role("link", name="Remove filter: city contains PAR").click()
    expect(chips).to_have_count(1)
    assert names(page) == ["Éclair", "apple tart", "Apple pie"]
    page.go_back()
    expect(chips).to_have_count(2)
    page.go_forward()
    page.get_by_role("link", name="Remove filter: price is more than 3").click()
    expect(page.locator("tr.row")).to_have_count(5)


def test_words_of_the_search_are_marked(page, shop):
    page.goto(f"{shop}/cakes/?_search=ecl%20r")
    marked = """() => [...CSS.highlights.get("search") ?? []].map(range => range.toString())"""
    assert page.evaluate(marked) == ["Écl", "r", "r"]  # and the r of Paris
    page.get_by_role("link", name="Remove filter").click()
    expect(page.locator("tr.row")).to_have_count(5)
    assert page.evaluate(marked) == []


def fill(line, column, comparison, value):
    line.get_by_label("Column").select_option(column)
    line.get_by_label("Comparison").select_option(label=comparison)
    line.get_by_label("Value").fill(value)


def test_filters_are_edited_together(visitor, shop):
    page = visitor
    page.goto(f"{shop}/cakes/?price__gt=3&city__contains=PAR&_sort=name")
    lines = page.locator(".filter .line")
    expect(lines.first).not_to_be_visible()
    page.get_by_role("link", name="price is more than 3", exact=True).click()
    expect(lines).to_have_count(3)
    expect(lines.nth(2).get_by_role("link")).to_have_count(0)
    lines.nth(0).get_by_label("Value").fill("10")
    fill(lines.nth(2), "city", "is one of", "Bath, Boston")
    page.get_by_role("combobox", name="Filters").select_option("One of these is true")
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**/cakes/?price__gt=10&city__contains=PAR&city__in=Bath%2C%20Boston&_or=1&_sort=name")
    assert names(page) == ["Apple pie", "Bun", "Zebra cake", "apple tart", "Éclair"]
    chips = page.locator(".chips li")
    assert [text.split("\n")[0] for text in chips.all_inner_texts()] == [
        "price is more than 10", "or", "city contains PAR", "or", "city is Bath", "or", "city is Boston"]
    page.get_by_role("link", name="Remove filter: city is Bath").click()
    page.wait_for_url("**/cakes/?price__gt=10&city__contains=PAR&city=Boston&_or=1&_sort=name")
    page.locator("summary", has_text="Filter").click()
    page.locator(".filter").get_by_role("link", name="Remove filter: city contains PAR").click()
    settled(page)
    if page.get_by_role("button", name="Add").is_visible():
        page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**/cakes/?price__gt=10&city=Boston&_or=1&_sort=name")
    assert names(page) == ["Apple pie", "apple tart"]


def test_a_line_is_another_way_to_match(visitor, shop):
    page = visitor
    page.goto(f"{shop}/cakes/?price__gt=3&city=Paris&city=Bath&_sort=name")
    page.locator("summary", has_text="Filter").click()
    lines = page.locator(".filter .line")
    expect(lines.nth(1).get_by_label("and/or")).not_to_be_visible()
    page.get_by_role("combobox", name="Filters").select_option("As each line says")
    expect(lines.first.get_by_label("and/or")).not_to_be_visible()
    lines.nth(2).get_by_label("and/or").select_option("or")
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**/cakes/?price__gt=3&city=Paris&_or=city%3DBath&_sort=name")
    chips = [text.split("\n")[0] for text in page.locator(".chips li").all_inner_texts()]
    assert chips == ["price is more than 3", "city is Paris", "or", "city is Bath"]
    page.get_by_role("link", name="Remove filter: city is Paris").click()
    page.wait_for_url("**/cakes/?price__gt=3&city=Bath&_sort=name")


def test_a_value_of_the_wrong_type_is_told_beside_it(visitor, shop, problems):
    page = visitor
    page.goto(f"{shop}/cakes/?city=Bath")
    page.locator("summary", has_text="Filter").click()
    fill(page.locator(".filter .line").last, "price", "is more than", "cheap")
    page.get_by_role("button", name="Apply").click()
    value = page.locator("[aria-invalid]")
    expect(value).to_have_value("cheap")
    expect(value).to_have_accessible_description(re.compile('^"cheap" is not a number.'))
    problems.forget(400)
    value.fill("0.5")
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**/cakes/?city=Bath&price__gt=0.5")
    assert names(page) == ["Bun"]


def test_lines_are_added_and_kept_while_rows_change(page, shop, tmp_path):
    page.goto(f"{shop}/cakes/")
    page.locator("summary", has_text="Filter").click()
    lines = page.locator(".filter .line")
    expect(page.get_by_role("combobox", name="Filters")).to_have_count(0)
    fill(lines.first, "price", "is more than", "1")
    page.get_by_role("button", name="Add").click()
    expect(lines.nth(1).get_by_label("Column")).to_be_focused()
    fill(lines.nth(1), "city", "begins with", "w")
    with sqlite3.connect(tmp_path / "shop.db") as database:
        database.execute("INSERT INTO cakes(name, price, city) VALUES ('Wafer', 2, 'Wels')")
    database.close()
    expect(page.locator("tr.row")).to_have_count(6)
    expect(lines.nth(1).get_by_label("Value")).to_have_value("w")
    page.get_by_role("button", name="Apply").click()
    page.wait_for_url("**/cakes/?price__gt=1&city__startswith=w")
    assert names(page) == ["apple tart", "Wafer"]
    expect(lines).to_have_count(3)


def test_the_type_of_a_column_chooses_operators_and_known_values(page, serve, tmp_path):
    with sqlite3.connect(tmp_path / "types.db") as database:
        database.execute("CREATE TABLE t(name TEXT, number REAL, day DATE, fresh BOOLEAN)")
        database.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", [
            (["Doe, Ann", "Bob", "Bob"][n % 3], 1.234, f"2026-01-{n + 1:02}", n % 2) for n in range(9)])
    database.close()
    page.goto(f"{serve(tmp_path / 'types.db').url}/t/?_lang=de")
    page.locator("summary", has_text="Filter").click()
    column, test, value = (page.locator(f"[name=_filter_{name}]") for name in ["column", "op", "value"])

    def offered(choice):
        column.select_option(choice)
        return test.evaluate("test => [...test.options].filter(one => getComputedStyle(one).display !== 'none').map(one => one.value)")

    def known():
        value.blur()
        value.focus()
        settled(page)
        return page.locator("#known option").evaluate_all("all => all.map(option => option.value)")

    comparisons = ["gt", "gte", "lt", "lte"]
    assert offered("fresh") == ["exact", "not", "isnull", "notnull"]
    assert known() == ["false", "true"]
    assert offered("number") == ["exact", "not", *comparisons, "between", "within", "isnull", "notnull", "empty", "in", "notin", "top", "nottop"]
    assert known() == ["1,234"]
    expect(value).to_have_attribute("inputmode", "decimal")
    assert "contains" in offered("name")
    assert known() == ["Bob", "Doe, Ann"]
    test.select_option("in")
    value.fill("Eve, ")
    assert known() == ["Eve, Bob", 'Eve, "Doe, Ann"']
    test.select_option("isnull")
    expect(value).not_to_be_visible()
    test.select_option("gte")
    value.clear()
    offered("day")
    expect(value).to_have_attribute("type", "date")
    value.fill("2026-01-08")
    page.get_by_role("button", name="Anwenden").click()
    page.wait_for_url("**/t/?day__gte=2026-01-08&_lang=de")
    expect(page.locator("tr.row")).to_have_count(2)


def test_two_hundred_conditions_are_refused_with_a_sentence(page, shop, problems):
    def lines(count):
        parts = [("_filter_column", "name"), ("_filter_op", "not"), ("_filter_value", "x")]
        return urllib.parse.urlencode([(name, f"{value}{n}" if value == "x" else value) for n in range(count) for name, value in parts])

    assert page.goto(f"{shop}/cakes/?{lines(20)}").status == 200
    for query in [lines(60), urllib.parse.urlencode([("name__not", n) for n in range(200)])]:
        assert page.goto(f"{shop}/cakes/?{query}").status == 400
        expect(page.get_by_text("A query can have at most 20 filters.")).to_be_visible()
        problems.forget(400)


def test_a_gesture_keeps_the_query_and_hits_the_row(visitor, serve):
    page = visitor
    url = serve().url
    page.goto(f"{url}/?area__gt=5000000&_sort_desc=area")
    first = page.locator("tr.row").first
    place = first.get_attribute("data-place")
    name = first.locator(".go").inner_text()
    first.locator(".go").click()
    settled(page)
    row = page.locator(f"tr.row[data-place='{place}']")
    expect(row.locator(".go")).to_have_attribute("aria-pressed", "true")
    expect(row.locator(".go")).to_have_text(name)
    assert "area__gt=5000000&_sort_desc=area" in page.url
    address = f"{url}/rows/{place.replace('.', '/')}.json?area__gt=5000000&_sort_desc=area"
    assert get(address)["sections"][0]["rows"][0]["cell"]["title"] == name


def test_pages_of_a_sorted_table_show_each_row_once(page_without_javascript, shop):
    page = page_without_javascript  # with scripts, the next rows load before the link is reached
    page.goto(f"{shop}/many/?_sort=word&_size=200")
    words = []
    while True:
        words += names(page)
        following = page.locator("a[rel=next]")
        if following.count() == 0:
            break
        following.click()
        settled(page)
    assert words == sorted(f"w{n * 7919 % 1009:04}" for n in range(1009))


def test_every_representation_is_of_the_rows_that_match(shop):
    query = "word__startswith=w00&_sort_desc=word"
    table = get(f"{shop}/many/table.json?{query}")
    assert (table["count"], table["total"]) == (100, 1009)
    words = [row["cell"]["fields"]["word"] for row in table["sections"][0]["rows"]]
    assert words == [f"w{n:04}" for n in range(99, -1, -1)]
    for kind in ["csv", "ndjson", "txt", "md"]:
        with urllib.request.urlopen(f"{shop}/many/table.{kind}?{query}") as answer:
            assert re.findall(r"w\d{4}", answer.read().decode()) == words


@pytest.mark.parametrize("attack", [
    "'; DROP TABLE cakes; --", '" OR 1=1 --', "\\", "%", "_", "\0", "' UNION SELECT sql FROM sqlite_master --", "x" * 4000,
])
def test_sql_stays_in_its_value(shop, attack):
    for name in ["name", "name__contains", "name__in", "price__gt", "_search", "_sort", "_filter_column", attack]:
        url = f"{shop}/cakes/table.json?{urllib.parse.urlencode({name: attack})}"
        try:
            table = get(url)
            assert table["count"] <= 5
        except urllib.error.HTTPError as error:
            assert error.code in (400, 414, 431)
            error.close()
    assert get(f"{shop}/cakes/table.json")["count"] == 5


def test_keys_go_to_the_last_row_of_those_that_are_listed(page, serve):
    page.set_viewport_size({"width": 800, "height": 300})
    page.goto(f"{serve().url}/?area__gt=200000&_sort=name&_size=10")
    page.locator("#table[role]").wait_for()
    count = page.locator("#table").get_attribute("aria-rowcount")
    page.locator("tr.row .go").first.focus()
    page.keyboard.press("Control+End")
    page.wait_for_url("**/?area__gt=200000&_sort=name&_size=10&_next=*")
    page.wait_for_function("count => document.activeElement.closest('tr')?.ariaRowIndex === count", arg=count)
    page.keyboard.press("c")
    page.wait_for_function("() => document.activeElement.closest('tr')?.innerText.startsWith('Cameroon')")


@pytest.mark.parametrize("language", ["de", "he"])
def test_it_fits_on_a_narrow_screen_in_any_language(page, serve, language):
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{serve(command='gallery').url}/index/?_search=port&_lang={language}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(".search")).to_be_visible()
    expect(page.locator(".chips li")).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "he"])
def test_the_heading_of_numbers_ends_with_them(page, serve, language):
    page.goto(f"{serve().url}/?_lang={language}")
    ends = page.evaluate("""() => ["th.num .sort", "td.num"].map(selector => {
        const range = document.createRange()
        range.selectNodeContents(document.querySelector(selector))
        const box = range.getBoundingClientRect()
        return getComputedStyle(document.querySelector("table")).direction == "rtl" ? box.left : box.right
    })""")
    assert ends[0] == pytest.approx(ends[1], abs=1)
