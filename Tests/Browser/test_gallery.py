"""Every example of the gallery in the browser, with and without JavaScript."""

import json
import re
import time
import urllib.request

import pytest
from conftest import settled
from playwright.sync_api import expect


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


def rows(page):
    return page.locator("tr.row")


def titles(page):
    return page.locator("tr.row :is(.go, .label)").all_inner_texts()


def press(page, name, within=None):
    """Presses a button and waits for what it does."""
    (within or page).get_by_role("button", name=name).click()
    settled(page)


def confirm(page, question):
    """Confirms the question of a page or dialog."""
    expect(page.get_by_text(question)).to_be_visible()
    page.locator(".confirm .destructive").click()
    settled(page)


def open_menu(page, row):
    row.locator("summary").click()
    expect(row.locator(".menu")).to_be_visible()
    return row.locator(".menu")


def test_every_example_opens_from_the_first_page_and_is_json_too(gallery, visitor):
    visitor.goto(gallery)
    links = visitor.locator("a.go").evaluate_all("links => links.map(link => link.href)")
    assert len(links) >= 13
    for link in links:
        visitor.locator(f"a.go[href='{link.removeprefix(gallery)}']").click()
        visitor.wait_for_url(link)
        assert rows(visitor).count() > 0
        with urllib.request.urlopen(link + "table.json") as answer:
            table = json.load(answer)
        assert table["title"] == visitor.locator("h1").inner_text()
        assert table["count"] >= rows(visitor).count()
        visitor.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Gallery").click()
        visitor.wait_for_url(gallery + "/")


def test_a_place_brings_more_reviews_until_there_are_none(gallery, visitor):
    visitor.goto(gallery + "/place/")
    image = visitor.get_by_alt_text("A map with a pin at Mole 3")
    assert image.evaluate("image => image.complete && image.naturalWidth > 0")
    assert image.bounding_box()["width"] > 150

    def headers():
        return visitor.locator("tr.header").all_inner_texts()

    assert headers() == ["Good to know", "Rating", "Reviews", "Nearby"]
    for more, left in [("5 more", "2 more"), ("2 more", None)]:
        count = len(titles(visitor))
        press(visitor, more)
        # Each press loads the next three rows, or fewer at the end. Then the button's row is removed.
        assert len(titles(visitor)) == count + (3 if left else 1)
        assert [title for title in titles(visitor) if title.endswith("more")] == ([left] if left else [])
    expect(rows(visitor).get_by_role("button")).to_have_count(0)
    press(visitor, "Refresh")
    assert "5 more" in titles(visitor)
    visitor.get_by_role("link", name="The Net Loft").click()
    visitor.wait_for_url("**/place/net-loft/")
    assert headers() == ["Good to know", "Nearby"]


def test_rows_and_sections_are_moved_and_deleted(gallery, visitor):
    visitor.goto(gallery + "/reorder/")
    expect(visitor.get_by_role("button", name="Move Apples down")).to_have_count(0)
    visitor.get_by_role("link", name="Edit").click()
    visitor.wait_for_url("**/?_edit=1")
    press(visitor, "Move Apples down")
    assert titles(visitor)[:2] == ["Carrots", "Apples"]
    press(visitor, "Move Lemons down")
    assert titles(visitor)[3] == "Lemons" and visitor.locator("#section-Bakery #row-Lemons").count() == 1
    press(visitor, "Move section Fridge up")
    assert [text.strip() for text in visitor.locator("tr.header").all_inner_texts()] == [
        "Fruit and vegetables", "Fridge", "Bakery"]
    press(visitor, "Delete Milk")
    question = visitor.get_by_text("Delete “Milk”?")
    expect(question).to_be_visible()
    visitor.get_by_text("Cancel", exact=True).click()
    expect(question).to_have_count(0)
    assert "_edit=1" in visitor.url and "Milk" in titles(visitor)
    press(visitor, "Delete Milk")
    confirm(visitor, "Delete “Milk”?")
    assert "Milk" not in titles(visitor)
    visitor.get_by_role("link", name="Done").click()
    visitor.wait_for_url("**/reorder/")
    assert titles(visitor) == ["Carrots", "Apples", "Spinach", "Yoghurt", "Gouda", "Lemons", "Rye bread", "Rolls"]


