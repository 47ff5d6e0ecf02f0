"""Layout and colours of the pages: on any screen, on paper, and from right to left."""

import re
import sqlite3
import zlib

import pytest
from playwright.sync_api import expect

from conftest import ROOT, opened_page, settled

EXAMPLES = [
    "", "place", "place/net-loft", "feed", "models", "creatures", "static", "settings", "text", "reorder", "swipe",
    "index", "emoji", "emoji/family", "flip", "photos", "remote", "grid", "endless", "header", "expand", "pile",
    "models/?_edit=1", "reorder/?_edit=1", "swipe/?_edit=1",
]


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


def address(gallery, example):
    return f"{gallery}/{example}" if not example or "?" in example else f"{gallery}/{example}/"


def box(page, selector, nth=0):
    return page.locator(selector).nth(nth).bounding_box()


def test_no_page_is_wider_than_a_small_screen(gallery, visitor):
    visitor.set_default_timeout(30_000)
    wide = []
    for example in EXAMPLES:
        visitor.goto(address(gallery, example))
        if example == "photos":  # the second visit shows the photos while they are loaded
            visitor.goto(address(gallery, example))
            assert visitor.locator("progress").count() > 0
        for width, direction in [(320, "ltr"), (320, "rtl"), (390, "rtl"), (390, "ltr")]:
            visitor.set_viewport_size({"width": width, "height": 700})
            visitor.evaluate("direction => document.documentElement.dir = direction", direction)
            over = visitor.evaluate("document.documentElement.scrollWidth - innerWidth")
            if over > 0:
                wide.append(f"{example} {width} {direction}: {over}")
    assert wide == []


def test_no_page_names_a_side_of_the_screen():
    sheet = re.sub(r"/\*.*?\*/", "", (ROOT / "Public" / "table.css").read_text(), flags=re.DOTALL)
    # Physical properties would break the layout from right to left.
    physical = re.findall(r"[{;]\s*((?:margin|padding|border|inset)-(?:left|right|top|bottom)[\w-]*|left|right|top|bottom"
                          r"|(?:min-|max-)?(?:width|height)|float: *(?:left|right)|text-align: *(?:left|right))\s*:", sheet)
    assert physical == []


def test_the_index_lies_beside_the_rows(gallery, page):
    for width in [320, 390, 1000]:
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(gallery + "/index/")
        table, index = box(page, "#table"), box(page, ".index ol")
        assert table["x"] + table["width"] <= index["x"] + 0.5
        page.evaluate("document.documentElement.dir = 'rtl'")
        table, index = box(page, "#table"), box(page, ".index ol")
        assert table["x"] >= index["x"] + index["width"] - 0.5


def test_title_header_and_cards_stand_on_one_edge(gallery, page):
    for width in [390, 1000, 1600]:
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(gallery + "/place/")
        title = box(page, "h1")["x"]
        card = box(page, "#table .row th")
        assert box(page, ".top img")["x"] == pytest.approx(title, abs=1)
        assert card["x"] == pytest.approx(title, abs=1)
        button = box(page, ".heading button")
        assert card["x"] + card["width"] == pytest.approx(button["x"] + button["width"], abs=1)


@pytest.mark.parametrize("width", [320, 390, 1000])
def test_a_row_that_is_jumped_to_is_not_behind_the_header(gallery, page, width):
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(gallery + "/header/")
    name = page.locator("tr.row").nth(12).get_attribute("id")
    page.goto(f"{gallery}/header/#{name}")
    page.wait_for_function("scrollY > 0")
    header = box(page, "tr.header th")
    assert box(page, f"[id='{name}']")["y"] >= header["y"] + header["height"] - 1
    # The section's header stays below the text above the rows, however long that is.
    page.evaluate("document.querySelector('.top .sub').textContent = 'Four slow weeks. '.repeat(30)")
    page.evaluate("scrollTo(0, 500)")
    top, header = box(page, ".top"), box(page, "tr.header th")
    assert header["y"] == pytest.approx(top["y"] + top["height"], abs=1)


def test_what_a_row_opens_belongs_to_its_card(gallery, page):
    page.emulate_media(reduced_motion="reduce")
    page.goto(gallery + "/expand/")
    page.locator("tr.row .go").last.click()
    opened = page.locator(".expansion > td")
    opened.wait_for()
    page.mouse.move(0, 0)
    page.evaluate("document.querySelector('#table').className = 'inset-grouped'")
    style = "cell => { const style = getComputedStyle(cell); return [style.backgroundColor, style.borderEndEndRadius] }"
    background, radius = opened.evaluate(style)
    above, above_radius = page.locator(".row.expanded > th").evaluate(style)
    assert background == above != page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert radius != "0px" and above_radius == "0px"


