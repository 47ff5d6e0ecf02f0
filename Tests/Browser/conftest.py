"""Fixtures of the browser tests: a server for each test, and pages that fail the test for each browser error."""

import contextlib
import functools
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest
from playwright.sync_api import Error, expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / ".build-screenshots"
PATIENCE = 30  # seconds for the server to start

# A test that passes waits no longer for this. A busy machine needs it.
expect.set_options(timeout=20_000)


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

    def __init__(self, binary, command, arguments, output):
        self.output = output
        port = [] if "--port" in arguments else ["--port", "0"]
        with output.open("w") as file:
            self.process = subprocess.Popen(
                [binary, command, *arguments, *port],
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
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
            said = re.search(r"^Serving .* at (http://\S+?)/?$", self.output.read_text(), re.MULTILINE)
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


@pytest.fixture(scope="session")
def chromium():
    # The headless shell opens a page in a third of the time.
    names = ["chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.fail("no Chromium on the PATH: run script/bootstrap --test")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Problems(list):
    """The browser errors of a test's pages."""

    def forget(self, *statuses):
        """Clears the errors that the browser reports for responses with these statuses. Fails if there are none, or others."""
        expected = tuple(f"with a status of {status} " for status in statuses)
        assert self
        assert [problem for problem in self if not any(words in problem for words in expected)] == []
        self.clear()


@pytest.fixture
def problems():
    """The browser errors of this test's pages. A test that provokes an error has the list forget it."""
    return Problems()


def watch(page, problems):
    def console(message):
        # A value of a database is shown in a sandbox, in which the tests' own script does not run either.
        if message.type == "error" and not message.text.startswith("Blocked script execution in "):
            problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    def request_failed(request):
        # The browser reports a download, and the event stream of a page that was left, as an aborted request.
        if request.failure != "net::ERR_ABORTED":
            problems.append(f"request: {request.method} {request.url}: {request.failure}")

    page.on("console", console)
    page.on("pageerror", lambda error: problems.append(f"page: {error}"))
    page.on("requestfailed", request_failed)


def opened_page(request, chromium, problems, **options):
    """Yields a page in a new browser profile. Then fails for browser errors, and takes a screenshot of each failure."""
    context = chromium.new_context(**options)
    context.set_default_timeout(20_000)
    context.add_init_script(LEAVING)
    context.on("page", lambda page: watch(page, problems))
    page = context.new_page()
    yield page
    failed = problems or getattr(request.node, "call_failed", False)
    if failed and not page.is_closed():
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / (re.sub(r"[^\w.-]+", "-", request.node.name) + ".png"))
    # Otherwise, a route handler that still rewrites the response for a refreshing page would fail the next test.
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")
    context.close()
    if problems:
        pytest.fail("the browser complained:\n" + "\n".join(problems))


# The pages request `serve`, so that pytest closes them before it stops the servers. Otherwise their requests fail.
@pytest.fixture
def page(request, serve, chromium, problems):
    yield from opened_page(request, chromium, problems)


@pytest.fixture
def page_without_javascript(request, serve, chromium, problems):
    yield from opened_page(request, chromium, problems, java_script_enabled=False)


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def visitor(request):
    name = "page" if request.param == "with JavaScript" else "page_without_javascript"
    return request.getfixturevalue(name)


# A page that gives its place to another one says so at once, before the server has answered.
LEAVING = "addEventListener('beforeunload', () => (window.isLeaving = true))"
BUSY = "window.isLeaving || document.readyState !== 'complete' || !!document.querySelector(':root[data-busy], .pressed')"


def settled(page):
    """
    Waits until nothing is under way that the last action started: another page, requests of the scripts, and clicks on
    letters, which wait for a second click. Playwright's own clicks wait until another page begins.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if not page.evaluate(BUSY):
                return
        except Error as error:
            # Another page takes the place of this one.
            if "context was destroyed" not in error.message:
                raise
        assert time.monotonic() < deadline, f"{page.url} is busy without end"
        page.wait_for_timeout(20)


@contextlib.contextmanager
def answered(page):
    """Waits for what the action in the `with` block starts. The same as `settled` after it."""
    yield
    settled(page)


def drawn(page):
    """Waits until the page is drawn, and nothing is under way that the drawing started, such as rows that come into view."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    settled(page)


def first(page, held):
    """Waits until the list of requests that a test holds has one, and returns it."""
    deadline = time.monotonic() + PATIENCE
    while not held:
        assert time.monotonic() < deadline, "no request came"
        page.wait_for_timeout(10)
    return held[0]


def pytest_configure(config):
    config.addinivalue_line("markers", "serial: the test needs the machine for itself, to measure time or memory, or a port twice")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.call_failed = report.failed
    return report
