"""Tests of `cascade export` on the command line: its output, its files and its errors."""

import csv
import datetime
import io
import json
import os
import pty
import resource
import signal
import sqlite3
import subprocess
import time
import urllib.request
import warnings

import openpyxl
import pytest

from test_command import expect, expect_one_sentence

FORMATS = "plain simple grid fancy_grid psql org pipe rst latex html csv tsv json ndjson md".split()
ROWS = [(1, "Blue Train", 12.5), (2, "千と千尋の神隠し", None), (3, 'a "b", c\nd', -3.0), (4, "", 0.1)]


def run(cascade, *arguments, **options):
    return subprocess.run(
        [cascade, "export", *map(str, arguments)], capture_output=True, text=True, timeout=60,
        stdin=subprocess.DEVNULL, **options)


def written(cascade, *arguments, **options):
    result = run(cascade, *arguments, **options)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE albums (id INTEGER PRIMARY KEY, title TEXT, price REAL)")
        connection.executemany("INSERT INTO albums VALUES (?, ?, ?)", ROWS)
    connection.close()
    return path


@pytest.fixture
def long_database(tmp_path):
    """The path of a database with more rows than fit into a pipe."""
    path = tmp_path / "long.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO numbers VALUES (?)", ((n,) for n in range(100_000)))
    connection.close()
    return path


def test_formulas_are_guarded_when_asked(cascade, tmp_path):
    path = tmp_path / "formulas.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (a, b)")
        connection.execute("INSERT INTO t VALUES ('=1+1', -1)")
    connection.close()
    assert written(cascade, path, "--format", "csv") == "a,b\n=1+1,-1\n"
    assert written(cascade, path, "--format", "csv", "--guard-formulas") == "a,b\n'=1+1,-1\n"
    assert "'" not in written(cascade, path, "--format", "psql", "--guard-formulas")


def test_a_byte_order_mark_is_written_when_asked(cascade, database):
    for format in ["csv", "tsv"]:
        plain = written(cascade, database, "-f", format)
        assert not plain.startswith("\ufeff")
        assert written(cascade, database, "-f", format, "--bom", "--size", 1) == "\ufeff" + plain
    for format in ["html", "json", "xlsx", "simple"]:
        expect(run(cascade, database, "-f", format, "--bom"), 64, "--bom", "csv", "tsv", format)


def test_text_is_aligned(cascade, database):
    assert written(cascade, database, "--format", "psql") == (
        "+----+------------------+-------+\n"
        "| id | title            | price |\n"
        "|----+------------------+-------|\n"
        "|  1 | Blue Train       |  12.5 |\n"
        "|  2 | 千と千尋の神隠し |       |\n"
        '|  3 | a "b", c d       |    -3 |\n'
        "|  4 |                  |   0.1 |\n"
        "+----+------------------+-------+\n")
    assert written(cascade, database) == written(cascade, database, "--format", "simple")
    assert "| Blue… |" in written(cascade, database, "--format", "grid", "--max-width", 5)


def test_csv_and_json_have_every_value(cascade, database):
    rows = list(csv.reader(io.StringIO(written(cascade, database, "--format", "csv"), newline="")))
    assert rows[0] == ["id", "title", "price"]
    assert [(int(n), title, float(price) if price else None) for n, title, price in rows[1:]] == ROWS
    table = json.loads(written(cascade, database, "--format", "json", "--size", 1))
    assert [tuple(row["cell"]["fields"].values()) for row in table["sections"][0]["rows"]] == ROWS
    assert (table["count"], table["next"]) == (4, None)


@pytest.mark.parametrize("format", FORMATS)
def test_windows_do_not_show(cascade, format):
    whole = written(cascade, "--format", format)
    assert "Zimbabwe" in whole and "Vanuatu" in whole
    assert written(cascade, "--format", format, "--size", 7) == whole


def test_the_only_table_needs_no_name(cascade, database):
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE VIEW cheap AS SELECT * FROM albums WHERE price < 1")
    connection.close()
    expect_one_sentence(run(cascade, database), 64, "more than one table", "albums", "cheap", "--table")
    assert written(cascade, database, "--table", "cheap", "--format", "csv") == "id,title,price\n3,\"a \"\"b\"\", c\nd\",-3.0\n4,\"\",0.1\n"