def test_rows_of_cards_stand_in_as_far_as_they_are_deep(gallery, page):
    page.goto(gallery + "/models/")
    dish, add = page.get_by_text("Soup").bounding_box(), page.get_by_text("Add a dish").first.bounding_box()
    assert add["x"] == pytest.approx(dish["x"] + 20, abs=1)


def test_buttons_that_move_stand_in_columns(gallery, page):
    for width in [390, 1000]:
        page.set_viewport_size({"width": width, "height": 700})
        page.goto(gallery + "/reorder/?_edit=1")
        for direction in ["up", "down"]:
            edges = page.locator(f".moves .{direction}").evaluate_all(
                "buttons => buttons.map(button => button.getBoundingClientRect().x)")
            assert len(edges) > 4 and max(edges) - min(edges) < 1


def test_nothing_clips_what_shows_the_focus(gallery, page):
    clipping = """() => [...document.querySelectorAll("a, button, input, summary")].flatMap(element => {
        const found = [];
        for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement)
          if (getComputedStyle(outer).overflowX === "hidden") found.push(outer.className);
        return found;
      })"""
    for example in EXAMPLES:
        page.goto(address(gallery, example))
        assert page.evaluate(clipping) == [], example


def shifts(page, url):
    """Returns the layout shifts of a page while it loads on a processor four times as slow."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script("""window.shifts = [];
        new PerformanceObserver(list => shifts.push(...list.getEntries().map(entry => entry.value)))
          .observe({ type: "layout-shift", buffered: true })""")
    page.goto(url, wait_until="networkidle")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate("shifts")


@pytest.mark.parametrize("example", ["endless", "header", "place", "grid", "feed"])
def test_nothing_shifts_while_a_page_is_loaded(gallery, page, example):
    assert shifts(page, f"{gallery}/{example}/") == []
    page.wait_for_function("document.images[0].complete && document.images[0].naturalWidth > 0")
    assert page.evaluate("shifts") == []


def test_columns_keep_their_widths_while_a_page_is_loaded(serve, page):
    url = serve().url
    assert [shifts(page, url) for _ in range(3)] == [[], [], []]


def test_progress_and_lines_are_drawn_and_said(gallery, page):
    page.goto(gallery + "/header/")
    line = page.get_by_role("img", name="lowest value 0, highest 14, last 14")
    assert line.bounding_box()["width"] > 60
    page.goto(gallery + "/remote/")
    page.get_by_role("button", name="Refresh").click()
    settled(page)
    bars = page.locator("progress")
    assert bars.count() == 21 and "66%" in page.locator("tr.row").first.inner_text()
    edges = bars.evaluate_all("bars => bars.map(bar => Math.round(bar.getBoundingClientRect().x))")
    assert len(set(edges)) == 1


@pytest.fixture
def page_of_forced_colors(request, serve, chromium, problems):
    yield from opened_page(request, chromium, problems, forced_colors="active")


def test_forced_colors_show_what_is_on_and_selected(gallery, page_of_forced_colors):
    page = page_of_forced_colors
    page.goto(gallery + "/settings/")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    switch = page.get_by_role("switch", name="Wi-Fi")
    on = switch.screenshot()
    switch.click()
    settled(page)
    page.mouse.move(0, 0)
    assert page.get_by_role("switch", name="Wi-Fi").screenshot() != on
    colors = page.locator(".checkmark").first.evaluate(
        "mark => [getComputedStyle(mark).borderBottomColor, getComputedStyle(document.body).backgroundColor]")
    assert colors[0] != colors[1]
    row = page.locator("tr.row", has_text="Quiet")
    before = row.screenshot()
    row.evaluate("row => row.classList.add('selected')")
    assert row.screenshot() != before
    # After a key press, the focus is visible.
    page.keyboard.press("Tab")
    row.locator(".go").focus()
    assert row.locator(".go").evaluate("go => getComputedStyle(go, '::after').outlineStyle") == "solid"


def texts_of_pages(pdf):
    """Returns the glyphs that each page of Chromium's PDF draws, in order."""
    pages = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            content = zlib.decompress(stream)
        except zlib.error:
            continue
        if b" Tf" in content and b"BT" in content:
            pages.append(re.findall(rb"<[0-9A-Fa-f]+>", content))
    return pages


