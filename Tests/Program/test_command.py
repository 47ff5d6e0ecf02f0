"""Tests of `cascade serve` on the command line: its start, its end and its error messages."""

import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import pytest

from programs import Server


def run(cascade, *arguments):
    return subprocess.run(
        [cascade, "serve", *map(str, arguments)], capture_output=True, text=True, timeout=30,
        stdin=subprocess.DEVNULL)


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "a.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE things (a)")
    connection.close()
    return path


def expect(result, status, *words):
    assert result.returncode == status, result.stderr
    for word in words:
        assert word in result.stderr
    assert "Fatal" not in result.stderr and "Swift" not in result.stderr


def expect_one_sentence(result, status, *words):
    expect(result, status, *words)
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr


def test_a_missing_file(cascade, tmp_path):
    expect_one_sentence(run(cascade, tmp_path / "nothing.db"), 66, "nothing.db")
    expect_one_sentence(run(cascade, tmp_path), 66)


def test_a_file_that_is_no_database(cascade, tmp_path):
    (tmp_path / "text.db").write_text("This is no database. " * 100)
    expect_one_sentence(run(cascade, tmp_path / "text.db"), 65, "text.db")


def test_a_folder_that_cannot_be_written(cascade):
    """SQLite makes a journal beside the file for each change."""
    nobody = None if os.getuid() else lambda: (os.setgroups([]), os.setgid(65534), os.setuid(65534))
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / "a.db"
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE things (a)")
        connection.close()
        path.chmod(0o666)
        path.parent.chmod(0o555)
        # Another user may pass through the folders of this one only by an open file.
        program = os.open(cascade, os.O_RDONLY)
        result = subprocess.run(
            [f"/proc/self/fd/{program}", "serve", path, "--editable"], capture_output=True, text=True, timeout=30,
            stdin=subprocess.DEVNULL, preexec_fn=nobody, pass_fds=[program], cwd="/")
        os.close(program)
        path.parent.chmod(0o755)
    expect_one_sentence(result, 73, "a.db cannot be written: its folder is not writable")


