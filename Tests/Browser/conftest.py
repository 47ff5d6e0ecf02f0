"""Fixtures of the browser tests: pages that fail the test for each browser error, and ways to wait for them."""

import pathlib
import re
import shutil
import sys
import time

import pytest
from playwright.sync_api import Error, expect, sync_playwright

# The fixtures that need no browser, such as `serve`.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Program"))
from programs import *  # noqa: E402, F403
from programs import PATIENCE, ROOT  # noqa: E402

SCREENSHOTS = ROOT / ".build-screenshots"

# A test that passes waits no longer for this. A busy machine needs it.
expect.set_options(timeout=20_000)


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


def drawn(page):
    """Waits until the page is drawn, and nothing is under way that the drawing started, such as rows that come into view."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    settled(page)


def intercept(page, addresses, answer):
    """
    Has `answer` answer the requests of an open page from now on. On a busy machine, the browser still sends the first
    ones to the server after Playwright's own `route` has returned. A page that another one replaces would wait forever.
    """
    settled(page)
    page.route(addresses, answer)
    page.route(re.compile(r"[?]intercepted$"), lambda route: route.fulfill(status=204))
    sheet = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    asking = "async address => { while ((await fetch(address)).status !== 204) await new Promise(requestAnimationFrame) }"
    page.evaluate(asking, sheet + "?intercepted")


def first(page, held):
    """Waits until the list of requests that a test holds has one, and returns it."""
    deadline = time.monotonic() + PATIENCE
    while not held:
        assert time.monotonic() < deadline, "no request came"
        page.wait_for_timeout(10)
    return held[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.call_failed = report.failed
    return report