def test_paper_has_the_heads_on_each_sheet_and_nothing_to_press(serve, page):
    page.goto(serve().url + "/?_size=150")
    sheets = texts_of_pages(page.pdf(format="A5"))
    assert len(sheets) >= 3
    head = sheets[1][:4]
    assert sheets[2][:4] == head and all(text in sheets[0] for text in head)
    page.emulate_media(media="print")
    for selector in [".index", ".skip", ".bar .json", ".pager a"]:
        assert not page.locator(selector).first.is_visible(), selector
    sticky = """() => [...document.querySelectorAll("*")]
        .filter(element => getComputedStyle(element).position === "sticky" && element.offsetParent)
        .map(element => element.outerHTML.slice(0, 80))"""
    assert page.evaluate(sticky) == []


def test_paper_shows_all_rows_of_a_card_and_no_tools(gallery, page):
    page.goto(gallery + "/reorder/?_edit=1")
    page.emulate_media(media="print")
    expect(page.locator("tr.row")).to_have_count(9)
    for selector in [".moves", ".edit", ".mode"]:
        assert not page.locator(selector).first.is_visible(), selector


def test_a_theme_changes_the_looks_by_one_small_file(serve, page, tmp_path):
    (tmp_path / "theme.css").write_text(":root { --accent: rgb(138, 43, 92); --radius: 3px; }")
    page.goto(serve("--public", tmp_path, command="gallery").url + "/settings/")
    assert page.locator("button.toggle").first.evaluate("it => getComputedStyle(it).backgroundColor") == "rgb(138, 43, 92)"
    assert page.locator(".row > th").first.evaluate("it => getComputedStyle(it).borderStartStartRadius") == "3px"


def test_a_mailbox_without_mail_says_so(gallery, visitor):
    visitor.goto(gallery + "/swipe/")
    for _ in range(6):
        visitor.request.post(gallery + "/swipe/action/0/0/delete")
    visitor.reload()
    assert visitor.locator(".empty").inner_text().split("\n")[0] == "No mail"


def test_a_compact_table_has_more_rows_in_view(gallery, page):
    page.goto(gallery + "/index/")
    row = page.locator("tr.row").first.bounding_box()["height"]
    page.goto(gallery + "/models/")
    assert row < page.locator("tr.row").first.bounding_box()["height"]


def test_an_empty_table_says_so_in_the_middle(serve, visitor, tmp_path):
    with sqlite3.connect(tmp_path / "empty.db") as database:
        database.execute("CREATE TABLE nobody (id INTEGER PRIMARY KEY, name TEXT)")
    visitor.goto(serve(tmp_path / "empty.db").url + "/nobody/")
    cell = visitor.locator(".empty td")
    assert cell.inner_text() == "No rows" and cell.evaluate("it => getComputedStyle(it).textAlign") == "center"


PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='300' height='80'/>"


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_menus_and_switches_of_a_cell_template_stand_where_they_do_in_other_cells(gallery, page, direction):
    page.goto(gallery + "/static/")
    page.evaluate("direction => document.documentElement.dir = direction", direction)
    tools = "<details class='tool more'><summary></summary></details><button class='tool toggle'></button>"
    page.evaluate(
        """([tools, picture]) => document.querySelector('#table').innerHTML = '<tbody>' + [
            ["cell subtitle", `<img src="${picture}"><div class="text"><span class="label">A title</span></div>`],
            ["cell custom", `<img class="small" src="${picture}"><h3><span class="label">A</span></h3><p>Text</p>`],
            ["cell custom", `<img class="small" src="${picture}"><div><span class="label">Longer</span></div>`],
        ].map(([name, cell]) => `<tr class="row"><th><div class="${name}">${cell}${tools}</div></th></tr>`).join('')""",
        [tools, PICTURE])
    for part in [".more", ".toggle", "img"]:
        assert len({box(page, part, row)["x"] for row in range(3)}) == 1, part
    # A row with a line of text is as high as the others.
    assert len({box(page, ".row", row)["height"] for row in range(3)}) == 1


