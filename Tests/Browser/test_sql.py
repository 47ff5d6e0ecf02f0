"""The page of SQL statements, its editor, and saved statements."""

import re
import sqlite3
import urllib.parse

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

QUERIES = """
-- name: dear_cakes
-- Cakes that cost more than a price.
SELECT name, price FROM cakes WHERE price > :least ORDER BY price
"""


@pytest.fixture
def shop(serve, tmp_path):
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE cakes(id INTEGER PRIMARY KEY, name TEXT, price REAL, city_code TEXT)")
        database.executemany(
            "INSERT INTO cakes(name, price, city_code) VALUES (?, ?, ?)",
            [("Bun", 0.8, "B"), ("Pie", 9.25, "L"), ("Tart", 12, "B")])
    database.close()
    queries = tmp_path / "queries.sql"
    queries.write_text(QUERIES)
    return serve(path, "--queries", queries).url


def names(page):
    return page.locator("tr.row > :first-child").all_inner_texts()


def test_a_question_is_asked_and_shared(visitor, shop):
    page = visitor
    page.goto(shop)
    page.get_by_role("link", name="SQL").click()
    page.get_by_label("SQL").fill("SELECT name, price FROM cakes WHERE price > :least")
    page.get_by_role("button", name="Run").click()
    page.get_by_label("least").fill("5")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("tr.row")).to_have_count(2)
    page.get_by_role("link", name="price").click()
    page.get_by_role("link", name="price").click()
    expect(page.locator("th[aria-sort=descending]")).to_have_count(1)
    assert names(page) == ["Tart", "Pie"]
    assert page.get_by_label("least").input_value() == "5"
    address = page.url
    page.goto(shop)
    page.goto(address)
    assert names(page) == ["Tart", "Pie"]
    page.get_by_text("Query plan").click()
    expect(page.get_by_text("SCAN cakes")).to_be_visible()


def test_a_mistake_keeps_what_was_typed(visitor, shop, problems):
    page = visitor
    page.goto(f"{shop}/-/sql/")
    page.get_by_label("SQL").fill("SELECT nmae FROM cakes")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_text("no such column: nmae")).to_be_visible()
    problems.forget(400)
    assert page.get_by_label("SQL").input_value() == "SELECT nmae FROM cakes"
    page.get_by_label("SQL").fill("SELECT name FROM cakes")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("tr.row")).to_have_count(3)


def test_a_table_leads_to_its_statement(visitor, shop):
    page = visitor
    page.goto(shop + "/cakes/?price__gt=5&_sort_desc=name")
    page.get_by_text("Export", exact=True).click()
    page.get_by_role("link", name="View as SQL").click()
    expect(page.get_by_label("SQL")).to_have_value(
        'SELECT *\nFROM "cakes" AS t\nWHERE (t."price" > 5 AND t."price" < \'\')\nORDER BY t."name" DESC, t."rowid" DESC')
    assert names(page) == ["3 Tart", "2 Pie"]


def test_a_saved_statement_is_on_the_start_page(visitor, shop):
    page = visitor
    page.goto(shop)
    expect(page.get_by_text("Cakes that cost more than a price.")).to_be_visible()
    page.get_by_role("link", name="dear_cakes").click()
    page.get_by_label("least").fill("1")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("tr.row > :first-child")).to_have_text(["Pie", "Tart"])
    page.get_by_role("link", name="Edit SQL").click()
    expect(page.get_by_label("SQL")).to_have_value(re.compile("^SELECT name, price"))


