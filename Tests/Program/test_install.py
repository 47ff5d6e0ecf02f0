"""Tests of `script/install` with a temporary folder."""

import contextlib
import os
import pathlib
import re
import subprocess
import urllib.request

import pytest

from programs import ROOT, Server

FILES = {
    "bin/cascade", "share/man/man1/cascade.1", "share/bash-completion/completions/cascade",
    "share/zsh/site-functions/_cascade", "share/fish/vendor_completions.d/cascade.fish"}


@pytest.fixture
def prefix(tmp_path):
    return tmp_path / "prefix"


@pytest.fixture
def install(cascade, prefix):
    """Runs script/install with the program under test, or with another one."""
    def run(*arguments, program=cascade):
        return subprocess.run(
            [ROOT / "script/install", *arguments], env={**os.environ, "CASCADE": program, "PREFIX": str(prefix)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)

    return run


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_it_installs_and_uninstalls(install, prefix):
    result = install()
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"Installed {prefix}/bin/cascade\n"
    assert files(prefix) == FILES
    subprocess.run([prefix / "bin/cascade", "--version"], check=True, stdout=subprocess.DEVNULL)
    completion = prefix / "share/bash-completion/completions/cascade"
    subprocess.run(["bash", "-c", f"source '{completion}' && complete -p cascade"], check=True, stdout=subprocess.DEVNULL)
    # installed again, and removed beside a file of another program
    assert install().returncode == 0
    (prefix / "bin/other").touch()
    assert install("--uninstall").returncode == 0
    assert files(prefix) == {"bin/other"}
    assert install("--uninstall").returncode == 0


def test_the_program_runs_without_the_toolchain(cascade, install, prefix, tmp_path):
    release = cascade
    if pathlib.Path(release).parent.name != "release":
        # Takes minutes without an earlier build.
        release = subprocess.run([ROOT / "script/build"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    result = install(program=release)
    assert result.returncode == 0, result.stderr
    program = prefix / "bin/cascade"
    assert program.stat().st_size < os.stat(release).st_size
    dynamic = subprocess.run(["readelf", "-d", program], check=True, capture_output=True, text=True).stdout
    libraries = set(re.findall(r"NEEDED.*\[(\w[^.]*)", dynamic))
    assert libraries <= {
        "ld-linux-x86-64", "ld-linux-aarch64", "libc", "libgcc_s", "libm", "libcrypt", "libgnutls", "libmicrohttpd", "libpq", "libsqlite3",
        "libstdc++", "libz", "libzstd"}
    server = Server(program, "serve", [], tmp_path / "server.log")
    with contextlib.ExitStack() as stack:
        stack.callback(server.stop)
        with urllib.request.urlopen(server.url + "/table.json") as answer:
            assert answer.status == 200
        with open(f"/proc/{server.process.pid}/maps") as maps:
            files = {line.split()[5] for line in maps if "/" in line}
    assert {file for file in files if not file.startswith(("/usr/lib/", "/lib/"))} == {str(program)}


def test_an_unknown_argument(install, prefix):
    result = install("--nonsense")
    assert result.returncode == 64 and "--nonsense" in result.stderr
    assert not prefix.exists()


def test_the_manual_page_has_every_option(cascade):
    manual = (ROOT / "docs/man/cascade.1").read_text().replace("\\-", "-").replace("\\e", "\\")
    for command in ["serve", "export", "gallery"]:
        result = subprocess.run([cascade, command, "--help"], check=True, capture_output=True, text=True)
        assert result.stdout.strip() in manual, "run script/docs"
