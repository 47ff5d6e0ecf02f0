"""The Debian package of `script/package`: in a clean Debian, it is installed, started, upgraded and removed."""

import os
import pathlib
import shutil
import subprocess
import urllib.error
import urllib.request

import pytest

from programs import ROOT

ARCHIVE = "http://deb.debian.org/debian"


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True, timeout=300, **options)


@pytest.fixture
def package(cascade, tmp_path):
    """Makes the package of a version."""
    def make(version):
        environment = {**os.environ, "CASCADE": cascade, "VERSION": version}
        return pathlib.Path(run(ROOT / "script/package", tmp_path, env=environment).stdout.strip())

    return make


def test_it_has_the_program_and_its_service(package):
    path = package("0.1.0")
    assert path.name.startswith("cascadingtable_0.1.0_")
    files = run("dpkg-deb", "--contents", path).stdout
    for name in ["usr/bin/cascade", "lib/systemd/system/cascade.service", "etc/default/cascade",
                 "usr/share/man/man1/cascade.1.gz", "usr/share/bash-completion/completions/cascade",
                 "usr/share/zsh/vendor-completions/_cascade", "usr/share/fish/vendor_completions.d/cascade.fish"]:
        assert f" ./{name}\n" in files
    assert "site-functions" not in files
    depends = run("dpkg-deb", "--field", path, "Depends").stdout
    for name in ["libc6", "libmicrohttpd12", "libpq5", "libsqlite3-0", "libcrypt1", "libgnutls30"]:
        assert name in depends
    if shutil.which("systemd-analyze"):
        unit = ROOT / "script/debian/cascade.service"
        told = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True).stderr
        faults = [line for line in told.splitlines() if unit.name in line and "not executable" not in line and "man " not in line]
        assert faults == []


@pytest.fixture
def root(tmp_path):
    """A Debian without anything but its base system. The fixture needs root, and the archive of Debian."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip("needs root and debootstrap")
    try:
        urllib.request.urlopen(f"{ARCHIVE}/dists/bookworm/Release", timeout=10).close()
    except urllib.error.URLError:
        pytest.skip("the archive of Debian cannot be reached")
    folder = tmp_path / "debian"
    run("debootstrap", "--variant=minbase", "bookworm", folder, ARCHIVE)
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    run("mount", "-t", "proc", "proc", folder / "proc")
    yield folder
    run("umount", folder / "proc")


@pytest.mark.serial
def test_it_is_installed_started_upgraded_and_removed(package, root):
    def shell(command, **options):
        return run("chroot", root, "sh", "-ec", command, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}, **options).stdout

    def install(version):
        path = package(version)
        shutil.copy(path, root / "root")
        shell(f"DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends /root/{path.name}")
        assert shell("dpkg-query -W cascadingtable").strip() == f"cascadingtable\t{version}"

    def serve():
        """Starts what the service starts, as its user, and returns the two lines that it prints. A stranger is refused."""
        command = ('. /etc/default/cascade; cd /var/lib/cascade; '
                   'exec setpriv --reuid cascade --regid cascade --clear-groups '
                   'cascade serve $CASCADE_FILES $CASCADE_OPTIONS --port 0')
        with subprocess.Popen(["chroot", root, "sh", "-ec", command], stdout=subprocess.PIPE, text=True) as server:
            try:
                lines = [server.stdout.readline() for _ in range(2)]
                address = lines[1].rsplit(" ", 1)[1].strip()
                with pytest.raises(urllib.error.HTTPError) as refused:
                    urllib.request.urlopen(f"{address}table.json", timeout=10)
                assert refused.value.code == 401
                return lines
            finally:
                server.terminate()
                server.wait(20)

    shell("apt-get update -qq")
    install("0.1.0")
    assert shell("stat -c '%U %a' /var/lib/cascade").strip() == "cascade 750"
    assert "Nobody can sign in yet" in serve()[0]
    # The upgrade keeps what the owner of the machine has set, and the accounts.
    default = root / "etc/default/cascade"
    default.write_text(default.read_text().replace('CASCADE_OPTIONS="', 'CASCADE_OPTIONS="--size 7 '))
    install("0.1.1")
    assert "--size 7" in default.read_text()
    assert "Nobody can sign in yet" in serve()[0]
    assert shell("stat -c '%U %a' /var/lib/cascade/people.db").strip() == "cascade 600"
    shell("apt-get remove -qq -y cascadingtable")
    assert not (root / "usr/bin/cascade").exists() and default.exists()
    shell("apt-get purge -qq -y cascadingtable")
    assert not default.exists()
    assert (root / "var/lib/cascade/people.db").exists()
