"""Pages on a narrow screen: everything but the table stays inside the window, also when the table is moved sideways."""

import sqlite3

import pytest
from playwright.sync_api import expect

QUERIES = """
-- name: dear_things
SELECT * FROM things WHERE price > :least
"""

PAGES = [
    "/", "/things/", "/things/?_sort=price", "/things/?kind=a%20kind%20with%20a%20long%20name&price__gt=1&_search=thing",
    "/things/?_search=nothing", "/things/?_group=kind&_mean=price&_sum=price", "/kinds/?_group=a_name_of_a_long_column_of_kinds",
    "/things/?_group=kind&_group=colour&_min=price&_max=price", "/things/?_stats=price&_stats=kind&_stats=size",
    "/things/?_facet=kind&_facet=colour", "/things/row/7/", "/things/?_next=&_size=10", "/things/?_edit=1", "/things/columns",
    "/things/row/7/edit", "/things/new", "/things/paste", "/kinds/", "/-/sql/", "/-/sql/?sql=select+*+from+things",
    "/-/sql/?sql=select+kind,+count(*)+from+things+group+by+1", "/-/sql/?sql=select+wrong+from+things+limit+5",
    "/-/sql/dear_things/?least=3", "/nothing/",
]

# The elements outside of the window, besides the table, what holds it, and what scrolls by itself.
OUTSIDE = """() => {
  const main = document.querySelector("#table")?.closest("main");
  const found = [];
  for (const x of [0, 150, 1e5]) {
    scrollTo(document.dir === "rtl" ? -x : x, 0);
    for (const element of document.body.querySelectorAll("*")) {
      const { left, right, width, height } = element.getBoundingClientRect();
      if (!width || !height || element === main || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest("#table, .rows-of-plan, .facets > *, pre > *, .hidden, .skip, svg")) continue;
      if (left < -1 || right > innerWidth + 1) found.push(`${Math.round(scrollX)}: ${element.outerHTML.slice(0, 80)}`);
    }
  }
  scrollTo(0, 0);
  return found;
}"""


@pytest.fixture
def shop(serve, tmp_path):
    with sqlite3.connect(tmp_path / "shop.db") as database:
        database.execute("CREATE TABLE kinds (a_name_of_a_long_column_of_kinds TEXT PRIMARY KEY, another_long_name_of_a_column TEXT)")
        columns = ", ".join(f"another_column_{number} REAL DEFAULT 77884.55999999994" for number in range(12))
        database.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, kind TEXT REFERENCES kinds, colour TEXT, "
                         f"price REAL, size, {columns})")
        database.execute("INSERT INTO kinds VALUES ('a kind with a long name', 'Grandfather-clocks')")
        for number in range(150):
            database.execute("INSERT INTO things(name, kind, colour, price, size) VALUES (?, ?, ?, ?, ?)", (
                f"thing {number}", "a kind with a long name", f"colour-{number % 7}-without-a-place-to-break", 1234567.5 * number, number))
    database.close()
    (tmp_path / "queries.sql").write_text(QUERIES)
    return serve(tmp_path / "shop.db", "--editable", "--history", "--queries", tmp_path / "queries.sql").url


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_all_but_the_table_stays_inside_a_narrow_window(shop, visitor, problems, direction):
    visitor.set_viewport_size({"width": 390, "height": 844})
    outside = {}
    for path in PAGES:
        visitor.goto(shop + path)
        visitor.evaluate("direction => document.documentElement.dir = direction", direction)
        for details in [None, *visitor.locator(".tools summary").all()]:
            if details:
                details.click()
                expect(details.locator("xpath=..")).to_have_attribute("open", "")
            found = visitor.evaluate(OUTSIDE)
            if found:
                outside[path] = found[:3]
            if details:
                details.click()
                expect(details.locator("xpath=..")).not_to_have_attribute("open", "")
    assert outside == {}
    if problems:
        problems.forget(400, 404)
