"""Pages in the visitor's language: texts, direction, numbers and dates."""

import sqlite3

import pytest

WORDS = {
    "de-AT": ("de", "ltr", "Weiter", "1–100 von 193", "2.381.740", "08.10.1962"),
    "he": ("he", "rtl", "הבא", "\u200e1–100 מתוך 193", "2,381,740", "8 באוק׳ 1962"),
    "nl": ("en", "ltr", "Next", "1–100 of 193", "2,381,740", "Oct 8, 1962"),
}


@pytest.fixture
def reader(chromium, serve):
    """A function that opens a page in a browser with a preferred language: `reader("de-AT", url)`."""
    contexts = []

    def open_page(language, url, **options):
        contexts.append(chromium.new_context(locale=language, **options))
        page = contexts[-1].new_page()
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("language", WORDS)
def test_the_sample_is_in_the_language_of_the_browser(serve, reader, language):
    # Given
    tag, direction, next_page, rows, area, joined = WORDS[language]

    # When
    page = reader(language, serve().url)

    # Then
    html = page.locator("html")
    assert (html.get_attribute("lang"), html.get_attribute("dir")) == (tag, direction)
    assert page.locator("a[rel=next]").inner_text() == next_page
    assert page.locator(".pager span").inner_text() == rows
    algeria = page.locator("#row-dz")
    assert algeria.locator(".num").inner_text() == area
    assert algeria.locator("time").inner_text() == joined
    assert algeria.locator("time").get_attribute("datetime") == "1962-10-08"


def test_the_table_of_another_language_keeps_its_direction(serve, reader):
    # Given
    server = serve()

    # When
    page = reader("he", server.url)

    # Then
    table = page.locator("#table")
    assert (table.get_attribute("lang"), table.get_attribute("dir")) == ("en", "ltr")
    name, area = (page.locator(f"#row-dz > :nth-child({place})").bounding_box() for place in (1, 3))
    assert name["x"] < area["x"]
    # The texts around the table run from right to left.
    previous, following = (page.locator(f".pager {part}").bounding_box() for part in ("span", "a"))
    assert following["x"] < previous["x"]


def test_a_database_begins_where_its_reader_begins(serve, reader, tmp_path):
    # Given
    with sqlite3.connect(tmp_path / "wide.db") as database:
        database.execute(f"CREATE TABLE wide (id INTEGER PRIMARY KEY, {', '.join(f'column{n}' for n in range(20))})")
        database.execute(f"INSERT INTO wide VALUES (1, {', '.join(['12345678'] * 20)})")

    for language, edge in [("en", "left"), ("he", "right")]:
        # When
        page = reader(language, serve(tmp_path / "wide.db", "--table", "wide").url)

        # Then
        assert page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
        first = page.locator("thead th").first.bounding_box()
        outer = first["x"] if edge == "left" else page.evaluate("innerWidth") - first["x"] - first["width"]
        assert 0 <= outer < 100


def test_an_address_keeps_its_language(serve, reader):
    # Given
    page = reader("de", serve().url + "/?_lang=he&_size=5")

    # When
    page.locator("a[rel=next]").click()

    # Then
    page.wait_for_url("**/*_next=*")
    assert "_lang=he" in page.url
    assert page.locator("html").get_attribute("lang") == "he"

    # When
    page.locator("tr.row button.go").first.click()

    # Then
    page.locator("tr.row.selected").wait_for()
    assert "_lang=he" in page.url
    assert page.locator("html").get_attribute("lang") == "he"


def test_rows_are_edited_in_german(serve, reader):
    # Given
    server = serve(command="gallery")
    page = reader("de", server.url + "/reorder/?_edit=1", java_script_enabled=False)
    assert page.locator("a.mode").inner_text() == "Fertig"
    name = page.locator("tr.row").nth(1).locator("[aria-label$='nach oben bewegen']")

    # When
    label = name.get_attribute("aria-label")

    # Then
    assert name.get_attribute("lang") == "de"
    assert label.endswith(" nach oben bewegen")
