"""Tests of what one client can make the server use: open files, memory and time. No browser is needed."""

import contextlib
import json
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request

import pytest

pytestmark = pytest.mark.serial


@pytest.fixture
def limited(cascade, tmp_path):
    """A function that starts a server which may have a number of files open: `limited(64, path)`."""
    processes = []

    def start(files, *arguments):
        output = tmp_path / "log"
        with output.open("w") as file:
            process = subprocess.Popen(
                [cascade, "serve", *map(str, arguments), "--port", "0"], stdin=subprocess.DEVNULL, stdout=file,
                stderr=file, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"},
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, files))
        processes.append(process)
        until = time.monotonic() + 30
        while time.monotonic() < until and process.poll() is None:
            if found := re.search(r"http://[^ ]*?:(\d+)/", output.read_text()):
                return process, int(found[1]), output
            time.sleep(0.02)
        return process, 0, output

    yield start
    for process in processes:
        process.kill()
        process.wait()


def memory(pid):
    """The private memory of a process in bytes."""
    with open(f"/proc/{pid}/status") as file:
        return int(re.search(r"RssAnon:\s+(\d+)", file.read())[1]) * 1024


def table(path, sql, rows=()):
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)
        for row in rows:
            connection.execute(f"INSERT INTO t VALUES ({','.join('?' * len(row))})", row)
    return path


def ask(port, path, timeout=60):
    return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=timeout)


def eventually(port, path):
    """The status of a response. Until the server has noticed that others closed their connections, it ends new ones at once."""
    until = time.monotonic() + 20
    while True:
        try:
            with ask(port, path) as response:
                return response.status
        except OSError as error:
            # An error of the connection, and not a status.
            if isinstance(error, urllib.error.HTTPError) or time.monotonic() > until:
                raise
        time.sleep(0.05)


