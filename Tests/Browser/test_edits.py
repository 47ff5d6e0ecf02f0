"""Changes of rows of a SQLite file (`--editable`), in cells and in forms."""

import json
import pathlib
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = """
    CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE albums(
        id INTEGER PRIMARY KEY, artist INTEGER NOT NULL REFERENCES artists, title TEXT NOT NULL,
        year INT CHECK (year > 1900), note TEXT, loud TEXT AS (upper(title)));
    INSERT INTO artists VALUES (1, 'Miles Davis'), (2, 'Björk');
    INSERT INTO albums(id, artist, title, year, note)
        VALUES (1, 1, 'Kind of Blue', 1959, NULL), (2, 2, 'Debut', 1993, ''), (3, 2, 'Post', 1995, 'x');
"""


@pytest.fixture
def music(serve, tmp_path):
    """The path of a file whose tables can be edited, and the address of its server."""
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as database:
        database.executescript("PRAGMA journal_mode = WAL;" + SCHEMA)
    database.close()
    return path, serve(path, "--editable").url


def read(path, sql):
    with sqlite3.connect(path) as database:
        rows = database.execute(sql).fetchall()
    database.close()
    return rows


def write(path, sql):
    with sqlite3.connect(path) as database:
        database.execute(sql)
    database.close()


def cell(page, row, column):
    return page.locator(f"#row-{row} > :nth-child({column})")


