"""Tests of `cascade import` and `cascade inspect` on the command line."""

import json
import os
import resource
import signal
import sqlite3
import subprocess

import pytest


PATHS = {"PATH": os.environ["PATH"]}


@pytest.fixture
def run(cascade, tmp_path):
    def run(*arguments, stdin=b""):
        return subprocess.run([cascade, *map(str, arguments)], capture_output=True, cwd=tmp_path, timeout=60, input=stdin)
    return run


@pytest.fixture
def rows(tmp_path):
    def rows(sql):
        with sqlite3.connect(tmp_path / "shop.db") as connection:
            return connection.execute(sql).fetchall()
    return rows


def test_a_file_is_imported(run, rows, tmp_path):
    (tmp_path / "orders.csv").write_bytes(b"id;preis;zip\r\n1;1,5;01099\r\n2;2;10115\r\n3\r\n")
    result = run("import", "orders.csv", "--into", "shop.db")
    assert result.returncode == 0, result.stderr
    assert result.stdout == b"orders of shop.db has the 3 rows of orders.csv: 3 new.\n"
    assert b"Lines: 4 (1)." in result.stderr
    assert rows("SELECT * FROM orders") == [(1, 1.5, "01099"), (2, 2.0, "10115"), (3, None, None)]


def test_a_dry_run_writes_nothing(run, rows, tmp_path):
    (tmp_path / "orders.csv").write_text("id,n\n1,1\n1,2\n,3\n")
    result = run("import", "orders.csv", "--into", "shop.db", "--key", "id", "--dry-run")
    assert result.returncode == 65
    assert result.stdout.decode().splitlines() == [
        "orders of shop.db would get these rows: 1 new, 1 changed, 0 equal, 1 refused.", "Line 4: the key is empty."]
    assert not (tmp_path / "shop.db").exists()
    rows("CREATE TABLE orders (id PRIMARY KEY, n, city)")
    rows("INSERT INTO orders VALUES (1, 0, 'Ulm')")
    result = run("import", "orders.csv", "--into", "shop.db", "--key", "id", "--dry-run")
    assert b"0 new, 2 changed, 0 equal, 1 refused." in result.stdout
    assert rows("SELECT * FROM orders") == [(1, 0, "Ulm")]


def test_standard_input_is_imported(run, rows):
    assert b"--table" in run("import", "-", "--into", "shop.db").stderr
    result = run("import", "-", "--into", "shop.db", "--table", "t", stdin=b'{"a": 1}\n{"b": "x"}\n')
    assert result.returncode == 0, result.stderr
    assert rows("SELECT * FROM t") == [(1, None), (None, "x")]


@pytest.mark.parametrize("text, status, message", [
    (b"\x89PNG\r\n\x1a\n\0\0\0", 65, b"is not a text"),
    (b"", 65, b"is empty"),
    (b'a\n"' + b"x" * (17 << 20), 65, b"The row of line 2 has more than 16 MB."),
    (b'a\n"x', 65, b"A quotation mark in the row of line 2 is not closed."),
    (b'{"a": 1}\n[1]\n', 65, b"Line 2 is not an object in JSON."),
    (b"a\n" * 40_000 + b"\0", 65, b"zero byte in line 40001"),
])
def test_faulty_files_are_refused(run, tmp_path, text, status, message):
    (tmp_path / "orders.csv").write_bytes(text)
    for command in (["import", "orders.csv", "--into", "shop.db"], ["inspect", "orders.csv"]):
        result = run(*command)
        assert result.returncode == status and message in result.stderr, result.stderr
        assert len(result.stderr.splitlines()) == 1 and not (tmp_path / "shop.db").exists()


@pytest.mark.parametrize("make, message", [
    ("cat /dev/zero", b"There is a zero byte in line 1."),
    ("yes | tr -d '\\n'", b"The row of line 1 has more than 16 MB."),
    ("echo a; cat /dev/zero", b"There is a zero byte in line 2."),
])
def test_an_endless_stream_does_not_fill_the_disk(cascade, tmp_path, make, message):
    """The stream ends the command, and not the disk. Files may have 40 MB at most."""
    command = f"({make}) | {cascade} import - --into shop.db --table t"
    result = subprocess.run(
        ["bash", "-c", f"ulimit -f 40000; {command}"], capture_output=True, cwd=tmp_path, timeout=60)
    assert (result.returncode, result.stderr.count(b"\n")) == (65, 1) and message in result.stderr, result.stderr
    assert not list(tmp_path.iterdir())


def test_a_full_temporary_folder_is_named(cascade, tmp_path):
    (tmp_path / "tmp").mkdir()
    # The shell ignores the signal of the limit, and so does the command.
    command = f"trap '' XFSZ; ulimit -f 100; yes 1,2,3 | {cascade} import - --into shop.db --table t"
    for folder, reason in [(tmp_path / "tmp", b"file too large"), (tmp_path / "none", b"no such file")]:
        result = subprocess.run(
            ["bash", "-c", command], capture_output=True, cwd=tmp_path, timeout=60, env={"TMPDIR": str(folder)} | PATHS)
        assert result.returncode == 75, result.stderr
        assert str(folder).encode() in result.stderr and reason in result.stderr and b"TMPDIR" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tmp"] and not list((tmp_path / "tmp").iterdir())