@pytest.mark.parametrize("files", [64, 1024])
def test_connections_leave_open_files_free(limited, tmp_path, files):
    path = table(tmp_path / "a.db", "CREATE TABLE t (a)", [(i,) for i in range(20_000)])
    process, port, log = limited((files, files), path)
    crowd = []
    with contextlib.suppress(OSError):
        for _ in range(files + 100):
            crowd.append(socket.create_connection(("127.0.0.1", port), 1))
    for i, client in enumerate(crowd):
        with contextlib.suppress(OSError):
            client.sendall(b"GET /t/table.json?_search=name+%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % i)
    most, until = 0, time.monotonic() + 2
    while time.monotonic() < until:
        assert process.poll() is None
        most = max(most, len(os.listdir(f"/proc/{process.pid}/fd")))
        time.sleep(0.01)
    for client in crowd:
        client.close()
    assert most <= files - 8
    assert f"because the process may have {files} files open" in log.read_text()
    assert eventually(port, "/readyz") == 200


def test_the_limit_of_open_files_is_raised(limited):
    process, port, log = limited((256, 4096))
    assert port
    assert "files open" not in log.read_text()
    with open(f"/proc/{process.pid}/limits") as file:
        assert re.search(r"Max open files\s+4096\s+4096", file.read())


def test_too_few_open_files_are_an_error(limited):
    process, port, log = limited((24, 24))
    assert process.wait(10) == 69
    assert log.read_text() == (
        "cascade: The process may have 24 files open, which is not enough for connections. "
        "Raise the limit with ulimit -n.\n")


def test_pages_of_long_texts_end_early(serve, tmp_path):
    rows = [(i, f"{i:04}" + "x" * 200_000) for i in range(300)]
    server = serve(table(tmp_path / "a.db", "CREATE TABLE t (id INTEGER PRIMARY KEY, a)", rows))
    before = memory(server.process.pid)
    for walk in ("next_url", "previous_url"):
        url, seen = "/t/table.json?_size=300", []
        if walk == "previous_url":
            url = last
        while url:
            with urllib.request.urlopen(server.url + url) as response:
                body = response.read()
            assert len(body) < 6_000_000
            page, last = json.loads(body), url
            found = [row["id"] for section in page["sections"] for row in section["rows"]]
            seen = seen + found if walk == "next_url" else found + seen
            url = page.get(walk)
            # The first page may repeat rows of the page after it.
        assert sorted(set(map(int, seen))) == list(range(300))
    assert memory(server.process.pid) - before < 100_000_000
    with urllib.request.urlopen(server.url + "/t/?_size=300&_row=250") as response:
        assert b">250<" in response.read()


def test_exports_of_long_texts_need_little_memory(serve, tmp_path):
    rows = [(i, "x" * 100_000) for i in range(1500)]
    server = serve(table(tmp_path / "a.db", "CREATE TABLE t (id INTEGER PRIMARY KEY, a)", rows))
    before, most, crowd = memory(server.process.pid), 0, []
    port = int(server.url.rsplit(":", 1)[1])
    for _ in range(8):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(b"GET /t/table.csv HTTP/1.1\r\nHost: localhost\r\n\r\n")
        crowd.append(client)
    # Until the server has filled what the clients do not read, and its memory has not grown for two seconds.
    grown = began = time.monotonic()
    while time.monotonic() < min(grown + 2, began + 15) and most < 300_000_000:
        now = memory(server.process.pid) - before
        if now > most + 1_000_000:
            grown = time.monotonic()
        most = max(most, now)
        time.sleep(0.1)
    for client in crowd:
        client.close()
    assert most < 200_000_000
    with urllib.request.urlopen(server.url + "/t/table.csv") as response:
        assert response.read().count(b"\n") == 1501


def test_unread_responses_are_limited(serve, tmp_path):
    rows = [(1, "x" * 20_000_000)]
    server = serve(
        table(tmp_path / "a.db", "CREATE TABLE t (id INTEGER PRIMARY KEY, a)", rows), "--max-pending-bytes", "10000000")
    link = re.search(r'"(/t/row/1/values/[^"]+)"', urllib.request.urlopen(server.url + "/t/row/1/").read().decode())[1]
    port, crowd, refused = int(server.url.rsplit(":", 1)[1]), [], b""
    for _ in range(30):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(f"GET {link} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        crowd.append(client)
    answers = [client.recv(400) for client in crowd]
    refused = [answer for answer in answers if answer.startswith(b"HTTP/1.1 503")]
    assert 20 <= len(refused) < 30
    assert b"Retry-After: 10" in refused[0]
    for client in crowd:
        client.close()
    time.sleep(2)
    assert len(urllib.request.urlopen(server.url + link).read()) == 20_000_000


def test_a_time_limit_leaves_nothing_behind(serve):
    server = serve()
    port = int(server.url.rsplit(":", 1)[1])

    def pump(count):
        with socket.create_connection(("127.0.0.1", port)) as client, client.makefile("rb") as answers:
            for start in range(0, count, 50):
                client.sendall(b"GET /values/0/1/capital HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
                for _ in range(50):
                    assert answers.readline() == b"HTTP/1.1 200 OK\r\n"
                    size = 0
                    while (line := answers.readline()) != b"\r\n":
                        if line.lower().startswith(b"content-length:"):
                            size = int(line.split(b":")[1])
                    answers.read(size)

    # The memory of a new server grows once, to what its threads need.
    pump(5_000)
    before = memory(server.process.pid)
    pump(15_000)
    assert memory(server.process.pid) - before < 5_000_000


def test_the_widest_table_holds_up_nobody(serve, tmp_path):
    columns = ",".join(f"c{i}" for i in range(2000))
    rows = [[f"v{r}.{i}" for i in range(2000)] for r in range(150)]
    server = serve(table(tmp_path / "a.db", f"CREATE TABLE t ({columns})", rows), "--query-timeout", "1")
    port = int(server.url.rsplit(":", 1)[1])
    ping = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(4)]
    readers = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
    for client in clients:
        client.sendall(ping)
        client.recv(4096)
    began = time.monotonic()
    for size, reader in enumerate(readers, 147):
        reader.sendall(b"GET /t/table.json?_size=%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % size)
    time.sleep(0.3)
    for client in clients:
        client.sendall(ping)
        assert client.recv(4096).startswith(b"HTTP/1.1 200")
    assert time.monotonic() - began < 2
    for reader in readers:
        assert re.match(rb"HTTP/1.1 (200|503)", reader.recv(4096))
    assert time.monotonic() - began < 6
    with urllib.request.urlopen(server.url + "/t/table.json?_size=3") as response:
        assert b"v2.1999" in response.read()


@pytest.mark.parametrize("query", ["_size=20", "c1__contains=needle"])
def test_the_time_limit_holds_for_long_values(serve, tmp_path, query):
    if "contains" in query:
        columns, rows = "id, c1", [(r, "é" * 300_000) for r in range(60)]
    else:
        # A row of long values is read in parts, with a statement for each.
        columns = ",".join(f"c{i}" for i in range(900))
        rows = [[("x" * 300_000 if i % 90 == 0 else "v") for i in range(900)] for _ in range(20)]
    server = serve(table(tmp_path / "a.db", f"CREATE TABLE t ({columns})", rows), "--query-timeout", "1")
    began = time.monotonic()
    try:
        status = urllib.request.urlopen(server.url + f"/t/table.json?{query}").status
    except urllib.error.HTTPError as error:
        status = error.code
    assert status == 503 or time.monotonic() - began < 1.5
    assert time.monotonic() - began < 3


def test_a_file_that_became_a_pipe_keeps_no_thread_waiting(limited, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b\n1,2\n")
    process, port, output = limited((1024, 1024), path)
    path.unlink()
    os.mkfifo(path)
    until = time.monotonic() + 60
    while "it is not a regular file" not in output.read_text():
        assert time.monotonic() < until
        time.sleep(0.05)
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/").status == 200
    process.terminate()
    assert process.wait(60) == 0