def test_a_cell_is_edited_where_it_stands(page, music):
    path, url = music
    page.goto(f"{url}/albums/")
    cell(page, 2, 4).dblclick()
    field = page.get_by_label("year", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_value("1993")
    # Until the answer comes, sending the form again does nothing.
    with page.expect_response("**/edit?column=year"):
        field.fill("1994")
        field.evaluate("field => { field.form.requestSubmit(); field.form.requestSubmit(); }")
    expect(cell(page, 2, 4)).to_have_text("1994")
    expect(page.locator("#editor")).not_to_be_visible()
    assert read(path, "SELECT year FROM albums WHERE id = 2") == [(1994,)]

    # By keys: arrows reach the cell, Enter edits it, Escape leaves it as it is.
    cell(page, 2, 4).focus()
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#editor")).not_to_be_visible()
    expect(cell(page, 2, 4)).to_be_focused()

    # NULL is a state of its own; typing chooses a value again.
    cell(page, 3, 5).dblclick()
    page.get_by_label("note: NULL").select_option("NULL")
    page.get_by_label("note", exact=True).fill("")
    page.get_by_label("note: NULL").select_option("NULL")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#editor")).not_to_be_visible()
    assert read(path, "SELECT note FROM albums WHERE id = 3") == [(None,)]


def test_a_wrong_value_is_told_in_the_cell(page, music, problems):
    path, url = music
    page.goto(f"{url}/albums/")
    cell(page, 1, 4).dblclick()
    field = page.get_by_label("year", exact=True)
    field.fill("12")
    field.press("Enter")
    expect(page.locator("#editor")).to_contain_text("The value must match the rule of the table: year > 1900.")
    expect(field).to_be_focused()
    problems.forget(422)
    field.fill("1960")
    field.press("Enter")
    expect(cell(page, 1, 4)).to_have_text("1960")


def set_year(page, row, year):
    cell(page, row, 4).dblclick()
    field = page.get_by_label("year", exact=True)
    field.fill(year)
    field.press("Enter")
    expect(cell(page, row, 4)).to_have_text(year)


def test_a_cell_edit_is_undone(page, music):
    path, url = music
    page.goto(f"{url}/albums/")
    set_year(page, 2, "2001")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("Row 2 changed")
    toast.get_by_role("button", name="Undo").click()
    expect(cell(page, 2, 4)).to_have_text("1993")
    expect(toast).to_contain_text("Row 2 changed")
    expect(toast.get_by_role("button", name="Redo")).to_be_visible()
    assert read(path, "SELECT year FROM albums WHERE id = 2") == [(1993,)]


@pytest.mark.parametrize("place", ["the cell", "nothing"])
def test_ctrl_z_undoes_a_cell_edit(page, music, place):
    path, url = music
    page.goto(f"{url}/albums/")
    set_year(page, 2, "2001")
    undo = page.locator(".toast").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    # In a text field it undoes what was typed.
    search = page.get_by_role("searchbox")
    search.fill("x")
    search.press("Control+z")
    expect(search).to_have_value("")
    # The message may have left before.
    page.evaluate("document.querySelector('.toast').remove()")
    if place == "the cell":
        page.locator("#table [tabindex='0']").focus()
    else:
        page.evaluate("document.activeElement.blur()")
    with page.expect_response(lambda answer: "/undo/" in answer.url):
        page.keyboard.press("Control+z")
    expect(cell(page, 2, 4)).to_have_text("1993")
    expect(page.locator(".toast").get_by_role("button", name="Redo")).to_be_visible()
    page.keyboard.press("Control+Shift+Z")
    expect(cell(page, 2, 4)).to_have_text("2001")
    assert read(path, "SELECT year FROM albums WHERE id = 2") == [(2001,)]


def test_ctrl_z_undoes_what_the_page_tells(page, music):
    path, url = music
    page.goto(f"{url}/albums/row/2/edit")
    page.get_by_label("title", exact=True).fill("Debut 2")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice")).to_contain_text("Row 2 changed")
    expect(page.locator("#table[role=grid]")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.locator("#row-title > td")).to_have_text("Debut")
    assert read(path, "SELECT title FROM albums WHERE id = 2") == [("Debut",)]


@pytest.mark.parametrize("width", [1280, 390])
def test_undo_is_in_the_window(visitor, serve, tmp_path, width):
    """The message about a change is fixed to the window, however wide and long the table is."""
    path = tmp_path / "wide.db"
    names = [f"a_long_column_name_{number}" for number in range(40)]
    values = ", ".join(["'some value in it'"] * len(names))
    with sqlite3.connect(path) as database:
        database.execute(f"CREATE TABLE wide(id INTEGER PRIMARY KEY, {', '.join(f'{name} TEXT' for name in names)})")
        database.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
            f" INSERT INTO wide SELECT i, {values} FROM n")
    database.close()
    visitor.set_viewport_size({"width": width, "height": 800})
    visitor.goto(f"{serve(path, '--editable').url}/wide/?_edit=1")
    for row in (1, 2, 3):
        visitor.get_by_role("checkbox", name=f"Select {row}", exact=True).check()
    visitor.locator("#selection").get_by_role("button", name="Delete").click()
    visitor.get_by_role("button", name="Delete 3 rows").click()
    notice = visitor.locator(".notice")
    expect(notice).to_contain_text("3 rows deleted")
    undo = notice.get_by_role("button", name="Undo")
    expect(undo).to_be_in_viewport(ratio=1)
    visitor.mouse.wheel(900, 2000)
    expect(visitor.locator("#row-4")).not_to_be_in_viewport()
    expect(notice).to_be_in_viewport(ratio=1)
    undo.click()
    expect(visitor.get_by_role("button", name="Redo")).to_be_in_viewport(ratio=1)
    assert read(path, "SELECT count(*) FROM wide") == [(200,)]


def test_two_visitors_on_one_cell(page, music, problems):
    path, url = music
    page.goto(f"{url}/albums/row/1/")
    value = page.locator("#row-title > td")
    value.dblclick()
    field = page.get_by_label("title", exact=True)
    expect(field).to_have_value("Kind of Blue")
    write(path, "UPDATE albums SET title = 'Theirs' WHERE id = 1")
    field.fill("Mine")
    field.press("Enter")
    editor = page.locator("#editor")
    expect(editor).to_contain_text("Somebody changed this meanwhile. Nothing was written.")
    for text in ["Mine", "Theirs", "Kind of Blue"]:
        expect(editor.locator("dd", has_text=text)).to_be_visible()
    problems.forget(409)
    assert read(path, "SELECT title FROM albums WHERE id = 1") == [("Theirs",)]
    editor.get_by_role("button", name="Write mine").click()
    expect(value).to_have_text("Mine")
    assert read(path, "SELECT title FROM albums WHERE id = 1") == [("Mine",)]