def test_some_rows_are_not_moved_everywhere(gallery, visitor):
    visitor.goto(gallery + "/reorder/?_edit=1")
    press(visitor, "Move Gouda up")
    assert titles(visitor)[6:] == ["Milk", "Gouda", "Yoghurt"]
    # A move out of the fridge ends at its nearest end.
    press(visitor, "Move Milk up")
    assert titles(visitor)[6:] == ["Milk", "Gouda", "Yoghurt"]
    # A row with a checkmark has no move buttons.
    visitor.get_by_role("button", name="Carrots", exact=True).click()
    settled(visitor)
    expect(visitor.locator("tr.row", has_text="Carrots").locator(".checkmark")).to_have_count(1)
    expect(visitor.get_by_role("button", name="Move Carrots")).to_have_count(0)
    expect(visitor.get_by_role("button", name="Move Spinach")).to_have_count(2)


def test_actions_of_a_row_are_in_a_menu(gallery, visitor):
    visitor.goto(gallery + "/swipe/")
    row = rows(visitor).nth(1)
    expect(row.get_by_alt_text("Unread")).to_be_visible()
    menu = open_menu(visitor, row)
    menu.locator("img").evaluate_all("icons => Promise.all(icons.map(icon => icon.decode()))")
    press(visitor, "Mark as read", menu)
    expect(rows(visitor).nth(1).get_by_alt_text("Read", exact=True)).to_be_visible()
    press(visitor, "Flag", open_menu(visitor, rows(visitor).nth(1)))
    assert "⚑" in rows(visitor).nth(1).inner_text()
    press(visitor, "Delete", open_menu(visitor, rows(visitor).nth(1)))
    confirm(visitor, "Delete “Nadia”?")
    assert titles(visitor)[:2] == ["Library", "Cinema on the hill"]


def test_the_index_leads_to_its_section(gallery, visitor):
    visitor.goto(gallery + "/index/")
    index = visitor.get_by_role("navigation", name="Sections")
    letters = index.get_by_role("link").all_inner_texts()
    assert letters == sorted(letters) and len(letters) >= 24
    index.get_by_role("link", name="B", exact=True).click()
    settled(visitor)
    assert visitor.locator("#section-" + visitor.url.split("#section-")[1]).locator("th").first.inner_text() == "B"
    index.get_by_role("link", name="U", exact=True).click()
    settled(visitor)
    assert visitor.locator("tr.header").first.inner_text() == "U"
    assert titles(visitor)[:2] == ["Uganda", "Ukraine"]


def test_an_emoji_has_a_page(gallery, visitor):
    visitor.goto(gallery + "/emoji/")
    visitor.get_by_role("link", name="family").click()
    visitor.wait_for_url("**/emoji/family/")
    facts = rows(visitor).all_inner_texts()
    assert re.sub(r"\s+", " ", facts[2]) == "Bytes in UTF-8 25"
    assert re.sub(r"\s+", " ", facts[3]) == "Graphemes 1"


def test_rows_arrive_as_chosen(gallery, visitor):
    visitor.goto(gallery + "/flip/")
    press(visitor, "bottom")
    assert "enter bottom" in visitor.locator("table").get_attribute("class")
    assert rows(visitor).nth(3).evaluate("row => getComputedStyle(row).animationName") == "enter"
    visitor.emulate_media(reduced_motion="reduce")
    assert rows(visitor).nth(3).evaluate("row => getComputedStyle(row).animationName") == "none"