def test_menus_stand_below_each_other_whatever_else_a_row_has(gallery, page):
    page.goto(gallery + "/static/")
    menu = "<details class='tool more'><summary></summary></details>"
    edit, moves = "<a class='edit-fields' href='#'>Edit</a>", "<span class='tool moves'><button class='up'></button></span>"
    toggle, detail = "<button class='tool toggle'></button>", "<button class='tool detail'>i</button>"
    checkmark, disclosure = "<span class='checkmark'></span>", "<span class='disclosure'></span>"
    label = "<h3><span class='label'>A</span></h3>"

    def edges(part, sections):
        page.evaluate("""sections => document.querySelector('#table').innerHTML = sections.map(rows =>
            `<tbody>${rows.map(cell => `<tr class="row"><th><div class="cell custom">${cell}</div></th></tr>`).join('')}</tbody>`
            ).join('')""", sections)
        return page.locator(part).evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().x))")

    for width in [320, 1000]:
        page.set_viewport_size({"width": width, "height": 700})
        for mark in [toggle, detail, checkmark, disclosure]:
            marked, plain = edges(".more", [[label + menu + mark, label + menu]])
            assert marked == plain, (width, mark)
            # A section without such a mark reserves no space for it.
            assert edges(".more", [[label + menu + mark], [label + menu]])[1] > marked
            # In edit mode, the mark comes before the edit controls, which stay aligned.
            for part in [".moves", ".edit-fields"]:
                assert len(set(edges(part, [[label + mark + edit + moves, label + edit + moves]]))) == 1
        links = edges(".edit-fields", [[label + edit + moves, "<div><span class='label'>Longer</span></div>" + edit + moves]])
        assert len(set(links)) == 1


def test_a_template_that_names_no_size_shows_the_whole_picture(gallery, page):
    page.goto(gallery + "/static/")
    page.evaluate("""picture => document.querySelector('#table tbody').innerHTML = ['', 'class=small', 'class=large'].map(size =>
        `<tr class="row"><th><div class="cell custom"><img ${size} src="${picture}"><p>Text</p></div></th></tr>`).join('')""",
        PICTURE)
    page.wait_for_function("[...document.images].every(image => image.complete)")
    sizes = [(round(b["width"]), round(b["height"])) for b in (box(page, ".custom img", row) for row in range(3))]
    assert sizes == [(128, 34), (32, 32), (128, 96)]
    # The page reserves space for the picture before it is loaded, if the template gives its size.
    page.evaluate("document.querySelector('.custom img').outerHTML = '<img src=data:, width=300 height=80>'")
    assert round(box(page, ".custom img")["height"]) == 34
    # A tile is as wide as its picture.
    page.evaluate("document.querySelector('#table').className = 'grid'")
    assert box(page, ".custom img")["width"] == box(page, ".custom")["width"]


def test_a_picture_in_a_header_is_shown_whole(gallery, page):
    for part in ["header", "footer"]:
        page.goto(gallery + "/static/")
        cell = page.locator(f".{part} .cell").first
        cell.evaluate("(cell, picture) => cell.insertAdjacentHTML('afterbegin', `<img src='${picture}'>`)", PICTURE)
        picture = cell.locator("img")
        for size, width in [("", 32), ("medium", 52), ("large", 128)]:
            picture.evaluate("(picture, size) => picture.className = size", size)
            assert picture.bounding_box()["width"] == width
            assert picture.evaluate("picture => getComputedStyle(picture).objectFit") == "contain"


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_buttons_of_a_header_stand_at_its_end_or_below_its_title(gallery, page, direction):
    page.goto(gallery + "/static/")
    page.evaluate("direction => document.documentElement.dir = direction", direction)

    def place():
        cell = page.locator(".header .cell:has(.actions)").bounding_box()
        buttons = page.locator(".actions").bounding_box()
        return buttons["y"] - cell["y"], (buttons["x"] - cell["x"] if direction == "rtl"
                                          else cell["x"] + cell["width"] - buttons["x"] - buttons["width"])

    below, off = place()
    assert below < 2 and abs(off) < 1
    page.set_viewport_size({"width": 320, "height": 700})
    page.evaluate("document.querySelector('.actions').insertAdjacentHTML('beforeend', '<button>Another longer button</button>')")
    below, off = place()
    assert below > 15 and abs(off) < 1
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_picture_above_the_rows_is_as_large_as_the_table_says(gallery, page):
    page.goto(gallery + "/header/")
    picture = page.locator(".top img")
    assert picture.bounding_box()["width"] > 150
    assert picture.evaluate("picture => getComputedStyle(picture).objectFit") == "contain"
    for size, width in [("small", 32), ("medium", 52)]:
        picture.evaluate("(picture, size) => picture.className = size", size)
        assert (picture.bounding_box()["width"], picture.bounding_box()["height"]) == (width, width)