def test_a_row_is_corrected_in_its_form(visitor, music):
    """Task 19."""
    path, url = music
    visitor.goto(f"{url}/albums/row/2/")
    visitor.get_by_role("link", name="Edit").click()
    visitor.get_by_label("title", exact=True).fill("Debut 2")
    visitor.get_by_role("button", name="Save").click()
    expect(visitor).to_have_url(f"{url}/albums/row/2/")
    expect(visitor.locator("#row-title")).to_contain_text("Debut 2")
    # Task 22: it is undone from there.
    visitor.get_by_role("button", name="Undo").click()
    expect(visitor.locator("#row-title > td")).to_have_text("Debut")
    assert read(path, "SELECT title, note FROM albums WHERE id = 2") == [("Debut", "")]


def test_a_long_form_keeps_its_button_in_view(visitor, serve, tmp_path):
    path = tmp_path / "wide.db"
    write(path, f"CREATE TABLE wide (id INTEGER PRIMARY KEY, {', '.join(f'c{i} TEXT' for i in range(24))})")
    write(path, "INSERT INTO wide(id, c0) VALUES (7, 'x')")
    url = serve(path, "--editable").url
    visitor.goto(f"{url}/wide/row/7/edit")
    save = visitor.get_by_role("button", name="Save")
    expect(save).to_be_in_viewport()
    # The bar does not cover the field with the focus.
    for _ in range(30):
        visitor.keyboard.press("Tab")
    expect(visitor.locator(":focus")).to_be_in_viewport()
    field = visitor.locator(":focus").bounding_box()
    assert field["y"] + field["height"] <= save.bounding_box()["y"]
    first, second = (visitor.get_by_label(name, exact=True).bounding_box() for name in ("c0", "c1"))
    assert second["y"] > first["y"] or second["x"] > first["x"] + first["width"]
    assert visitor.evaluate("[document.documentElement.scrollWidth <= innerWidth]") == [True]
    visitor.get_by_role("link", name="7", exact=True).click()
    visitor.wait_for_url("**/wide/row/7/")
    visitor.get_by_role("link", name="Edit").click()
    visitor.get_by_role("link", name="wide").click()
    visitor.wait_for_url("**/wide/")


def test_json_is_shown_with_a_line_for_each_value(visitor, serve, tmp_path):
    path = tmp_path / "json.db"
    write(path, "CREATE TABLE t (id INTEGER PRIMARY KEY, meta)")
    write(path, """INSERT INTO t VALUES (1, '{"big":12345678901234567890,"list":["<b>",2.50]}'), (2, '[not json')""")
    server = serve(path, "--editable")
    visitor.goto(f"{server.url}/t/row/1/")
    text = visitor.locator("tr.row").nth(1).locator("pre")
    assert text.inner_text() == '{\n  "big": 12345678901234567890,\n  "list": [\n    "<b>",\n    2.50\n  ]\n}'
    # What is copied and edited is the value.
    assert text.locator("..").get_attribute("data-v") == '{"big":12345678901234567890,"list":["<b>",2.50]}'
    visitor.goto(f"{server.url}/t/row/2/")
    expect(visitor.locator("tr.row").nth(1)).to_contain_text("[not json")
    expect(visitor.locator("pre")).to_have_count(0)