def test_photos_are_loaded_cancelled_and_tried_again(gallery, visitor):
    visitor.goto(gallery + "/photos/")
    # A photo that is not loaded yet has a placeholder.
    expect(rows(visitor).nth(11).locator("img[src$='hourglass.svg']")).to_have_count(1)
    press(visitor, "Cancel", open_menu(visitor, rows(visitor).nth(11)))
    press(visitor, "Refresh")
    states = [row.split("\n")[-1].strip() for row in rows(visitor).all_inner_texts()]
    assert "Cancelled" in states[11] and "Failed" in states[4] and "Done" in states[0]
    photo = rows(visitor).first.locator("img[src*='/sepia/']")
    assert photo.evaluate("image => image.complete && image.naturalWidth > 0")
    expect(rows(visitor).nth(4).locator("img[src$='warning.svg']")).to_have_count(1)
    press(visitor, "Try again", open_menu(visitor, rows(visitor).nth(4)))
    press(visitor, "Refresh")
    assert "Done" in rows(visitor).nth(4).inner_text()


def test_a_service_takes_its_time_and_may_fail(gallery, visitor):
    def is_asked():
        # With scripts (role `grid`), the page may already show the response of the service.
        return titles(visitor) == ["Loading …"] or visitor.get_by_role("grid").count() == 1

    visitor.goto(gallery + "/remote/")
    assert is_asked()
    deadline = time.monotonic() + 30
    while titles(visitor) == ["Loading …"]:
        assert time.monotonic() < deadline
        visitor.reload()
    assert len(titles(visitor)) == 21
    visitor.get_by_role("link", name="Titan", exact=True).click()
    visitor.wait_for_url("**/remote/Titan/")
    assert "Christiaan Huygens" in rows(visitor).nth(3).inner_text()
    visitor.go_back()
    press(visitor, "Refresh")
    press(visitor, "Refresh")
    assert "The telescope is closed when it rains." in rows(visitor).inner_text()
    press(visitor, "Try again")
    assert is_asked()
    press(visitor, "Refresh")
    assert len(titles(visitor)) == 21


def test_a_page_that_a_service_cannot_tell_of_says_so(gallery, visitor, problems):
    assert visitor.goto(gallery + "/remote/Charon/").status == 502
    assert "The telescope is closed when it rains." in visitor.locator("main").inner_text()
    assert len(problems) == 1 and "502" in problems.pop()
    assert visitor.reload().status == 200
    assert "James Christy" in rows(visitor).nth(3).inner_text()


def test_tiles_keep_their_names_while_they_move(gallery, visitor):
    visitor.goto(gallery + "/grid/")
    before = titles(visitor)
    first = rows(visitor).nth(0).bounding_box()
    second = rows(visitor).nth(1).bounding_box()
    assert second["y"] == first["y"] and second["x"] > first["x"]
    press(visitor, "Elm")
    assert titles(visitor) == ["Elm"] + [name for name in before if name != "Elm"]
    # With scripts (role `grid`), the page keeps its address.
    assert visitor.url.endswith("#row-elm") or visitor.get_by_role("grid").count() == 1
    press(visitor, "Refresh")
    assert sorted(titles(visitor)) == sorted(before)


def test_ten_thousand_rows_lead_on(gallery, page_without_javascript):
    visitor = page_without_javascript
    visitor.goto(gallery + "/endless/")
    assert titles(visitor)[0] == "Café Aurora 1"
    for first in range(101, 601, 100):
        visitor.get_by_role("link", name="Next").click()
        visitor.wait_for_url("**/endless/?_next=*")
        visitor.locator(".pager").get_by_text(f"{first}–{first + 99} of 10,000").wait_for()
        assert len(titles(visitor)) == 100 and titles(visitor)[0].endswith(f" {first}")
    visitor.get_by_role("link", name="Previous").click()
    visitor.locator(".pager").get_by_text("401–500 of 10,000").wait_for()


