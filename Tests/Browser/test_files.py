"""Tests of `cascade serve` with CSV, TSV and NDJSON files, and with several files."""

import os
import sqlite3
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from conftest import Server
from playwright.sync_api import expect as expect_page
from test_command import expect, expect_one_sentence, run


def get(server, path):
    with urllib.request.urlopen(server.url + path, timeout=30) as response:
        return response.read().decode()


def eventually(condition):
    for _ in range(150):
        if condition():
            return
        time.sleep(0.1)
    assert condition()


@pytest.fixture
def files(tmp_path):
    (tmp_path / "orders.csv").write_text("id;price;zip\n1;1,5;01099\n2;20;10115\n")
    (tmp_path / "events.ndjson").write_text('{"at": "2024-02-29", "ok": true}\n')
    folder = tmp_path / "other"
    folder.mkdir()
    for path in (tmp_path / "my.db", folder / "my.db"):
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE cities (id INTEGER PRIMARY KEY, name)")
            connection.execute("INSERT INTO cities VALUES (1, 'Ulm')")
        connection.close()
    return [str(tmp_path / "orders.csv"), str(tmp_path / "events.ndjson"), str(tmp_path / "my.db"), str(folder / "my.db")]


def temporary_folders(folder):
    return [path.name for path in Path(folder).glob("cascade-*")]


def test_a_text_file_is_served_and_followed(cascade, files, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    server = Server(cascade, "serve", [files[0]], tmp_path / "server.log")
    assert "orders.csv" in get(server, "/")
    assert get(server, "/orders/table.csv").splitlines() == ["id,price,zip", "1,1.5,01099", "2,20.0,10115"]
    assert len(get(server, "/orders/table.csv?price__gt=2").splitlines()) == 2
    assert len(temporary_folders(tmp_path)) == 1
    with open(files[0], "a") as file:
        file.write("3;7;99999\n")
    eventually(lambda: len(get(server, "/orders/table.csv").splitlines()) == 4)
    # A faulty file leaves the rows as they were.
    with open(files[0], "a") as file:
        file.write('"')
    eventually(lambda: "orders.csv changed and cannot be read." in server.output.read_text())
    assert len(get(server, "/orders/table.csv").splitlines()) == 4
    server.stop()
    assert temporary_folders(tmp_path) == []


def test_a_killed_server_leaves_nothing_to_the_next_one(cascade, files, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    for _ in range(2):
        server = Server(cascade, "serve", [files[0]], tmp_path / "server.log")
        server.process.kill()
        server.process.wait()
    first = Server(cascade, "serve", [files[0]], tmp_path / "first.log")
    second = Server(cascade, "serve", [files[1]], tmp_path / "second.log")
    # The folder of a running server stays.
    assert len(temporary_folders(tmp_path)) == 2
    assert len(get(first, "/orders/table.csv").splitlines()) == 3
    second.stop()
    # Reading a pipe would wait for a program that writes into it.
    os.remove(files[0])
    os.mkfifo(files[0])
    eventually(lambda: "orders.csv changed and cannot be read." in first.output.read_text())
    assert len(get(first, "/orders/table.csv").splitlines()) == 3
    first.stop()
    assert temporary_folders(tmp_path) == []


def test_the_database_of_a_text_file_is_kept(cascade, files, tmp_path):
    kept = tmp_path / "kept.db"
    Server(cascade, "serve", [files[0], "--keep", str(kept)], tmp_path / "server.log").stop()
    with sqlite3.connect(kept) as connection:
        assert connection.execute("SELECT * FROM orders").fetchall() == [(1, 1.5, "01099"), (2, 20.0, "10115")]
    expect_one_sentence(run(cascade, files[0], "--keep", kept), 73, "it exists")
    expect(run(cascade, files[2], "--keep", tmp_path / "x.db"), 64, "--keep needs a single CSV, TSV, NDJSON or JSON file.")


def test_several_files_have_their_own_pages(serve, files, page_without_javascript):
    server = serve(*files)
    page = page_without_javascript
    page.goto(server.url)
    lines = get(server, "/table.csv").splitlines()
    assert [line.split(",")[:3] for line in lines] == [
        ["name", "kind", "tables"], ["orders.csv", "CSV", "1"], ["events.ndjson", "NDJSON", "1"], ["my.db", "SQLite", "1"],
        ["my.db_2", "SQLite", "1"]]
    page.get_by_role("link", name="my.db_2").first.click()
    page.get_by_role("link", name="cities").first.click()
    expect_page(page).to_have_url(f"{server.url}/my.db_2/cities/")
    page.get_by_role("link", name="1").first.click()
    expect_page(page).to_have_url(f"{server.url}/my.db_2/cities/row/1/")
    for link, url in (("cities", "/my.db_2/cities/"), ("my.db_2", "/my.db_2/"), ("Files", "/")):
        page.locator("nav").get_by_role("link", name=link, exact=True).first.click()
        expect_page(page).to_have_url(server.url + url)
    assert get(server, "/my.db/-/sql/table.csv?sql=SELECT%20name%20FROM%20cities").splitlines() == ["name", "Ulm"]
    page.goto(f"{server.url}/my.db/-/sql/")
    page.locator("nav").get_by_role("link", name="Files").first.click()
    expect_page(page).to_have_url(f"{server.url}/")
    with pytest.raises(urllib.error.HTTPError) as error:
        get(server, "/nothing.db/")
    assert error.value.code == 404


def test_the_list_of_files_follows_them(serve, files):
    server = serve(*files)
    with sqlite3.connect(files[2]) as connection:
        connection.execute("CREATE TABLE more (a)")
    eventually(lambda: "my.db,SQLite,2," in get(server, "/table.csv"))


def test_options_of_one_file_are_refused_for_several(cascade, files, tmp_path):
    expect(run(cascade, files[0], "--editable=orders"), 64, "--editable needs a database.")
    expect(run(cascade, *files, "--table", "orders"), 64, "--table needs a single file.")
    expect(run(cascade, *files, "--queries", "q.sql"), 64, "--queries needs a single file.")
    expect(run(cascade, files[0], "postgres://localhost/x"), 64, "serve several files, or one PostgreSQL database.")
    expect_one_sentence(run(cascade, tmp_path / "none.csv"), 66, "none.csv cannot be read")
    (tmp_path / "picture.csv").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    expect_one_sentence(run(cascade, files[2], tmp_path / "picture.csv"), 65, "picture.csv is not a text")