def test_edits_are_in_the_file_at_the_end(cascade, database, tmp_path):
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    server = Server(cascade, "serve", [str(database), "--editable"], tmp_path / "output")
    request = urllib.request.Request(
        f"{server.url}/things/", json.dumps({"values": {"a": "new"}}).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        assert response.status == 201
    # Another program reads the file to the end, so that SQLite keeps the log.
    with sqlite3.connect(database) as reader:
        assert reader.execute("SELECT a FROM things").fetchall() == [("new",)]
        server.stop()
        copy = tmp_path / "copy.db"
        copy.write_bytes(database.read_bytes())
    reader.close()
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT a FROM things").fetchall() == [("new",)]
    connection.close()


def test_an_unknown_table_or_column(cascade, database):
    expect_one_sentence(run(cascade, database, "--table", "nothing"), 64, "nothing", "things")
    expect_one_sentence(run(cascade, database, "--table", "things", "--section-by", "b"), 64, "b")


def test_a_taken_port(cascade):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        expect_one_sentence(run(cascade, "--port", port), 69, f"Port {port} is already in use on 127.0.0.1.", "--port")


def test_options_that_make_no_sense(cascade, database):
    for arguments in (["--table", "x"], ["--nonsense"], ["--log-level", "loud"]):
        expect(run(cascade, *arguments), 64)
    for option, value, allowed in (
        ("--size", 0, "between 1 and 1,000"), ("--port", 70000, "between 0 and 65,535"),
        ("--max-event-streams", -1, "between 0 and 1,000,000"), ("--max-concurrent-exports", 0, "between 1 and 10,000"),
        ("--loading-timeout", 0, "more than 0"), ("--max-connections-per-address", -1, "0 for no limit"),
        ("--idle-timeout", 86401, "at most 86,400 seconds"), ("--max-body-size", -1, "bytes"),
    ):
        expect_one_sentence(run(cascade, f"{option}={value}"), 64, f"{option} must be", allowed)
    expect_one_sentence(run(cascade, "--allowed-host", ""), 64, "--allowed-host must be names of hosts")
    expect_one_sentence(
        run(cascade, "--trusted-proxy", "proxy.example"), 64, "--trusted-proxy must be", "10.0.0.0/8", "proxy.example")
    expect(run(cascade, database, "--section-by", "a"), 64, "--table")
    expect(run(cascade, "--section-by", "a"), 64, "--section-by needs a SQLite file")
    expect(run(cascade, database, "--query-timeout", 0), 64, "--query-timeout must be", "it was 0")
    expect_one_sentence(
        run(cascade, "--host", "no.such.host.invalid"), 64, "Not listening on no.such.host.invalid", "--allow-anyone")
    expect_one_sentence(
        run(cascade, "--host", "no.such.host.invalid", "--allow-anyone"), 69, "the name cannot be resolved", "127.0.0.1")
    expect_one_sentence(run(cascade, "--host", "0.0.0.0", "--port", "0"), 64, "Not listening on 0.0.0.0", "--allow-anyone")
    for option in ("--templates", "--public"):
        expect_one_sentence(run(cascade, option, "/nonexistent"), 66, "/nonexistent", "does not exist")
        expect_one_sentence(run(cascade, option, database), 66, "a.db", "is not a folder")


def test_a_cell_template_with_an_unknown_name(cascade, tmp_path):
    (tmp_path / "cell-post.mustache").write_text("{{{label}}}\n\n{{pric}}")
    expect_one_sentence(
        run(cascade, "--templates", tmp_path), 66, "cascade: cell-post.mustache, line 3: Unknown name {{pric}}. Use one of: ",
        "{{title}}")


def test_help_has_examples(cascade):
    result = run(cascade, "--help")
    assert result.returncode == 0
    assert "cascade serve music.db" in result.stdout
    for option in ["--host", "--port", "--table", "--section-by", "--size", "--public", "--templates", "--log-level",
                   "--no-compression"]:
        assert option in result.stdout


def test_it_is_ready_while_its_file_can_be_read(serve, database):
    url = serve(database).url
    assert urllib.request.urlopen(url + "/readyz").read() == b"ok\n"
    database.write_text("This is no database. " * 1000)
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(url + "/readyz")
    assert refusal.value.code == 503
    problem = json.load(refusal.value)
    assert problem["detail"] == "Not ready: a.db."
    assert problem["errors"] == ["a.db: a.db is not an SQLite database, or it is encrypted."]
    assert urllib.request.urlopen(url + "/healthz").read() == b"ok\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_when_told(serve, number):
    server = serve()
    urllib.request.urlopen(server.url).read()
    os.kill(server.process.pid, number)
    assert server.process.wait(30) == 0
    server.stop = lambda: None


def test_nohup_keeps_it_running(cascade):
    process = subprocess.Popen(
        ["nohup", cascade, "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL, text=True)
    try:
        url = process.stdout.readline().split()[-1]
        process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        assert urllib.request.urlopen(url + "healthz").read() == b"ok\n"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_it_goes_on_when_nobody_reads_its_log(cascade):
    # given: a reader that closes the pipe after the address, like `| head -1`
    process = subprocess.Popen(
        [cascade, "serve", "--port", "0", "--log-level", "trace"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True)
    try:
        line = process.stdout.readline()
        while "Serving" not in line:
            line = process.stdout.readline()
        process.stdout.close()
        url = line.split()[-1]
        # when: the server logs requests and its end
        for _ in range(3):
            assert urllib.request.urlopen(url + "healthz").read() == b"ok\n"
        process.send_signal(signal.SIGTERM)
        # then
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()


def test_own_styles_and_templates(serve, tmp_path):
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "table.css").write_text("body{color:red}")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.mustache").write_text("<h1>own</h1>{{{table}}}<i>{{range}}</i>")
    (tmp_path / "templates" / "error.mustache").write_text("{{detail}}")
    url = serve("--public", tmp_path / "public", "--templates", tmp_path / "templates").url
    assert urllib.request.urlopen(url + "/table.css").read() == b"body{color:red}"
    page = urllib.request.urlopen(url).read().decode()
    assert page.startswith("<h1>own</h1><table") and page.endswith("<i>1–100 of 193</i>")


def answer(url):
    """Returns the status and the text of a response."""
    try:
        with urllib.request.urlopen(url) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize("query", ["bigger/?", "?sql=SELECT+n+FROM+t+WHERE+n>:least+AND+n+<>+:other;&"])
def test_a_statement_waits_for_its_values(serve, tmp_path, database, query):
    with sqlite3.connect(database) as connection:
        connection.executescript("CREATE TABLE t(n INTEGER, v TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    connection.close()
    queries = tmp_path / "queries.sql"
    queries.write_text("-- name: bigger\nSELECT n FROM t WHERE n > :least AND n <> :other;\n")
    url = serve(database, "--queries", queries).url + "/-/sql/" + query.replace(">", "%3E").replace("<", "%3C")
    path, parameters = url.split("?")
    for format in ["table.json", "table.csv", "table.ndjson"]:
        for given, names in [("", "least, other"), ("least=1", "other")]:
            status, text = answer(f"{path}{format}?{parameters}{given}")
            assert (status, names + "." in text) == (400, True), text
    status, page = answer(url)
    assert status == 200 and 'name="least"' in page and 'data-column="n"' in page and 'class="empty"' in page
    # A value that is empty is a value.
    assert answer(f"{path}table.csv?{parameters}least=&other=") == (200, "n\r\n")
    assert answer(f"{path}table.csv?{parameters}least=1&other=3") == (200, "n\r\n2\r\n")