def test_pictures_of_cafes_are_loaded_once(gallery, visitor):
    visitor.goto(gallery + "/endless/", wait_until="networkidle")

    def loaded():
        """Returns the bytes that each picture took from the network."""
        return visitor.evaluate("""() => Object.fromEntries(performance.getEntriesByType("resource")
            .filter(entry => entry.name.includes("/cup/")).map(entry => [entry.name, entry.transferSize]))""")

    first = loaded()
    assert len(first) > 5 and all(first.values())
    visitor.goto(gallery + "/emoji/")
    visitor.goto(gallery + "/endless/", wait_until="networkidle")
    again = loaded()
    assert len(again) > 5 and not any(size for name, size in again.items() if name in first)


@pytest.mark.parametrize("width", [1000, 390])
def test_a_header_above_the_rows_gets_small(gallery, visitor, width):
    visitor.set_viewport_size({"width": width, "height": 700})
    visitor.goto(gallery + "/header/")
    top = visitor.locator(".top")
    expect(top.get_by_alt_text("Hills in the morning")).to_be_visible()
    assert "Hill runs" in top.inner_text()

    def edges(element):
        box = element.bounding_box()
        return max(box["y"], 0), box["y"] + box["height"]

    begin, end = edges(top)
    before = end - begin
    visitor.evaluate("scrollTo(0, 500)")
    begin, end = edges(top)
    # The top shrinks and stays above the rows, with its texts. The section's header is below it.
    assert begin == 0 and 60 < end < before - 20
    words = [edges(top.get_by_text(text)) for text in ["Hill runs", "Days"]]
    assert all(0 <= first < last <= end for first, last in words)
    header = edges(visitor.locator("tr.header th"))
    assert abs(header[0] - end) < 1
    assert edges(rows(visitor).first)[1] < header[0]


def test_a_story_opens_in_place(gallery, visitor):
    visitor.goto(gallery + "/expand/")
    press(visitor, "A map of all the benches")
    panel = visitor.locator("tr.expansion")
    assert panel.count() == 1 and "She sat on each bench once" in panel.inner_text()
    assert "Read" in rows(visitor).nth(1).inner_text()
    press(visitor, "Add to favourites", open_menu(visitor, rows(visitor).nth(1)))
    assert "★" in rows(visitor).nth(1).inner_text()
    press(visitor, "A map of all the benches")
    expect(visitor.locator("tr.expansion")).to_have_count(0)


def test_one_card_of_a_pile_lies_open(gallery, visitor):
    visitor.goto(gallery + "/pile/")
    press(visitor, "Swimming pool")
    assert "Visits left" in visitor.locator("tr.expansion").inner_text()
    press(visitor, "Museum")
    expect(visitor.locator("tr.expansion")).to_have_count(1)
    assert "2019" in visitor.locator("tr.expansion").inner_text()


def test_a_menu_is_edited_copied_and_pasted(gallery, visitor):
    visitor.goto(gallery + "/models/")
    press(visitor, "Copy", open_menu(visitor, rows(visitor).nth(0)))
    press(visitor, "Paste", open_menu(visitor, rows(visitor).nth(1)))
    assert titles(visitor)[:2] == ["Soup", "Soup"]
    press(visitor, "Risotto")
    expect(visitor.locator("tr.row", has_text="Risotto").locator(".checkmark")).to_have_count(1)
    visitor.get_by_role("link", name="Edit").click()
    visitor.wait_for_url("**/?_edit=1")
    press(visitor, "Insert Add a dish", rows(visitor).nth(2))
    assert "New dish" in titles(visitor)
    press(visitor, "Take off the menu Pie")
    confirm(visitor, "Take off the menu “Pie”?")
    assert "Pie" not in titles(visitor)
    press(visitor, "Move Sorbet up")
    expect(visitor.locator("tbody").nth(1).get_by_text("Sorbet")).to_have_count(1)