def test_words_are_coloured_and_names_completed(page, shop):
    page.goto(f"{shop}/-/sql/")
    field = page.get_by_label("SQL")
    field.press_sequentially("select ci")
    option = page.get_by_role("option", name="city_code")
    expect(option).to_have_attribute("aria-selected", "true")
    assert field.get_attribute("aria-activedescendant") == option.get_attribute("id")
    field.press("Tab")
    expect(page.get_by_role("listbox")).to_be_hidden()
    field.press_sequentially(" from ca")
    page.get_by_role("option", name="cakes").click()
    expect(field).to_have_value("select city_code from cakes")
    expect(page.locator(".editor .keyword")).to_have_text(["select", "from"])
    field.press_sequentially(" -- all")
    expect(page.locator(".editor .comment")).to_have_text("-- all")
    field.press("Control+Enter")
    expect(page.locator("tr.row")).to_have_count(3)
    # A sort makes a new page, with the editor.
    page.get_by_role("link", name="city_code").click()
    expect(page.locator("th[aria-sort]")).to_have_count(1)
    expect(page.locator(".editor .keyword")).to_have_text(["select", "from"])
    assert Axe().run(page).response["violations"] == []


@pytest.mark.parametrize("width", [1280, 390])
def test_coloured_words_stand_where_they_are_typed(page, shop, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{shop}/-/sql/")
    field = page.get_by_label("SQL")
    field.fill("select name, 'a 1 b', :x from cakes -- 3 rows\n  where price > 2.5 and id = 1\tlimit 5\n" + "or 7 " * 60)
    expect(page.locator(".editor span.number")).to_have_count(63)
    # A field does not tell where its letters are. A copy with its style and without colours does.
    apart = field.evaluate("""field => {
        const copy = document.createElement("div"), style = getComputedStyle(field);
        for (const name of style) copy.style.setProperty(name, style.getPropertyValue(name));
        Object.assign(copy.style, { position: "absolute", inset: "0", width: `${field.offsetWidth}px` });
        copy.textContent = field.value;
        field.before(copy);
        copy.scrollTop = field.scrollTop;
        const places = (element) => {
          const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
          while (walk.nextNode()) for (let index = 0; index < walk.currentNode.length; index++) {
            range.setStart(walk.currentNode, index);
            range.setEnd(walk.currentNode, index + 1);
            const { x, y, width } = range.getBoundingClientRect();
            found.push([x, y, width]);
          }
          return found.slice(0, field.value.length);
        };
        const [typed, coloured] = [copy, copy.parentElement.querySelector("pre")].map(places);
        return typed.length < 300 ? "no text" : typed.filter((place, index) =>
          place.some((number, part) => Math.abs(number - coloured[index][part]) > 1)).length;
      }""")
    assert apart == 0


def test_another_website_runs_no_statement(page, shop, problems):
    sql = urllib.parse.quote("SELECT name FROM cakes")
    for site, status in [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200), (None, 200)]:
        heads = {"Sec-Fetch-Site": site} if site else {}
        for path in ["", "table.csv", "table.json", "table.xlsx"]:
            answer = page.request.get(f"{shop}/-/sql/{path}?sql={sql}", headers=heads)
            assert answer.status == status, (site, path)
            assert status == 200 or "Another website sent this statement" in answer.text()
        saved = page.request.get(f"{shop}/-/sql/dear_cakes/table.csv?least=5", headers=heads)
        assert saved.status == 200
    # A link of another website leads to the statement, which the visitor can run.
    page.goto("data:text/html,<a href='" + f"{shop}/-/sql/?sql={sql}".replace("%", "%25") + "'>Cakes</a>")
    page.get_by_role("link", name="Cakes").click()
    expect(page.get_by_text("Another website sent this statement")).to_be_visible()
    problems.forget(403)
    expect(page.get_by_label("SQL")).to_have_value("SELECT name FROM cakes")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("tr.row")).to_have_count(3)


def test_statements_can_be_off(serve, tmp_path, page, problems):
    path = tmp_path / "off.db"
    sqlite3.connect(path).execute("CREATE TABLE t(a)").connection.close()
    url = serve(path, "--no-sql").url
    page.goto(url)
    expect(page.get_by_role("link", name="SQL")).to_have_count(0)
    page.goto(url + "/t/")
    assert "SQL" not in page.locator(".formats").text_content()
    assert page.goto(f"{url}/-/sql/?sql={urllib.parse.quote('SELECT 1')}").status == 404
    problems.forget(404)