def test_a_row_is_added(visitor, music, problems):
    """Task 20."""
    path, url = music
    visitor.goto(f"{url}/albums/")
    visitor.get_by_role("link", name="New row").click()
    visitor.get_by_label("artist", exact=True).fill("7")
    visitor.get_by_label("title", exact=True).fill("Milestones")
    visitor.get_by_label("year", exact=True).fill("1958")
    visitor.get_by_role("button", name="Save").click()
    expect(visitor.get_by_text("There is no such row in artists.")).to_be_visible()
    problems.forget(422)
    expect(visitor.get_by_label("title", exact=True)).to_have_value("Milestones")
    visitor.get_by_label("artist", exact=True).fill("1")
    visitor.get_by_role("button", name="Save").click()
    expect(visitor).to_have_url(f"{url}/albums/row/4/")
    assert read(path, "SELECT artist, title, year FROM albums WHERE id = 4") == [(1, "Milestones", 1958)]


def test_a_row_is_copied_and_deleted(visitor, music):
    path, url = music
    visitor.goto(f"{url}/albums/row/3/")
    visitor.get_by_role("link", name="Duplicate").click()
    expect(visitor.get_by_label("title", exact=True)).to_have_value("Post")
    visitor.get_by_role("button", name="Save").click()
    expect(visitor).to_have_url(f"{url}/albums/row/4/")
    assert read(path, "SELECT artist, title, year, note FROM albums WHERE id = 4") == [(2, "Post", 1995, "x")]
    visitor.get_by_role("link", name="Delete").click()
    visitor.get_by_role("button", name="Delete").click()
    expect(visitor).to_have_url(f"{url}/albums/")
    assert len(read(path, "SELECT 1 FROM albums")) == 3
    visitor.get_by_role("button", name="Undo").click()
    expect(visitor.locator("#row-4")).to_be_visible()


def test_a_conflict_without_scripts(page_without_javascript, music, problems):
    path, url = music
    page = page_without_javascript
    page.goto(f"{url}/albums/row/1/edit")
    page.get_by_label("title", exact=True).fill("Mine")
    write(path, "UPDATE albums SET title = 'Theirs' WHERE id = 1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Somebody changed this meanwhile.")).to_be_visible()
    problems.forget(409)
    page.get_by_role("link", name="Keep theirs").click()
    expect(page.locator("#row-title > td")).to_have_text("Theirs")


def send(url, method, body):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def test_only_named_tables_are_edited(serve, music):
    path, _ = music
    url = serve(path, "--editable=artists", "--size", "20").url
    assert send(f"{url}/artists/", "POST", {"values": {"name": "Nina"}})["created"] == {"id": "3"}
    with pytest.raises(urllib.error.HTTPError) as refusal:
        send(f"{url}/albums/", "POST", {"values": {"artist": 1, "title": "X"}})
    assert refusal.value.code == 403