def test_a_file_is_replaced_as_a_whole(cascade, database, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    path = folder / "albums.csv"
    assert written(cascade, database, "--format", "csv", "--output", path) == ""
    first = path.read_bytes()
    assert first.startswith(b"id,title,price\r\n1,Blue Train,12.5\r\n")
    path.write_text("old")
    path.chmod(0o600)
    (folder / "link").symlink_to(path)
    written(cascade, database, "--format", "csv", "--output", folder / "link")
    assert path.read_bytes() == first and path.stat().st_mode & 0o777 == 0o600
    assert (folder / "link").is_symlink()
    written(cascade, database, "--format", "csv", "--output", "albums.csv", cwd=tmp_path)
    assert (tmp_path / "albums.csv").read_bytes() == first
    written(cascade, database, "--output", "/dev/null")
    assert sorted(entry.name for entry in folder.iterdir()) == ["albums.csv", "link"]


def test_a_dash_is_standard_output(cascade, database, tmp_path):
    assert written(cascade, database, "--format", "csv", "--output", "-", cwd=tmp_path) == written(cascade, database, "--format", "csv")
    assert [entry.name for entry in tmp_path.iterdir()] == [database.name]
    written(cascade, database, "--output", "./-", cwd=tmp_path)
    assert (tmp_path / "-").exists()


def test_failure_leaves_what_there_was(cascade, database, long_database, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    path = folder / "a.csv"
    path.write_text("old")
    expect_one_sentence(run(cascade, database, "--table", "x", "--output", path), 64, "albums")

    def small_files_only():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    for output in [path, folder / "new.csv"]:
        result = run(cascade, long_database, "--format", "csv", "--output", output, preexec_fn=small_files_only)
        expect_one_sentence(result, 74, output.name)
    assert path.read_text() == "old" and [entry.name for entry in folder.iterdir()] == ["a.csv"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_end_by_signal_leaves_what_there_was(cascade, long_database, tmp_path, number):
    folder = tmp_path / "out"
    folder.mkdir()
    process = subprocess.Popen(
        [cascade, "export", long_database, "--size", "1", "--output", folder / "a.txt"], stdin=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not list(folder.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [entry.name.startswith(".a.txt.") for entry in folder.iterdir()] == [True]
    process.send_signal(number)
    assert process.wait(30) == 128 + number
    assert list(folder.iterdir()) == []


def test_a_closed_pipe_ends_it_quietly(cascade, long_database):
    process = subprocess.Popen(
        [cascade, "export", long_database, "--format", "csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL)
    assert process.stdout.readline() == b"n\r\n"
    process.stdout.close()
    assert process.wait(30) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_a_file_that_changes_meanwhile_is_not_passed_off_as_whole(cascade, long_database):
    process = subprocess.Popen(
        [cascade, "export", long_database, "--format", "csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, stdin=subprocess.DEVNULL)
    process.stdout.readline()
    with sqlite3.connect(long_database) as connection:
        connection.execute("DELETE FROM numbers WHERE n % 2")
    connection.close()
    _, error = process.communicate(timeout=30)
    assert process.returncode == 75 and "long.db was changed" in error and len(error.splitlines()) == 1


def on_terminal(cascade, *arguments, **environment):
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [cascade, "export", *arguments], stdout=follower, stdin=subprocess.DEVNULL,
        env={**{name: value for name, value in os.environ.items() if name != "NO_COLOR"}, **environment})
    os.close(follower)
    output = b""
    try:
        while chunk := os.read(leader, 65536):
            output += chunk
    except OSError:
        pass  # Linux reports an error when no process has the terminal open.
    os.close(leader)
    assert process.wait(30) == 0
    return output.decode()


def test_headings_are_bold_on_a_terminal_only(cascade, tmp_path):
    assert "\x1b[1mMember state\x1b[0m" in on_terminal(cascade, "--format", "psql")
    assert "\x1b" in on_terminal(cascade, "--format", "psql", NO_COLOR="")
    assert "\x1b" not in on_terminal(cascade, "--format", "psql", NO_COLOR="1")
    assert "\x1b" not in on_terminal(cascade, "--format", "pipe")
    assert on_terminal(cascade, "--format", "psql", "--output", str(tmp_path / "a")) == ""
    assert "\x1b" not in (tmp_path / "a").read_text()
    assert "\x1b" not in written(cascade, "--format", "psql")


def test_what_cannot_be_read(cascade, tmp_path):
    expect_one_sentence(run(cascade, tmp_path / "nothing.db"), 66, "nothing.db")
    (tmp_path / "text.db").write_text("This is no database. " * 100)
    expect_one_sentence(run(cascade, tmp_path / "text.db"), 65, "text.db")
    sqlite3.connect(tmp_path / "empty.db").execute("PRAGMA user_version = 1").connection.close()
    expect_one_sentence(run(cascade, tmp_path / "empty.db"), 64, "no tables")


def test_what_cannot_be_written(cascade, database, tmp_path):
    before = database.read_bytes()
    for output in [tmp_path, tmp_path / "no" / "where", database, "/proc/nothing"]:
        expect_one_sentence(run(cascade, database, "--output", output), 73, str(output), "--output")
    expect_one_sentence(run(cascade, database, "--output", "/dev/full"), 74, "/dev/full", "no space")
    assert database.read_bytes() == before


def test_options_that_make_no_sense(cascade, database):
    expect(run(cascade, database, "--format", "ascii"), 64, *FORMATS)
    for arguments, sentence in (
        (["--size", "0"], "--size must be between 1 and 100,000; it was 0."), (["--size", "100001"], "it was 100001."),
        (["--max-width", "0"], "--max-width must be 1 or more; it was 0."),
        (["--table", "x"], "--table needs a source, for example: "), (["--nonsense"], "--nonsense"),
        (["--shape", "cells", "--format", "csv"], "--shape needs --format json or --format ndjson; the format was csv."),
    ):
        expect(run(cascade, *arguments), 64, sentence)


def test_help_has_examples(cascade):
    text = written(cascade, "--help")
    assert "cascade export music.db" in text and "| head" in text
    for option in ["--table", "--format", "--size", "--max-width", "--output", *FORMATS]:
        assert option in text


def test_a_workbook_keeps_the_types_of_values(cascade, serve, tmp_path):
    path = tmp_path / "types.db"
    texts = ["plain", " spaces ", "=min_x", "a\x07b\r\n<&>\"'", "_x0041_", "日本語 🙂", "x" * 40_000, "a\ufffe\uffffb"]
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, number, flag BOOLEAN, empty TEXT)")
        numbers = [1, -2.5, 9_007_199_254_740_993, 1e300, float("inf"), 0, b"\x00\x01", 7]
        connection.executemany(
            "INSERT INTO t(text, number, flag) VALUES (?, ?, ?)",
            [(text, number, index % 2) for index, (text, number) in enumerate(zip(texts, numbers))])
    connection.close()
    output = tmp_path / "types.xlsx"
    assert run(cascade, path, "--format", "xlsx", "--output", output).returncode == 0
    # The server writes the same bytes, whole and as a page.
    with urllib.request.urlopen(f"{serve(path).url}/t/table.xlsx") as response:
        assert response.headers["Content-Type"].endswith("spreadsheetml.sheet")
        assert response.headers["Content-Disposition"] == 'attachment; filename="t.xlsx"'
        whole = response.read()
    assert sheets(io.BytesIO(whole)) == sheets(output)
    [(name, rows)] = sheets(output)
    assert name == "t"
    assert rows[0] == ("id", "text", "number", "flag", "empty")
    # openpyxl shows texts as the file has them. Spreadsheets read _x005F_ as an underscore.
    assert [row[1] for row in rows[1:]] == texts[:3] + ["a\ufffdb\r\n<&>\"'", "_x005F_x0041_", "日本語 🙂", "x" * 32_767, "a\ufffd\ufffdb"]
    assert [row[2] for row in rows[1:6]] == [1, -2.5, "9007199254740993", 1e300, "Infinity"]
    assert [type(row[3]) for row in rows[1:]] == [bool] * 8
    assert {row[4] for row in rows[1:]} == {None}


def test_a_workbook_has_dates_of_columns_that_are_declared_so(cascade, tmp_path):
    path = tmp_path / "dates.db"
    values = [
        "2024-02-29", "2024-02-29 12:30:00", "2024-02-29T12:30Z", "2024-02-29 12:30:00.500", "2024-02-30", "2024-02",
        "2024-02-29 12:30:00+02:00", "1850-01-01", "soon"]
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (day DATE, moment datetime, stamp TIMESTAMP, text TEXT)")
        connection.executemany("INSERT INTO t VALUES (?1, ?1, ?1, ?1)", [(value,) for value in values])
    connection.close()
    output = tmp_path / "dates.xlsx"
    assert run(cascade, path, "--format", "xlsx", "--output", output).returncode == 0
    [(_, rows)] = sheets(output)
    moment = datetime.datetime(2024, 2, 29, 12, 30)
    expected = [datetime.datetime(2024, 2, 29), moment, moment, moment + datetime.timedelta(milliseconds=500)] + values[4:]
    for column in range(3):
        assert [row[column] for row in rows[1:]] == expected
    assert [row[3] for row in rows[1:]] == values


def test_a_workbook_has_dates_and_the_titles_of_sections(cascade, tmp_path):
    output = tmp_path / "members.xlsx"
    assert run(cascade, "--format", "xlsx", "--output", output).returncode == 0
    [(name, rows)] = sheets(output)
    assert name == "Members of the United Nations"
    assert rows[0][:3] == ("section", "Member state", "Capital")
    assert rows[1][:4] == ("Africa", "Algeria", "Algiers", 2381740)
    assert rows[1][4] == datetime.datetime(1962, 10, 8)


def sheets(file):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        workbook = openpyxl.load_workbook(file)
    return [(sheet.title, list(sheet.iter_rows(values_only=True))) for sheet in workbook]
