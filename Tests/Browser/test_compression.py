"""Compressed responses, and files that browsers cache for a year."""

import gzip
import re
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect


@pytest.fixture
def answers(page):
    """All responses to the page, in order."""
    answers = []
    page.on("response", lambda answer: answers.append(answer))
    return answers


def path(answer):
    return urllib.parse.urlsplit(answer.url).path


def files(answers):
    return [answer for answer in answers if re.search(r"\.(css|js|svg)$", path(answer))]


def test_a_page_comes_compressed(serve, page, answers):
    page.goto(serve().url)
    page.wait_for_selector("#announcement", state="attached")
    expect(page.locator("tr.row")).to_have_count(100)
    assert answers[0].headers["content-encoding"] == "zstd"
    assert answers[0].headers["vary"].startswith("Accept-Encoding")
    assert int(answers[0].headers["content-length"]) < 10_000


def test_every_file_is_kept_for_good(serve, page, answers):
    url = serve().url
    page.goto(url)
    page.wait_for_selector("#announcement", state="attached")
    linked = [answer for answer in files(answers) if "heights.css" not in answer.url]
    assert {path(answer).rsplit("/", 1)[1] for answer in linked} >= {
        "table.css", "table.js", "select.js", "gestures.js", "more.js", "keys.js", "actions.js", "drag.js", "facets.js",
        "element.js", "say.js", "server.js", "morph.js", "press.js"}
    assert len({path(answer).rsplit("/", 1)[0] for answer in linked}) == 1
    for answer in linked:
        assert answer.status == 200
        assert path(answer).startswith("/public-")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        if int(answer.headers["content-length"]) > 1024:
            assert answer.headers["content-encoding"] == "zstd", answer.url

    # The scripts work, and after a reload, the browser requests none of the files again.
    page.locator("#row-ao button").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#row-ao.selected")
    page.reload()
    page.wait_for_selector("#announcement", state="attached")
    sent = page.evaluate("""performance.getEntriesByType("resource")
        .filter(({ name }) => name.includes("/public-")).map(({ transferSize }) => transferSize)""")
    assert len(sent) >= 12 and set(sent) == {0}


def test_a_page_of_ones_own_comes_as_it_is(serve, page, answers):
    page.goto(serve().url)
    page.locator("#row-ao button").click()
    page.wait_for_selector("#row-ao.selected")
    answers.clear()
    page.reload()
    assert answers[0].headers["cache-control"] == "private, no-cache"
    assert "content-encoding" not in answers[0].headers


def test_a_script_asks_for_what_it_can_read(serve):
    url = serve().url
    plain = urllib.request.urlopen(f"{url}/table.csv").read()
    request = urllib.request.Request(f"{url}/table.csv", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.read()) == plain


def test_everything_is_sent_as_it_is_where_that_is_wanted(serve, page, answers):
    page.goto(serve("--no-compression").url)
    page.wait_for_selector("#announcement", state="attached")
    assert len(files(answers)) > 10
    for answer in answers:
        assert "content-encoding" not in answer.headers
        assert "Encoding" not in answer.headers.get("vary", "")
