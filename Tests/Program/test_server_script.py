"""Tests of `script/server` and `script/build` in a folder of their own, with a program in place of Swift's compiler."""

import os
import re
import shutil
import socket
import sqlite3
import subprocess

import pytest

from programs import ROOT

# Writes down its arguments. Instead of the server, it builds a program that prints its arguments.
SWIFT = r"""#!/bin/bash
echo "$*" >>"$CALLS"
case $1 in
--version) echo 'Swift version 6.2' ;;
build)
    echo '[1/2] Compiling Things Thing.swift'
    if [ -n "$BROKEN" ]; then echo 'Thing.swift:1:1: error: it is broken'; exit 1; fi
    while [ $# != 0 ] && [ "$1" != --scratch-path ]; do shift; done
    mkdir -p "$2/release"
    printf '#!/bin/sh\necho "$@"\n' >"$2/release/cascade"
    chmod +x "$2/release/cascade"
    ;;
esac
"""


@pytest.fixture
def clone(tmp_path):
    clone = tmp_path / "clone"
    for path in ["script/bootstrap", "script/build", "script/server", "docs/reference/cli.md"]:
        (clone / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, clone / path)
    (clone / "bin").mkdir()
    (clone / "bin/swift").write_text(SWIFT)
    (clone / "bin/swift").chmod(0o755)
    return clone


@pytest.fixture
def server(clone, tmp_path):
    """Runs script/server. Returns the result, and what the compiler was called with."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "notes.txt").write_text("no database")
    (folder / "empty.db").touch()
    with sqlite3.connect(folder / "my.db") as database:
        database.execute("CREATE TABLE albums (id)")
    database.close()

    def run(*arguments, **environment):
        calls = tmp_path / "calls"
        calls.write_text("")
        path = f"{clone}/bin:{os.environ['PATH']}"
        result = subprocess.run(
            [clone / "script/server", *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={**os.environ, "PATH": path, "CALLS": str(calls), "BROKEN": "", **environment}, timeout=60)
        return result, calls.read_text().splitlines()

    return run


@pytest.mark.parametrize("arguments, status, message", [
    (["none.db"], 66, "none.db cannot be opened: there is no such file. Check the path."),
    (["."], 66, ". cannot be opened: it is a folder. Check the path."),
    (["notes.txt"], 65, "notes.txt is not an SQLite database, or it is encrypted."),
    (["my.db", "none.csv"], 66, "none.csv cannot be opened: there is no such file. Check the path."),
    (["--prot", "9000"], 64, "Unknown option --prot. List the options with script/server --help."),
    (["-p"], 64, "Unknown option -p. List the options with script/server --help."),
    (["--debug=yes"], 64, "Unknown option --debug=yes. List the options with script/server --help."),
    (["my.db", "--table"], 64, "The value of --table is missing."),
    (["--port", "70000"], 64, "--port must be between 0 and 65535; it was 70000."),
    (["--port=http"], 64, "--port must be between 0 and 65535; it was http."),
    (["--public", "none"], 66, "none cannot be opened for --public: there is no such folder."),
])
def test_a_mistake_is_found_before_the_build(server, arguments, status, message):
    result, calls = server(*arguments)
    assert (result.returncode, result.stderr, calls) == (status, f"script/server: {message}\n", [])


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_port_in_use_is_found_before_the_build(server, host):
    with socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        port = str(listener.getsockname()[1])
        result, calls = server("--host", host, "--port", port)
        assert result.returncode == 69 and calls == []
        assert result.stderr.startswith(f"script/server: Port {port} is already in use on {host}. ")


@pytest.mark.parametrize("arguments", [
    ["--port", "0"], ["my.db", "--port=0"], ["empty.db", "--port", "0"],
    ["--port", "0", "--debug", "--table", "-x", "my.db", "--public=."],
])
def test_it_builds_once_and_serves(server, clone, arguments):
    result, calls = server(*arguments)
    assert result.returncode == 0, result.stderr
    assert result.stdout == " ".join(["serve", *arguments]) + "\n"
    builds = [call for call in calls if call.startswith("build")]
    assert len(builds) == 1 and "-c release --product cascade --static-swift-stdlib" in builds[0]
    log = clone / ".build/build-cascade.log"
    assert str(log) in result.stderr and "Compiling Things" in log.read_text()


def test_a_failed_build(server, clone):
    result, _ = server("--port", "0", BROKEN="yes")
    assert result.returncode == 70 and result.stdout == ""
    assert "error: it is broken" in result.stderr and "[1/2]" not in result.stderr
    assert result.stderr.splitlines()[-1] == (
        f"script/build: the build of cascade failed. See the errors above, or {clone}/.build/build-cascade.log.")


def test_a_terminal_shows_the_progress(server, clone):
    command = f"{clone}/script/server --port 0"
    result = subprocess.run(
        ["script", "-qec", command, "/dev/null"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        env={**os.environ, "PATH": f"{clone}/bin:{os.environ['PATH']}", "CALLS": "/dev/null"})
    assert "\x1b[K[1/2] Compiling Things Thing.swift\n\x1b[K" in result.stdout


def test_help_needs_no_build(server, cascade):
    result, calls = server("--help")
    program = subprocess.run([cascade, "serve", "--help"], check=True, capture_output=True, text=True)
    assert result.stdout.strip() == program.stdout.strip() and calls == []


def test_every_option_is_known(server, cascade):
    text = subprocess.run([cascade, "serve", "--help"], check=True, capture_output=True, text=True).stdout
    lines = [re.match(r"  (-[-a-z, ]+?)( <|  | [A-Z]|$)", line) for line in text.splitlines()]
    names = {name: match[2] == " <" for match in filter(None, lines) for name in match[1].split(", ")}
    assert names["--port"] and not names["--debug"] and len(names) > 20
    options = [
        part for name, has_value in names.items() if name not in ("-h", "--help", "--port")
        for part in [name, *(["."] if has_value else [])]]
    result, _ = server("--port", "0", *options)
    assert result.returncode == 0, result.stderr
