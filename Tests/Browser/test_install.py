"""Tests of `script/install` with a built program and a temporary folder."""

import os
import subprocess

import pytest

from conftest import ROOT

FILES = {
    "bin/cascade", "share/man/man1/cascade.1", "share/bash-completion/completions/cascade",
    "share/zsh/site-functions/_cascade", "share/fish/vendor_completions.d/cascade.fish"}


@pytest.fixture
def prefix(tmp_path):
    return tmp_path / "prefix"


@pytest.fixture
def install(cascade, prefix):
    def run(*arguments):
        return subprocess.run(
            [ROOT / "script/install", *arguments], env={**os.environ, "CASCADE": cascade, "PREFIX": str(prefix)},
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


def test_an_unknown_argument(install, prefix):
    result = install("--nonsense")
    assert result.returncode == 64 and "--nonsense" in result.stderr
    assert not prefix.exists()


def test_the_manual_page_has_every_option(cascade):
    manual = (ROOT / "docs/man/cascade.1").read_text().replace("\\-", "-").replace("\\e", "\\")
    for command in ["serve", "export", "gallery"]:
        result = subprocess.run([cascade, command, "--help"], check=True, capture_output=True, text=True)
        assert result.stdout.strip() in manual, "run script/docs"