def test_own_pages_that_link_the_sheet_have_its_looks(gallery, page):
    page.goto(gallery + "/static/")
    page.evaluate("document.body.innerHTML = '<h1>Log in</h1><p><input> <select></select></p><p><button>Go</button></p>'")
    assert box(page, "h1")["x"] >= 16 and box(page, "h1")["y"] >= 16
    font = page.locator("body").evaluate("body => getComputedStyle(body).fontFamily")
    for field in ["input", "select", "button"]:
        style = page.locator(field).evaluate(
            "field => { const s = getComputedStyle(field); return [s.fontFamily, s.borderTopLeftRadius, s.paddingTop] }")
        assert style[0] == font and style[1] != "0px" and style[2] == "8px", field


OWN_FORM = """
<header class="bar"><div class="heading"><h1>Title</h1></div></header>
<main class="own"><p>Text</p><form>
<label id="wrapped">Name <input name="name"></label>
<label id="beside" for="mail">E-mail</label> <input id="mail" type="email">
<label>Text <textarea></textarea></label> <label>Choice <select><option>One</option></select></label>
<label>Photo <input type="file"></label> <label id="box"><input type="checkbox"> Read</label>
<p role="alert">Wrong.</p><button>Send</button></form></main>"""


def test_fields_of_an_own_page_need_no_classes(gallery, page):
    for width, direction in [(320, "ltr"), (320, "rtl"), (900, "ltr"), (900, "rtl")]:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(gallery + "/static/")
        page.evaluate("([html, dir]) => { document.body.innerHTML = html; document.documentElement.dir = dir }",
                      [OWN_FORM, direction])
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        form = box(page, "form")
        assert form["width"] <= 34 * 16
        for field in ["[name=name]", "#mail", "textarea", "select"]:
            assert abs(box(page, field)["width"] - form["width"]) < 1, field
        # A label is above its field or beside its checkbox, and the heading is aligned with the text.
        assert box(page, "[name=name]")["y"] > box(page, "#wrapped")["y"] + 10
        assert box(page, "#mail")["y"] >= box(page, "#beside")["y"] + box(page, "#beside")["height"]
        assert box(page, "#box")["height"] < 40
        if direction == "ltr":
            assert box(page, "h1")["x"] == box(page, ".own > p")["x"]
        colour = "element => getComputedStyle(element).color"
        assert page.locator("[role=alert]").evaluate(colour) != page.locator(".own > p").evaluate(colour)
        weight = "element => getComputedStyle(element).fontWeight"
        assert page.locator("#wrapped").evaluate(weight) == "600" and page.locator("#mail").evaluate(weight) == "400"


@pytest.fixture
def library(serve, tmp_path):
    """A database with long texts, in a table that is wider than the window and in one that is not."""
    with sqlite3.connect(tmp_path / "library.db") as database:
        database.execute("CREATE TABLE wide (id INTEGER PRIMARY KEY, name TEXT, a TEXT, json TEXT, address TEXT, size INTEGER)")
        database.execute("CREATE TABLE narrow (title TEXT PRIMARY KEY, body TEXT)")
        for number in range(1, 30):
            text = "Words that go on and on, " * number
            json = '{"values":[' + ",".join(str(value) for value in range(number * 20)) + "]}"
            address = f"https://example.com/{'folder/' * number}file"
            database.execute("INSERT INTO wide VALUES (?, ?, ?, ?, ?, ?)",
                             (number, f"שם {number}", text, json, address, number))
            database.execute("INSERT INTO narrow VALUES (?, ?)", (f"{number} is the title of a long text", text))
    return serve(tmp_path / "library.db").url


def heights(page, selector):
    return set(page.locator(selector).evaluate_all("all => all.map(one => Math.round(one.offsetHeight))"))


