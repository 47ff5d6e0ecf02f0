"""Two tables in frames of another page: each is live and independent, with and without JavaScript."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect

from conftest import SCREENSHOTS

DASHBOARD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Dashboard</title>
<link rel="stylesheet" href="/table.css">
<h1>Dashboard</h1>
<iframe class="embedded" src="/albums/?_size=3&amp;_embed=/albums/" title="Albums"></iframe>
<iframe class="embedded" src="/artists/?_embed=/artists/" title="Artists"></iframe>
<p>The end.</p>
"""


@pytest.fixture
def music(serve, tmp_path):
    """The address of a server of albums and artists, with a page that shows both, and the path of the SQLite file."""
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE artists (id INTEGER PRIMARY KEY, name TEXT)")
        database.execute(
            "CREATE TABLE albums (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artists(id))")
        database.executemany("INSERT INTO artists VALUES (?, ?)", [(1, "Nina"), (2, "Miles")])
        albums = [(number, f"Album {number}", 1 + number % 2) for number in range(1, 9)]
        database.executemany("INSERT INTO albums VALUES (?, ?, ?)", albums)
    database.close()
    public = tmp_path / "public"
    public.mkdir()
    (public / "dashboard.html").write_text(DASHBOARD)
    return serve(path, "--public", public).url, path


def picture(page, name):
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"embedding-{name}.png", full_page=True)


def search(frame, text):
    """Searches in a frame, whose tools are behind a button."""
    tools = frame.locator(".all")
    if tools.get_attribute("open") is None:
        tools.locator("> summary").click()
    frame.get_by_role("searchbox").fill(text)
    frame.get_by_role("searchbox").press("Enter")


def frames(page, url):
    page.goto(url + "/dashboard.html")
    both = [page.frame_locator(f"[title={title}]") for title in ["Albums", "Artists"]]
    for frame in both:
        expect(frame.locator(".row").first).to_be_visible()
    return both


def test_two_tables_are_searched_and_paged_by_themselves(music, visitor):
    page, (url, _) = visitor, music
    albums, artists = frames(page, url)
    expect(albums.locator(".row")).to_have_count(3)
    expect(artists.locator(".row")).to_have_count(2)
    # The frame shows no links to pages above its table.
    expect(albums.get_by_role("navigation", name="Breadcrumb").get_by_role("link")).to_have_count(0)
    expect(albums.get_by_role("heading", name="albums")).to_be_visible()
    search(albums, "Album 7")
    expect(albums.locator(".row")).to_have_count(1)
    expect(artists.locator(".row")).to_have_count(2)
    expect(page).to_have_url(url + "/dashboard.html")
    artists.get_by_role("columnheader", name="name").get_by_role("link").click()
    expect(artists.locator(".row").first).to_contain_text("Miles")
    expect(albums.locator(".row")).to_have_count(1)
    for frame in albums, artists:
        assert frame.locator(":root").get_attribute("class") == "embedded"


def test_a_frame_shows_its_rows_first(music, visitor):
    page, (url, _) = visitor, music
    for frame in frames(page, url):
        assert frame.locator("thead").evaluate("head => head.getBoundingClientRect().top") < 60
        expect(frame.get_by_role("link", name="Columns")).to_be_hidden()
        frame.locator(".all > summary").press("Enter")
        expect(frame.get_by_role("link", name="Columns")).to_be_visible()
        expect(frame.get_by_role("searchbox")).to_be_visible()


def test_pages_below_a_table_stay_and_others_take_the_whole_window(music, visitor):
    page, (url, _) = visitor, music
    albums, artists = frames(page, url)
    albums.locator("#row-2 a.go").click()
    expect(albums.locator("body")).to_contain_text("Album 2")
    expect(albums.locator(":root")).to_have_class("embedded")
    expect(page).to_have_url(url + "/dashboard.html")
    picture(page, "record")
    # The breadcrumb leads back to the table.
    back = albums.get_by_role("navigation", name="Breadcrumb").get_by_role("link")
    expect(back).to_have_count(1)
    back.click()
    expect(albums.locator(".row").nth(2)).to_contain_text("Album 3")
    expect(artists.locator(".row")).to_have_count(2)
    # The artist is outside the path of the frame, so the link opens in the whole window.
    albums.locator("#row-2 a.go").click()
    expect(back).to_have_count(1)
    albums.locator("#row-artist a").first.click()
    page.wait_for_url(url + "/artists/row/1/")
    expect(page.get_by_role("heading", name="Nina")).to_be_visible()
    assert page.locator(":root").get_attribute("class") is None


def test_a_change_appears_in_its_frame(music, page):
    url, path = music
    albums, artists = frames(page, url)
    expect(artists.locator(".row")).to_have_count(2)
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO artists VALUES (3, 'Ella')")
    database.close()
    expect(artists.locator(".row")).to_have_count(3)
    expect(artists.locator(".row").nth(2)).to_contain_text("Ella")


def test_a_frame_is_as_high_as_its_table(music, page):
    url, _ = music
    albums, artists = frames(page, url)
    heights = []
    for title, frame in [("Albums", albums), ("Artists", artists)]:
        expect(page.locator(f"[title={title}]")).to_have_attribute("style", re.compile("block-size"))
        height = page.locator(f"[title={title}]").bounding_box()["height"]
        content = frame.locator("body").bounding_box()["height"]
        assert content <= height <= content + 3
        heights.append(height)
    assert heights[0] > heights[1]
    picture(page, "two")
    # The frame grows and shrinks with its content.
    search(albums, "Album 7")
    expect(albums.locator(".row")).to_have_count(1)
    page.wait_for_function(f"document.querySelector('[title=Albums]').offsetHeight < {heights[0]}")
    # A long table scrolls in a frame of limited height.
    page.set_viewport_size({"width": 800, "height": 250})
    search(albums, "")
    expect(albums.locator(".row")).to_have_count(3)
    expect(page.locator("[title=Albums]")).to_have_css("height", "200px")
    picture(page, "small")


def test_the_keys_are_those_of_one_table(music, page):
    url, _ = music
    albums, artists = frames(page, url)
    albums.locator(".row .go").first.focus()
    page.keyboard.press("ArrowDown")
    expect(albums.locator("#row-2 [tabindex='0']")).to_be_focused()
    expect(artists.locator(":focus")).to_have_count(0)
    artists.locator(".row .go").first.focus()
    page.keyboard.press("ArrowDown")
    expect(artists.locator("#row-2 [tabindex='0']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(artists.locator("h1")).to_have_text("Miles")
    expect(albums.locator(".row")).to_have_count(3)


def test_further_frames_ask_in_place_of_a_connection(music, page, tmp_path):
    url, path = music
    frame = '<iframe class="embedded" src="/artists/?_embed=/artists/" title="{}"></iframe>'
    (tmp_path / "public" / "dashboard.html").write_text("")
    page.route("**/dashboard.html", lambda route: route.fulfill(
        content_type="text/html", body="".join(frame.format(number) for number in range(8))))
    streams = []
    page.on("request", lambda request: streams.append(request.url) if "/events" in request.url else None)
    page.goto(url + "/dashboard.html")
    last = page.frame_locator("[title='7']")
    expect(last.locator(".row")).to_have_count(2)
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO artists VALUES (3, 'Ella')")
    database.close()
    expect(last.locator(".row")).to_have_count(3, timeout=15_000)
    assert len(streams) == 3
