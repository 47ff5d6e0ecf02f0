"""Runs the samples of each how-to page in order, against a server of the pages' example file."""

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import threading

import pytest

from conftest import ROOT

HOW_TO = ROOT / "docs/how-to"
PATIENCE = 60  # seconds for one sample

# This wrapper stops `cascade serve` once it serves. Other commands run the program itself.
CASCADE = """\
#!/bin/bash
if [ "$1" != serve ]; then exec "$REAL_CASCADE" "$@"; fi
coproc server { exec "$REAL_CASCADE" "$@" --port 0; }
read -r line <&"${server[0]}"
kill "$server_PID"
[[ $line == Serving* ]]
"""

# Replaces the sqlite3 shell on machines without one.
SQLITE3 = f"""\
#!{sys.executable}
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.executescript(sys.argv[2])
connection.close()
"""


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", (HOW_TO / page).read_text(), re.MULTILINE | re.DOTALL)


def install(folder, name, script):
    path = folder / name
    path.write_text(script)
    path.chmod(0o755)


@pytest.fixture
def database(tmp_path):
    """The path of music.db, made with the SQL of docs/how-to/serve-a-sqlite-file.md."""
    path = tmp_path / "music.db"
    connection = sqlite3.connect(path)
    connection.executescript("".join(blocks("serve-a-sqlite-file.md", "sql")))
    connection.close()
    return path


@contextlib.contextmanager
def changes(database):
    """Changes the file twice a second, as another program would."""
    stopped = threading.Event()

    def write():
        while not stopped.wait(0.5):
            connection = sqlite3.connect(database)
            with connection:
                connection.execute("UPDATE albums SET year = year + 1 WHERE id = 4")
            connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


@pytest.fixture
def run(serve, cascade, database, tmp_path):
    """A function that runs a command with a sample as its last argument, in the folder of the file."""
    url = serve(database).url
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    install(bin_folder, "cascade", CASCADE)
    if shutil.which("sqlite3") is None:
        install(bin_folder, "sqlite3", SQLITE3)
    # A status of 400 or more fails the sample.
    (tmp_path / ".curlrc").write_text("fail\nsilent\nshow-error\n")
    environment = {
        **os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}", "REAL_CASCADE": os.path.abspath(cascade),
        "CURL_HOME": str(tmp_path), "SWIFT_BACKTRACE": "enable=no"}

    def start(*command):
        *command, sample = command
        assert "http://127.0.0.1:8080/" in sample or "cascade " in sample, "a sample uses another address"
        # Samples of event streams need a change.
        with changes(database) if "/events" in sample else contextlib.nullcontext():
            result = subprocess.run(
                [*command, sample.replace("http://127.0.0.1:8080", url)], cwd=tmp_path, env=environment,
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        assert result.returncode == 0, f"{sample}\nended with {result.returncode}:\n{result.stdout}{result.stderr}"
        return result.stdout

    return start


@pytest.mark.parametrize("page", ["serve-a-sqlite-file.md", "use-from-scripts.md"])
def test_shell_samples(run, page):
    samples = blocks(page, "sh")
    assert samples
    for sample in samples:
        assert run("sh", "-e", "-c", sample).strip() or "--output" in sample or "cascade serve" in sample


def test_python_samples(run):
    for sample in blocks("use-from-scripts.md", "python"):
        titles = run(sys.executable, "-c", sample).splitlines()
        assert len(titles) == 6 and "Kind of Blue" in titles


def test_javascript_samples(serve, database, page):
    url = serve(database).url
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(url)
    for sample in blocks("use-from-scripts.md", "js"):
        page.evaluate("async () => {" + sample.replace("http://127.0.0.1:8080", url) + "}")
    assert len(said) == 6 and "Kind of Blue" in said
