"""Live updates of a table in two windows."""

import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


def post(url, **fields):
    data = urllib.parse.urlencode(fields).encode()
    request = urllib.request.Request(url, data=data, headers={"Accept": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def titles(page):
    return page.locator("tr.row .text > :first-child").all_inner_texts()


def test_two_windows_stay_equal(gallery, page):
    other = page.context.new_page()
    for window in (page, other):
        window.goto(gallery + "/reorder/")
    first, second = titles(page)[:2]
    post(gallery + "/reorder/move", **{"from": "0.0", "to": "0.1"})
    for window in (page, other):
        expect(window.locator("tr.row").first).to_contain_text(second)
        assert titles(window)[:2] == [second, first]


def test_focus_and_place_stay_when_rows_move(gallery, page):
    page.set_viewport_size({"width": 800, "height": 300})
    page.goto(gallery + "/reorder/?_edit=1")
    row = page.locator("tr.row", has_text="Gouda")
    row.get_by_role("button").first.focus()
    row.scroll_into_view_if_needed()
    before = row.bounding_box()["y"]
    page.evaluate("document.activeElement.isMarked = true")
    post(gallery + "/reorder/move", **{"from": "0.0", "to": "0.1"})
    expect(page.locator("tr.row").first).to_contain_text("Carrots")
    assert page.evaluate("document.activeElement.isMarked")
    assert abs(row.bounding_box()["y"] - before) < 1


def test_a_hidden_window_catches_up_when_it_is_seen(gallery, page):
    page.goto(gallery + "/reorder/")
    first, second = titles(page)[:2]
    page.evaluate("""() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    post(gallery + "/reorder/move", **{"from": "0.0", "to": "0.1"})
    page.evaluate("""() => {
        delete document.visibilityState;
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    expect(page.locator("tr.row").first).to_contain_text(second)


@pytest.mark.serial
def test_a_server_that_was_started_again_is_followed(serve, page, problems):
    server = serve(command="gallery")
    page.goto(server.url + "/reorder/")
    assert titles(page)[0] == "Apples"
    port = urllib.parse.urlsplit(server.url).port
    server.stop()
    server.stop = lambda: None
    again = serve("--port", str(port), command="gallery")
    post(again.url + "/reorder/move", **{"from": "0.0", "to": "0.1"})
    expect(page.locator("tr.row").first).to_contain_text("Carrots", timeout=30_000)
    # The page may try to connect while no server runs.
    problems[:] = [problem for problem in problems if "ERR_CONNECTION_REFUSED" not in problem]


@pytest.mark.serial
def test_another_server_with_the_same_revision_is_followed(serve, page, problems):
    server = serve(command="gallery")
    page.goto(server.url + "/reorder/")
    post(server.url + "/reorder/move", **{"from": "0.0", "to": "0.1"})
    expect(page.locator("tr.row").first).to_contain_text("Carrots")
    port = urllib.parse.urlsplit(server.url).port
    server.stop()
    server.stop = lambda: None
    again = serve("--port", str(port), command="gallery")
    # The rows of this server are others, at a revision with the same number.
    post(again.url + "/reorder/move", **{"from": "0.1", "to": "0.2"})
    expect(page.locator("tr.row").first).to_contain_text("Apples", timeout=30_000)
    problems[:] = [problem for problem in problems if "ERR_CONNECTION_REFUSED" not in problem]


def test_an_address_that_names_a_row_opens_at_it(serve, page, tmp_path):
    url = serve("--size", "20").url
    found = page.request.get(url + "/table.json?_size=max").json()
    row = found["sections"][-1]["rows"][-1]
    page.goto(f"{url}/#row-{row['id']}")
    shown = page.locator(f"[id='row-{row['id']}']")
    expect(shown).to_be_in_viewport()
    assert "_row=" in page.url
