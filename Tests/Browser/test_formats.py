"""The menu of formats, the number of rows, and whole values on the page of a row."""

import io
import json
import re
import sqlite3
import struct
import urllib.request
import zlib

import openpyxl
import pytest
from playwright.sync_api import expect

from conftest import settled


def png():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(14))) + chunk(b"IEND", b"")


@pytest.fixture
def notes(serve, tmp_path):
    path = tmp_path / "notes.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT, picture BLOB)")
        database.executemany("INSERT INTO notes VALUES (?, ?, ?)", [(n, f"word {n}\n" * 200, png()) for n in range(1, 151)])
        database.execute("UPDATE notes SET picture = zeroblob(5) WHERE id = 2")
    database.close()
    return serve(path).url


def test_one_menu_has_every_format_of_what_is_shown(visitor, notes):
    page = visitor
    page.goto(f"{notes}/notes/?id__lte=120&_sort_desc=id&_size=10")
    expect(page.locator(".heading .count")).to_have_text("120 of 150 rows")
    menu = page.locator(".formats")
    expect(menu.get_by_role("link").first).to_be_hidden()
    page.get_by_text("Export").click()
    expect(menu.get_by_role("link")).to_have_text([
        "JSON, this page", "NDJSON", "CSV", "Excel", "Markdown", "Text", "View as SQL"])
    for link in menu.get_by_role("link").all():
        # Nothing covers the link, not even the column headings, which stay in view.
        link.click(trial=True)
        settled(page)
        with urllib.request.urlopen(notes + link.get_attribute("href")) as answer:
            bytes = answer.read()
        name = link.inner_text()
        if name == "View as SQL":
            assert "WHERE" in bytes.decode()
            continue
        if name == "Excel":
            sheet = openpyxl.load_workbook(io.BytesIO(bytes)).active
            assert [row[0] for row in sheet.iter_rows(min_row=2, values_only=True)] == list(range(120, 0, -1))
            continue
        text = bytes.decode()
        if name == "JSON, this page":
            assert len(json.loads(text)["sections"][0]["rows"]) == 10
        elif name == "NDJSON":
            assert [json.loads(line)["id"] for line in text.splitlines()] == list(range(120, 0, -1))
        else:
            assert re.search(r"word 120\b", text) and re.search(r"word 2\b", text) and not re.search(r"word 121\b", text)


def test_the_page_of_a_row_shows_whole_values(visitor, notes):
    page = visitor
    page.goto(f"{notes}/notes/row/1/")
    assert page.locator("td", has_text="word 1").inner_text().count("word 1") == 200
    expect(page.locator(".count")).to_have_count(0)
    page.get_by_text("Export").click()
    page.get_by_role("link", name="JSON").click()
    settled(page)
    assert json.loads(page.locator("body").inner_text())["id"] == 1
    page.go_back()
    page.get_by_role("link", name="picture").click()
    page.wait_for_url("**/value")
    assert page.evaluate("document.images[0].naturalWidth") == 2
    page.goto(f"{notes}/notes/row/2/")
    with page.expect_download() as download:
        page.get_by_role("link", name="picture").click()
    assert download.value.suggested_filename == "notes 2 value.bin"
