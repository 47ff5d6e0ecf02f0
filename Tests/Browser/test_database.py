"""SQLite files through the whole product: pages and JSON contain the values of the database."""

import json
import math
import sqlite3
import urllib.parse
import urllib.request

import html5lib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import expect

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
values = st.one_of(
    st.none(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), texts, st.binary(max_size=12))
names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)


def fetch(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read().decode()


def make(path, name, columns, rows):
    with sqlite3.connect(path) as database:
        quoted = ", ".join(quote(column) for column in columns)
        database.execute(f"CREATE TABLE {quote(name)} ({quoted})")
        marks = ", ".join("?" * len(columns))
        database.executemany(f"INSERT INTO {quote(name)} VALUES ({marks})", rows)
    database.close()


def quote(identifier):
    return '"' + identifier.replace('"', '""') + '"'


def shown(value, column):
    """Returns the text that a page shows for a text, or for an integer of a column without decimals; None for other values."""
    if isinstance(value, str):
        # Characters that HTML cannot hold are replaced, and white space is collapsed.
        kept = "".join(c if c in "\t\n\r" or ord(c) >= 0x20 and c != "\x7f" else "\ufffd" for c in value)
        return " ".join(kept.replace("\u2028", " ").split())
    if isinstance(value, int) and not any(isinstance(other, float) for other in column):
        is_grouped = any(isinstance(other, int) and abs(other) >= 10_000 for other in column)
        return f"{value:,}" if is_grouped else str(value)
    return None


def cells(row):
    """Returns the texts of a row's cells, without the texts meant only for screen readers."""
    found = []
    for cell in row:
        for hidden in list(cell.iter()):
            for child in list(hidden):
                if "hidden" in child.get("class", "").split():
                    hidden.remove(child)
        found.append(" ".join("".join(cell.itertext()).split()))
    return found


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_stored_is_what_is_shown(serve, tmp_path_factory, data):
    columns = data.draw(st.lists(names, min_size=1, max_size=4, unique_by=str.casefold), "columns")
    rows = data.draw(st.lists(st.tuples(*[values] * len(columns)), min_size=1, max_size=12), "rows")
    path = tmp_path_factory.mktemp("property") / "any.db"
    make(path, "things", columns, rows)
    server = serve(path)
    try:
        page = html5lib.parse(fetch(server.url + "/things/"), namespaceHTMLElements=False)
        table = json.loads(fetch(server.url + "/things/table.json"))
    finally:
        server.stop()
        server.stop = lambda: None

    found = [cells(row) for row in page.iter("tr") if "row" in row.get("class", "").split()]
    assert len(found) == len(rows)
    for stored, texts_of_row in zip(rows, found):
        assert len(texts_of_row) == len(columns)
        for value, text, column in zip(stored, texts_of_row, zip(*rows)):
            expected = shown(value, column)
            if expected is not None:
                assert text == expected

    in_json = [row["cell"]["fields"] for section in table["sections"] for row in section["rows"]]
    assert [list(fields) for fields in in_json] == [columns] * len(rows)
    for stored, fields in zip(rows, in_json):
        for value, field in zip(stored, fields.values()):
            if isinstance(value, bytes):
                assert field["length"] == len(value)
            elif isinstance(value, float) and not math.isfinite(value):
                assert field is None
            else:
                assert field == value


def test_every_table_can_be_reached_and_every_row_clicked(serve, page_without_javascript, tmp_path):
    page = page_without_javascript
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as database:
        database.executescript("""
            CREATE TABLE artists (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE albums (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artists(id));
            CREATE TABLE "a/b ""c"" ?#% 🎸 select" ("group" TEXT PRIMARY KEY) WITHOUT ROWID;
            CREATE VIEW newest AS SELECT title FROM albums ORDER BY id DESC;
            INSERT INTO artists VALUES (1, 'Björk'), (2, 'Miles Davis');
            INSERT INTO albums VALUES (7, 'Homogenic', 1), (9, 'Kind of Blue', 2);
            INSERT INTO "a/b ""c"" ?#% 🎸 select" VALUES ('x/y?z#'), ('é ');
        """)
    database.close()
    page.goto(serve(path).url)
    assert [text.split() for text in page.locator("tr.header").all_inner_texts()] == [
        ["Tables", "3"], ["Views", "1"], ["Queries", "1"]]
    expect(page.locator("tr.row")).to_have_count(5)

    page.get_by_role("link", name="albums").click()
    expect(page.locator("tr.row")).to_have_count(2)
    page.locator("#row-9 a.go").click()
    page.wait_for_url("**/albums/row/9/")
    page.locator("tr.row td a").click()
    page.wait_for_url("**/artists/row/2/")
    assert "Miles Davis" in page.locator("table").inner_text()

    page.locator("nav[aria-label=Breadcrumb] a").first.click()
    page.locator("tr.row a", has_text="🎸").click()
    expect(page.locator("tr.row")).to_have_text(["x/y?z#", "é"])
    page.locator("tr.row a").first.click()
    expect(page.locator("table")).to_contain_text("x/y?z#")

    page.goto(page.url.split("/a")[0])
    page.locator("tr.row a", has_text="newest").click()
    expect(page.locator("tr.row").first).to_contain_text("Kind of Blue")


def test_sections_group_by_a_column(serve, page, tmp_path):
    path = tmp_path / "days.db"
    make(path, "days", ["day", "what"], [("mon", "a"), ("tue", "b"), ("mon", "c"), (None, "d")])
    page.goto(serve(path, "--table", "days", "--section-by", "day").url)
    expect(page.locator("tbody")).to_have_count(3)
    headings = [text.split() for text in page.locator("tr.header").all_inner_texts()]
    assert headings[1:] == [["mon", "2"], ["tue", "1"]]
    expect(page.locator("tbody", has_text="mon").first.locator("tr.row")).to_have_count(2)


def test_tables_may_be_called_as_the_routes_are(serve, tmp_path):
    path = tmp_path / "names.db"
    names = ["sections", "rows", "select", "menu", "action", "commit", "expand", "row", "table.json"]
    for name in names:
        make(path, name, ["key", "word"], [(f"{name} {number}", number) for number in range(3)])
    server = serve(path)
    for name in names:
        base = f"{server.url}/{name}/"
        assert f"{name} 2" in fetch(base)
        assert f"{name} 2" in fetch(base + "sections/0")
        assert f"{name} 2" in fetch(base + "rows/0/2")
        for route in ["table.json", "sections/0.json", "rows/0/2.json"]:
            rows = [row for section in json.loads(fetch(base + route))["sections"] for row in section["rows"]]
            assert rows[-1]["cell"]["fields"]["key"] == f"{name} 2", route
        assert "word" in fetch(f"{base}row/{rows[-1]['id']}/")
        request = urllib.request.Request(f"{base}select/0/2", method="POST")
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["selected"]["row"] == 2


def test_long_texts_are_cut_in_the_page_and_longer_ones_in_json_too(serve, tmp_path):
    path = tmp_path / "long.db"
    long, longer = "é" * 100_000, "é" * 2_000_000
    make(path, "long", ["text", "n"], [(long, 2**53 + 1), (longer, 1)])
    url = serve(path).url
    page = fetch(url + "/long/")
    assert len(page) < 20_000 and "4,000,000 bytes" in page
    rows = json.loads(fetch(url + "/long/table.json"))["sections"][0]["rows"]
    assert rows[0]["cell"]["fields"]["text"] == long
    assert rows[0]["cell"]["strings"] == {"n": str(2**53 + 1)}
    excerpt = rows[1]["cell"]["fields"]["text"]
    assert excerpt["length"] == 4_000_000 and excerpt["truncated"]
    assert excerpt["text"] == long[: len(excerpt["text"])] and len(excerpt["text"]) > 2_000


def test_changes_by_another_process_are_seen(serve, page, tmp_path):
    path = tmp_path / "live.db"
    make(path, "things", ["a"], [(1,)])
    page.goto(serve(path).url + "/things/")
    expect(page.locator("tr.row")).to_have_count(1)
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO things VALUES (2)")
    database.close()
    expect(page.locator("tr.row")).to_have_count(2)


def test_a_database_is_never_written(serve, tmp_path):
    path = tmp_path / "still.db"
    make(path, "things", ["a"], [(1,)])
    before = path.read_bytes(), sorted(tmp_path.iterdir())
    url = serve(path).url
    fetch(url + "/things/")
    answer = urllib.request.Request(url + "/things/select/0/0", method="POST")
    with urllib.request.urlopen(answer) as response:
        assert json.load(response)["selected"]["row"] == 0
    assert path.read_bytes() == before[0]
    assert [file for file in sorted(tmp_path.iterdir()) if file.suffix != ".log"] == [
        file for file in before[1] if file.suffix != ".log"]
    assert urllib.parse.urlparse(url).hostname == "127.0.0.1"


def test_a_long_table_is_sent_in_little_memory(serve, tmp_path):
    path = tmp_path / "long.db"
    count = 100_000
    make(path, "long", ["word"], [(f"{number} " + "x" * 600,) for number in range(count)])
    server = serve(path)
    fetch(server.url + "/long/?_size=1")
    before = resident_bytes(server)
    for name, heads in [("csv", 1), ("ndjson", 0), ("md", 2)]:
        lines, last, most = 0, b"", 0
        with urllib.request.urlopen(f"{server.url}/long/table.{name}") as answer:
            while part := answer.read(1 << 20):
                lines += part.count(b"\n")
                last = (last + part)[-1000:]
                most = max(most, resident_bytes(server))
        # The whole response has more than 60 MB.
        assert lines == count + heads
        assert b"%d xxx" % (count - 1) in last
        assert most - before < 32 << 20, name


def resident_bytes(server):
    with open(f"/proc/{server.process.pid}/statm") as file:
        return int(file.read().split()[1]) * 4096