def test_creatures_of_two_kinds_say_what_they_say(gallery, visitor):
    visitor.goto(gallery + "/creatures/")
    assert titles(visitor) == ["Barbara", "Bub", "Ben", "Tarman", "Judy"]
    press(visitor, "Tarman")
    assert visitor.locator(".top").inner_text() == "Tarman: Brains!"
    press(visitor, "Ben")
    assert visitor.locator(".top").inner_text() == "Ben: Run!"


def test_static_rows_do_what_is_written_beside_them(gallery, visitor):
    visitor.goto(gallery + "/static/")
    assert visitor.get_by_role("link", name="Apple").get_attribute("href") == "https://en.wikipedia.org/wiki/Apple"
    expect(visitor.get_by_role("button", name="Plum")).to_have_count(0)
    press(visitor, "More about Pear")
    assert visitor.locator(".bottom").inner_text() == "Pears ripen from the inside."
    press(visitor, "Count")
    press(visitor, "Count")
    assert "Count: 2" in visitor.locator("tr.footer").last.inner_text()
    press(visitor, "Reset")
    confirm(visitor, "Reset “Counting”?")
    expect(visitor.locator("tr.footer")).to_have_count(1)
    assert visitor.url == gallery + "/static/"


def test_settings_keep_their_rules(gallery, visitor):
    visitor.goto(gallery + "/settings/")
    wifi = visitor.get_by_role("switch", name="Wi-Fi")
    assert wifi.get_attribute("aria-checked") == "true"
    wifi.click()
    settled(visitor)
    assert visitor.get_by_role("switch", name="Wi-Fi").get_attribute("aria-checked") == "false"
    assert "Network" not in titles(visitor)
    expect(visitor.get_by_role("button", name="Forget this network")).to_have_count(0)

    def chosen():
        return visitor.locator("tr.row:has(.checkmark) :is(.go, .label)").all_inner_texts()

    assert chosen() == ["Medium"]
    press(visitor, "Loud")
    assert chosen() == ["Loud"]
    press(visitor, "Loud")
    assert chosen() == ["Loud"]
    press(visitor, "Monday")
    press(visitor, "Sunday")
    assert chosen() == ["Loud", "Monday", "Sunday"]
    expect(visitor.get_by_role("button", name="Friday")).to_have_count(0)
    press(visitor, "Monday")
    press(visitor, "Friday")
    assert chosen() == ["Loud", "Friday", "Sunday"]


def test_a_table_is_text_in_twelve_styles(gallery, visitor):
    visitor.goto(gallery + "/text/")
    links = visitor.locator("a.go").evaluate_all("links => links.map(link => link.href)")
    assert len(links) == 12
    seen = set()
    for link in links:
        with urllib.request.urlopen(link) as answer:
            assert answer.headers["Content-Type"].startswith("text/")
            text = answer.read().decode()
        assert "Ganymede" in text
        seen.add(text)
    assert len(seen) == 12
    visitor.get_by_role("link", name="psql").click()
    visitor.wait_for_url("**/table.txt?_style=psql")
    assert "Ganymede" in visitor.locator("body").inner_text()


def test_a_feed_shows_each_item_by_its_kind(gallery, visitor):
    visitor.goto(gallery + "/feed/")
    assert visitor.locator("tr.header").all_inner_texts() == ["Today", "Yesterday"]
    assert titles(visitor) == ["Mira", "Above the fog", "Picnic on Saturday?", "Tom", "The old quarry"]
    expect(rows(visitor).nth(1).locator("img")).to_have_count(1)
    press(visitor, "Picnic on Saturday?")
    press(visitor, "Picnic on Saturday?")
    assert "2 votes" in rows(visitor).nth(2).inner_text()
    press(visitor, "Mira")
    assert titles(visitor)[4] == "You" and "Mira: I read this." in rows(visitor).nth(4).inner_text()
    expect(visitor.get_by_role("button", name="You")).to_have_count(0)