def test_an_export_is_imported(run, rows, tmp_path):
    rows("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b BLOB, r REAL, twice AS (id * 2))")
    rows("INSERT INTO t VALUES (1, '', x'00ff', 9e999), (2, NULL, NULL, NULL), (3, 'two' || char(10) || 'lines\\n', x'', 0.1)")
    before = rows("SELECT * FROM t")
    for options in [["csv"], ["tsv"], ["ndjson"], ["json", "--shape", "array"]]:
        name = f"t.{options[0]}"
        assert run("export", "shop.db", "--table", "t", "--output", name, "--format", *options).returncode == 0
        rows("DELETE FROM t")
        result = run("import", name, "--into", "shop.db")
        assert result.returncode == 0, result.stderr
        assert result.stderr == f"cascade: t computes these columns, and their values in {name} are left out: twice.\n".encode()
        assert rows("SELECT * FROM t") == before


def test_missing_files_are_refused(run, tmp_path):
    assert run("import", "nothing.csv", "--into", "shop.db").returncode == 66
    (tmp_path / "a.csv").write_text("a\n1\n")
    assert run("import", "a.csv", "--into", "nowhere/shop.db").returncode == 66
    assert run("import", "a.csv", "--into", "shop.db", "--separator", "ab").returncode == 64
    assert run("import", tmp_path, "--into", "shop.db").returncode == 66


def test_ctrl_c_undoes_the_import(cascade, rows, tmp_path):
    rows("CREATE TABLE big (n)")
    (tmp_path / "big.csv").write_text("n\n" + "".join(f"{n}\n" for n in range(3_000_000)))
    process = subprocess.Popen(
        [cascade, "import", "big.csv", "--into", "shop.db"], cwd=tmp_path, stderr=subprocess.PIPE)
    # The first line of the progress comes after a second.
    lines = iter(process.stderr.readline, b"")
    assert any(line.startswith(b"big.csv: writing, ") for line in lines)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 130
    assert rows("SELECT count(*) FROM big") == [(0,)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["big.csv", "shop.db"]


def test_a_full_disk_leaves_nothing(cascade, rows, tmp_path):
    def limit_files():
        # Without the signal, a write beyond the limit fails. Python ignores it, and so does its child.
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))

    def run(*arguments):
        return subprocess.run([cascade, *arguments], cwd=tmp_path, capture_output=True, timeout=60,
                              preexec_fn=limit_files, restore_signals=False)
    (tmp_path / "big.csv").write_text("n\n" + "".join(f"{n}\n" for n in range(300_000)))
    result = run("import", "big.csv", "--into", "new.db")
    assert result.returncode == 75 and b"new.db could not be written" in result.stderr, result.stderr
    rows("CREATE TABLE big (n)")
    assert run("import", "big.csv", "--into", "shop.db").returncode == 75
    assert rows("SELECT count(*) FROM big") == [(0,)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["big.csv", "shop.db"]


def test_files_are_inspected(run, rows, tmp_path):
    (tmp_path / "orders.csv").write_text("id,zip,day\n1,10115,2024-02-29\n2,01099,\n")
    lines = run("inspect", "orders.csv").stdout.decode().splitlines()
    assert lines[0] == "orders.csv: CSV in UTF-8, 2 rows, 39 bytes"
    assert [line.split() for line in lines[4:]] == [
        ["id", "INTEGER", "0", "1"], ["zip", "TEXT", "0", "5", "01099", "(line", "3)"], ["day", "DATE", "1", "10"]]
    table = json.loads(run("inspect", "orders.csv", "--format", "json").stdout)
    assert table["title"] == lines[0]
    rows("CREATE TABLE t (a)")
    text = run("inspect", "shop.db").stdout.decode()
    assert text.startswith("shop.db: SQLite, 8,192 bytes\n") and "t " in text


def test_a_workbook_says_what_it_is(run, tmp_path):
    (tmp_path / "orders.xlsx").write_bytes(b"PK\x03\x04\x14\x00[Content_Types].xml\x00xl/workbook.xml")
    for command in [["import", "orders.xlsx", "--into", "shop.db"], ["inspect", "orders.xlsx"], ["serve", "orders.xlsx"],
                    ["export", "orders.xlsx"]]:
        result = run(*command)
        said = b"cascade: orders.xlsx cannot be read. This is an Excel workbook: save it as CSV.\n"
        assert (result.returncode, result.stderr) == (65, said), command


def test_mariadb_is_refused(run, tmp_path):
    (tmp_path / "orders.csv").write_text("id\n1\n")
    result = run("import", "orders.csv", "--into", "mysql://reader@127.0.0.1/shop")
    assert result.returncode == 64
    assert b"not MariaDB" in result.stderr
