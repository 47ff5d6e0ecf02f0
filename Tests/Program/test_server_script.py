"""Tests of `script/server` and `script/build` in a folder of their own, with a program in place of Swift's compiler."""

import os
import shutil
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
    for path in ["script/bootstrap", "script/build", "script/server"]:
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

    def run(*arguments, **environment):
        calls = tmp_path / "calls"
        calls.write_text("")
        path = f"{clone}/bin:{os.environ['PATH']}"
        result = subprocess.run(
            [clone / "script/server", *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            env={**os.environ, "PATH": path, "CALLS": str(calls), "BROKEN": "", **environment}, timeout=60)
        return result, calls.read_text().splitlines()

    return run


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
