"""Fixtures of Tests/Program and Tests/Browser: the built programs, a server for each test, and databases."""

import functools
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 30  # seconds for the server to start


def pytest_configure(config):
    config.addinivalue_line("markers", "serial: the test needs the machine for itself, to measure time or memory, or a port twice")


@pytest.fixture(scope="session")
def cascade():
    """The path of the built program: the environment variable CASCADE, or else the debug build."""
    return os.environ.get("CASCADE") or str(debug_build() / "cascade")


@functools.cache
def debug_build():
    """The folder of the debug build. It has the programs that only tests and examples need."""
    show = ["swift", "build", "--package-path", str(ROOT), "--show-bin-path"]
    return pathlib.Path(subprocess.run(show, capture_output=True, text=True, check=True).stdout.strip())


class Server:
    """A running `cascade serve`, or another command that serves. `url` has no slash at its end."""

    def __init__(self, binary, command, arguments, output, environment={}):
        self.output = output
        port = [] if "--port" in arguments else ["--port", "0"]
        with output.open("w") as file:
            self.process = subprocess.Popen(
                [binary, command, *arguments, *port],
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **environment})
        try:
            self.url = self._wait_for_address()
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise

    def _wait_for_address(self):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            ended = self.process.poll() is not None
            said = re.search(r"^Serving (?:.* )?at (https?://\S+?)/?$", self.output.read_text(), re.MULTILINE)
            if said and not ended:
                return said[1]
            if ended:
                self._fail(f"ended with {self.process.returncode}")
            time.sleep(0.02)
        self._fail("did not say where it serves")

    def stop(self):
        """Stops the server with SIGTERM. Fails if it ended earlier, or does not exit with 0."""
        if self.process.poll() is not None:
            self._fail(f"had ended by itself with {self.process.returncode}")
        self.process.send_signal(signal.SIGTERM)
        try:
            # The server waits up to ten seconds for unfinished responses. Here there are none.
            self.process.wait(9)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            self._fail("did not end when told")
        if self.process.returncode != 0:
            self._fail(f"ended with {self.process.returncode} when told")

    def _fail(self, what):
        pytest.fail(f"the server {what}:\n{self.output.read_text()}")


@pytest.fixture
def serve(cascade, tmp_path):
    """A function that starts a server: `serve("my.db", "--table", "albums")`. By default, it serves the sample."""
    servers = []

    def start(*arguments, command="serve"):
        output = tmp_path / f"server-{len(servers)}.log"
        servers.append(Server(cascade, command, [str(argument) for argument in arguments], output))
        return servers[-1]

    yield start
    failures = []
    for server in servers:
        try:
            server.stop()
        except pytest.fail.Exception as failure:
            failures.append(failure.msg)
    if failures:
        pytest.fail("\n".join(failures))


class Postgres:
    """A PostgreSQL server. `tell("stop")` and `tell("start")` interrupt it."""

    def __init__(self):
        self.process = subprocess.Popen(
            [ROOT / "script/postgres"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.count = 0
        assert self.address, "PostgreSQL is missing: run script/bootstrap --test"

    def run(self, sql, address=None):
        subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", address or self.address], input=sql, text=True, check=True)

    def tell(self, command):
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline().strip() == command

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)


class Database:
    """A new database of a PostgreSQL server. It stays until the next one is made, because pages are closed after it."""

    def __init__(self, server):
        self.server = server
        server.run(f"DROP DATABASE IF EXISTS test{server.count} WITH (FORCE); CREATE DATABASE test{server.count + 1};")
        server.count += 1
        self.address = server.address.removesuffix("postgres") + f"test{server.count}"

    def run(self, sql):
        self.server.run(sql, self.address)


@pytest.fixture(scope="session")
def postgres():
    """The PostgreSQL server of all tests that do not interrupt it."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def empty_database(postgres):
    return Database(postgres)
