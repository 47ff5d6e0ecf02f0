"""Fixtures of the browser tests: a server for each test, and pages that fail the test for each browser error."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / ".build-screenshots"
PATIENCE = 30  # seconds for the server to start


@pytest.fixture(scope="session")
def cascade():
    """The path of the built program: the environment variable CASCADE, or else the debug build."""
    if "CASCADE" in os.environ:
        return os.environ["CASCADE"]
    show = ["swift", "build", "--package-path", str(ROOT), "--show-bin-path"]
    return subprocess.run(show, capture_output=True, text=True, check=True).stdout.strip() + "/cascade"


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


@pytest.fixture(scope="session")
def chromium():
    names = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"]
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
        if message.type == "error":
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
    context.set_default_timeout(10_000)
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


@contextlib.contextmanager
def answered(page):
    """Waits for the response to an action in the `with` block, and until a new page or the current page shows it."""
    def is_page(answer):
        return answer.request.method == "GET" and answer.request.resource_type in ("document", "fetch")

    with page.expect_response(is_page):
        yield
    page.wait_for_load_state()
    # The response may be to an earlier change, while a click on letters still waits for a second one.
    # A row stays busy while its confirmation dialog is open.
    expect(page.locator("body:not(:has(dialog)) :is(.pressed, [aria-busy=true])")).to_have_count(0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.call_failed = report.failed
    return report