def test_long_texts_of_a_list_are_cut(library, visitor):
    for width, lines in [(1280, 1), (390, 2), (320, 2)]:
        for table in ["wide", "narrow"]:
            visitor.set_viewport_size({"width": width, "height": 800})
            visitor.goto(f"{library}/{table}/")
            line = visitor.locator("body").evaluate("it => parseFloat(getComputedStyle(it).lineHeight)")
            assert max(heights(visitor, ".row")) <= max(44, lines * line + 17), (width, table)
            # The whole text is still in the page, to be found and copied.
            body = visitor.locator("#row-15 td, .row:nth-child(15) td").nth(1 if table == "wide" else 0)
            assert body.text_content().strip() == ("Words that go on and on, " * 15).strip()


def without_links(page):
    page.evaluate("""() => document.querySelectorAll("a.go").forEach(link => {
        link.outerHTML = `<span class="label">${link.innerHTML}</span>`;
    })""")


def test_a_row_without_a_page_shows_its_texts_when_it_is_clicked(library, page):
    page.goto(library + "/narrow/")
    page.locator("#table[role]").wait_for()
    without_links(page)
    row = page.locator(".row").nth(20)
    for is_whole in [False, True, False]:
        assert (row.bounding_box()["height"] > 60) == is_whole
        row.locator("td").last.click(position={"x": 4, "y": 12})
        settled(page)
    assert row.bounding_box()["height"] > 60
    page.keyboard.press("ArrowUp")
    settled(page)
    assert page.locator(".row").nth(19).bounding_box()["height"] > 60


def test_a_row_without_a_page_shows_its_texts_without_scripts(library, page_without_javascript):
    page_without_javascript.goto(library + "/narrow/")
    assert max(heights(page_without_javascript, ".row")) < 60
    without_links(page_without_javascript)
    assert max(heights(page_without_javascript, ".row")) > 60


def test_the_page_of_a_row_shows_long_texts_whole(library, visitor):
    for width in [1280, 390, 320]:
        visitor.set_viewport_size({"width": width, "height": 800})
        visitor.goto(library + "/wide/row/29/")
        for row in ["a", "json", "address"]:
            cell = visitor.locator(f"#row-{row} td").first
            assert cell.evaluate("it => it.scrollHeight - it.clientHeight") <= 0
            assert cell.bounding_box()["height"] > 40
        assert visitor.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_no_matching_rows_is_said_in_the_middle_of_the_window(library, visitor):
    for width, scroll in [(1280, 0), (1280, 150), (390, 0), (390, 150)]:
        visitor.set_viewport_size({"width": width, "height": 800})
        visitor.goto(library + "/wide/?name=nobody")
        visitor.evaluate("""() => { document.querySelectorAll("thead th").forEach(it => it.style.minWidth = "400px") }""")
        visitor.evaluate("left => scrollTo(left, 0)", scroll)
        visitor.evaluate("""() => { const p = document.querySelector(".empty p"); p.style.width = "fit-content"; p.style.marginInline = "auto" }""")
        for text in [".empty p", ".empty a"]:
            place = box(visitor, text)
            assert place["x"] + place["width"] / 2 == pytest.approx(width / 2, abs=8), (width, scroll)


def test_titles_of_all_pages_begin_at_one_edge(library, gallery, page, problems):
    for width in [1920, 1280, 390]:
        page.set_viewport_size({"width": width, "height": 800})
        edges = {}
        for url in [library + path for path in ["/", "/wide/", "/narrow/", "/wide/row/3/", "/nothing"]] + [
                gallery + path for path in ["/", "/models/", "/models/edit/0/0", "/reorder/", "/reorder/commit/0/0/delete",
                                            "/settings/", "/grid/", "/pile/", "/header/", "/index/"]]:
            page.goto(url)
            edges[url] = box(page, "h1")["x"]
        problems.clear()
        assert set(edges.values()) == {16 if width == 390 else 40}, edges


def test_save_is_the_strong_button_and_the_first_for_enter(gallery, visitor):
    visitor.goto(gallery + "/models/edit/0/0")
    save = visitor.get_by_role("button", name="Save")
    accent = visitor.get_by_role("link", name="Cancel").evaluate("it => getComputedStyle(it).color")
    assert save.evaluate("it => getComputedStyle(it).backgroundColor") == accent
    visitor.get_by_label("Name").fill("Broth")
    visitor.get_by_label("Name").press("Enter")
    visitor.wait_for_url("**/models/**")
    visitor.get_by_text("Broth").first.wait_for()


def test_the_headings_of_columns_stand_on_one_line(serve, page):
    page.goto(serve().url)
    places = page.locator("thead .sort").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
    assert len(places) > 4 and max(places) - min(places) < 0.1