@pytest.mark.parametrize("part", ["kills", "writers", "faults"])
def test_no_edit_is_lost(cascade, part):
    """A short form of `script/soak --edits`: the server is killed, other programs write, and the disk fails."""
    soak = [sys.executable, ROOT / "Tests/Soak/edits.py", cascade, "60", "4", "--rows", "5", "--only", part]
    result = subprocess.run(soak, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr


def test_rows_are_pasted_after_a_rehearsal(visitor, music):
    path, url = music
    visitor.goto(f"{url}/albums/")
    visitor.get_by_role("link", name="Paste rows").click()
    visitor.get_by_label("Rows", exact=True).fill("id\ttitle\tartist\tyear\n2\tDebüt\t2\t1993\n\tJazz\t1\t1800\n")
    visitor.get_by_role("button", name="Check").click()
    expect(visitor.get_by_role("status")).to_have_text("1 failing, 1 changed")
    expect(visitor.locator(".rows-of-plan .failing")).to_contain_text("year > 1900")
    expect(visitor.get_by_role("button", name="Write")).to_have_count(0)
    visitor.get_by_label("Rows", exact=True).fill("id\ttitle\tartist\tyear\n2\tDebüt\t2\t1993\n\tJazz\t1\t1970\n")
    visitor.get_by_role("button", name="Check").click()
    expect(visitor.get_by_role("status")).to_have_text("1 new, 1 changed")
    assert read(path, "SELECT title FROM albums WHERE id = 2") == [("Debut",)]
    visitor.get_by_role("button", name="Write 2 rows").click()
    visitor.wait_for_url("**/albums/")
    assert read(path, "SELECT id, title FROM albums WHERE id IN (2, 4)") == [(2, "Debüt"), (4, "Jazz")]
    visitor.get_by_role("button", name="Undo").click()
    expect(visitor.get_by_role("button", name="Redo")).to_be_visible()
    assert read(path, "SELECT id, title FROM albums WHERE id IN (2, 4)") == [(2, "Debut")]


def test_a_file_is_pasted(visitor, music):
    path, url = music
    visitor.goto(f"{url}/albums/paste")
    text = "title;artist;note\nÅse;1;\"two\r\nlines\"\nB;2;\n".encode("latin-1")
    visitor.get_by_label("Or a file").set_input_files({"name": "new.csv", "mimeType": "text/csv", "buffer": text})
    visitor.get_by_role("button", name="Check").click()
    expect(visitor.get_by_role("status")).to_have_text("2 new")
    # A value is left out.
    visitor.locator("[name='column.2']").select_option("leave out")
    visitor.get_by_role("button", name="Check").click()
    visitor.locator("[name='column.2']").select_option("note")
    visitor.get_by_role("button", name="Check").click()
    visitor.get_by_role("button", name="Write 2 rows").click()
    visitor.wait_for_url("**/albums/")
    assert read(path, "SELECT title, note FROM albums WHERE id > 3") == [("Åse", "two\nlines"), ("B", None)]


def test_selected_rows_are_changed_and_deleted(visitor, music):
    path, url = music
    visitor.goto(f"{url}/albums/")
    visitor.get_by_role("link", name="Select", exact=True).click()
    visitor.get_by_role("checkbox", name="Select 2").check()
    visitor.get_by_role("checkbox", name="Select 3").check()
    visitor.locator("#selection").get_by_role("button", name="Edit").click()
    visitor.get_by_label("year", exact=True).fill("2000")
    visitor.get_by_role("button", name="Check").click()
    expect(visitor.get_by_role("status")).to_have_text("2 changed")
    visitor.get_by_role("button", name="Write 2 rows").click()
    visitor.wait_for_url("**/albums/")
    assert read(path, "SELECT year FROM albums") == [(1959,), (2000,), (2000,)]
    visitor.goto(f"{url}/albums/?_edit=1")
    for row in (1, 2, 3):
        visitor.get_by_role("checkbox", name=f"Select {row}").check()
    visitor.locator("#selection").get_by_role("button", name="Delete").click()
    expect(visitor.get_by_role("status")).to_have_text("3 deleted")
    visitor.get_by_role("button", name="Delete 3 rows").click()
    visitor.wait_for_url("**/albums/")
    assert read(path, "SELECT count(*) FROM albums") == [(0,)]


def test_a_foreign_key_is_chosen_by_typing(page, music):
    path, url = music
    write(path, "INSERT INTO artists(name) SELECT 'Artist ' || value FROM json_each('[' || '3,4,5,6,7,8,9' || ']')")
    page.goto(f"{url}/albums/")
    # The key is a link, and its label is not.
    cell(page, 2, 2).get_by_text("Björk").dblclick()
    field = page.get_by_label("artist", exact=True)
    expect(field).to_be_focused()
    options = page.locator("#editor datalist option")
    expect(options).to_have_count(9)
    field.fill("davis")
    expect(options).to_have_count(1)
    expect(options).to_have_attribute("value", "1")
    field.fill("1")
    field.press("Enter")
    expect(cell(page, 2, 2)).to_contain_text("Miles Davis")
    assert read(path, "SELECT artist FROM albums WHERE id = 2") == [(1,)]
