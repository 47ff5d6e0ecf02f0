"""Actions on rows with scripts: they work without leaving the page, and refused actions are reverted."""

import re
import time

import pytest
from conftest import first, intercept, opened_page, settled
from playwright.sync_api import expect


@pytest.fixture
def gallery(serve):
    return serve(command="gallery").url


@pytest.fixture
def phone(request, serve, chromium, problems):
    yield from opened_page(
        request, chromium, problems, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800})


def opened(page, address):
    """Opens an address and marks the page, so that tests notice a reload."""
    page.goto(address)
    until(page, "customElements.get('cascading-table')")
    page.evaluate("window.isSame = true")
    return page


@pytest.fixture
def stays():
    def check(page):
        assert page.evaluate("window.isSame === true"), "the page was loaded again"
    return check


def titles(page):
    return page.locator("tr.row:not([hidden]) :is(.go, .label)").all_inner_texts()


def row(page, title):
    return page.locator("tr.row").filter(has=page.locator(".go, .label", has_text=re.compile(f"^{re.escape(title)}$")))


def focused(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")


def toast(page):
    return page.locator(".toast")


def refuse(page, address, status=409, detail="Not today."):
    """Refuses every POST to addresses that match."""
    def answer(route):
        if route.request.method != "POST":
            return route.fallback()
        route.fulfill(status=status, content_type="application/problem+json",
                      json={"status": status, "title": "No", "detail": detail})
    intercept(page, address, answer)


def until(page, condition):
    """Waits in the page, because the content security policy forbids Playwright's own waiting."""
    assert page.evaluate("""new Promise((done) => {
      const end = performance.now() + 20000;
      const look = () => (%s) ? done(true) : performance.now() > end ? done(false) : setTimeout(look, 20);
      look();
    })""" % condition), f"never true: {condition}"


def rewritten(page, *changes):
    """Replaces texts in the server's pages."""
    def answer(route):
        if route.request.resource_type not in ("document", "fetch") or route.request.method != "GET":
            return route.fallback()
        response = route.fetch()
        html = response.text()
        for old, new in changes:
            html = html.replace(old, new)
        route.fulfill(response=response, body=html)
    page.route("**/*", answer)


def left_alone(page):
    """Blocks the live updates of the page."""
    page.route("**/events*", lambda route: route.fulfill(content_type="text/event-stream", body="retry: 99999\n\n"))


# Morphing

RANDOM_TREES = """
async (seed) => {
  const { morph } = await import("/morph.js");
  const random = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
  const below = (count) => Math.floor(random() * count);
  const tree = (ids, depth) => {
    const element = document.createElement(["div", "p", "b"][below(3)]);
    if (ids.length && random() < 0.6) element.id = ids.splice(below(ids.length), 1)[0];
    if (random() < 0.4) element.className = ["one", "two", "one two"][below(3)];
    if (random() < 0.3) element.setAttribute(["title", "lang", "hidden"][below(3)], String(below(3)));
    for (let count = depth ? below(6) : 0; count > 0; count -= 1) {
      const kind = random();
      if (kind < 0.2) element.append(document.createTextNode(String(below(9))));
      else if (kind < 0.25) element.append(document.createComment(String(below(9))));
      else element.append(tree(ids, depth - 1));
    }
    element.normalize();
    return element;
  };
  const ids = () => Array.from({ length: 12 }, (_, index) => `n${index}`);
  for (let turn = 0; turn < 400; turn += 1) {
    const [old, fresh] = [tree(ids(), 4), tree(ids(), 4)];
    const isSame = (one, other) => one.id === other.id && one.localName === other.localName;
    const both = [...old.querySelectorAll(":scope > [id]")].filter(
      (node) => [...fresh.children].some((other) => isSame(node, other)));
    document.body.append(old);
    const before = old.outerHTML;
    if (old.localName !== fresh.localName) { old.remove(); continue; }
    morph(old, fresh);
    const isEqual = old.isEqualNode(fresh);
    const kept = both.every((node) => node.parentNode === old);
    old.remove();
    if (!isEqual || !kept) return { turn, before, wanted: fresh.outerHTML, found: old.outerHTML, isEqual, kept };
  }
}
"""


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_tree_becomes_the_other_and_keeps_what_is_in_both(gallery, page, seed):
    page.goto(gallery)
    assert page.evaluate(RANDOM_TREES, seed) is None


def morph(page, script):
    """Refreshes the table with a page that a script has changed. The script changes the new table, `fresh`."""
    return page.evaluate("""async () => {
      const change = (fresh) => { %s };
      const fetched = window.fetch;
      window.fetch = async (...parts) => {
        const page = new DOMParser().parseFromString(await (await fetched(...parts)).text(), "text/html");
        change(page.querySelector("cascading-table"));
        return new Response(page.documentElement.outerHTML);
      };
      await document.querySelector("cascading-table").refresh();
      window.fetch = fetched;
    }""" % script)


def test_focus_and_what_is_checked_stay_when_rows_arrive_above(gallery, page):
    opened(page, gallery + "/swipe/?_edit=1")
    page.get_by_role("checkbox", name="Select Jonas").check()
    page.get_by_role("checkbox", name="Select Nadia").focus()
    page.evaluate("void (document.activeElement.onblur = () => (window.isBlurred = true))")
    morph(page, """
      const row = fresh.querySelector("tr.row");
      for (const index of [1, 2, 3]) {
        const more = row.cloneNode(true);
        more.id += index;
        row.before(more);
      }
      const rows = fresh.querySelectorAll("tr.row");
      rows[0].before(rows[8]);
    """)
    expect(page.locator("tr.row")).to_have_count(9)
    assert focused(page) == "Select Nadia" and page.evaluate("window.isBlurred") is None
    assert page.get_by_role("checkbox", name="Select Jonas").is_checked()


def test_an_open_menu_stays_open(gallery, page):
    opened(page, gallery + "/swipe/")
    row(page, "Nadia").locator("summary").click()
    morph(page, "fresh.querySelector('tr.row').remove()")
    expect(row(page, "Nadia").get_by_role("button", name="Flag")).to_be_visible()
    expect(page.locator("tr.row")).to_have_count(5)


@pytest.mark.parametrize("scroll", [0, 700])
def test_the_readers_place_is_kept(gallery, page, scroll):
    page.set_viewport_size({"width": 800, "height": 300})
    opened(page, gallery + "/emoji/")
    page.evaluate("top => scrollTo(0, top)", scroll)
    watched = page.evaluate("""() => {
      const row = [...document.querySelectorAll("tr.row")].find((row) => row.getBoundingClientRect().top > 60);
      window.watched = row;
      return row.getBoundingClientRect().top;
    }""")
    morph(page, """
      const row = fresh.querySelector("tr.row");
      for (let index = 0; index < 20; index += 1) {
        const more = row.cloneNode(true);
        more.id += index;
        row.before(more);
      }
    """)
    now = page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => "
                        "done(window.watched.getBoundingClientRect().top))))")
    if scroll:
        assert abs(now - watched) < 1.5
    else:
        # At the top of the page, new rows move the others down.
        assert now > watched + 100 and page.evaluate("scrollY") == 0


def test_focus_goes_to_the_nearest_row_when_its_own_is_gone(gallery, page):
    opened(page, gallery + "/swipe/?_edit=1")
    page.get_by_role("checkbox", name="Select Nadia").focus()
    morph(page, "fresh.querySelectorAll('tr.row')[1].remove()")
    assert focused(page) == "Select Cinema on the hill"
    page.get_by_role("checkbox", name="Select Grandmother").focus()
    morph(page, "[...fresh.querySelectorAll('tr.row')].at(-1).remove()")
    assert focused(page) == "Select Allotment society"


# Actions with fetch

def test_a_row_is_selected_in_place(gallery, page, stays):
    opened(page, gallery + "/swipe/")
    button = row(page, "Jonas").locator(".go")
    button.click()
    expect(row(page, "Jonas")).to_have_class(re.compile("selected"))
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("tr.footer")).to_have_text("1 of 6 selected")
    assert focused(page) == "Jonas"
    expect(row(page, "Jonas")).not_to_have_attribute("aria-busy", "true")
    stays(page)


def test_a_second_click_meanwhile_is_not_sent(gallery, page):
    opened(page, gallery + "/reorder/")
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    waiting = []
    intercept(page, "**/select/**", lambda route: waiting.append(route))
    button = row(page, "Rolls").locator(".go")
    button.click()
    expect(row(page, "Rolls")).to_have_attribute("aria-busy", "true")
    button.click()
    first(page, waiting).continue_()
    expect(row(page, "Rolls").locator(".checkmark")).to_be_visible()
    assert len(sent) == 1


def test_another_button_of_a_busy_row_waits(gallery, page):
    opened(page, gallery + "/reorder/?_edit=1")
    waiting = []
    intercept(page, "**/move?**", lambda route: waiting.append(route))
    page.get_by_role("button", name="Move Apples down").click()
    expect(row(page, "Apples")).to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Delete Apples").click()
    first(page, waiting).continue_()
    expect(page.get_by_role("heading", name="Delete “Apples”?")).to_be_visible()
    expect(row(page, "Apples")).to_have_attribute("data-place", "0.1")


@pytest.mark.parametrize("delay", [0, 0.5])
def test_a_double_click_selects_and_does_the_primary_action(gallery, page, stays, delay):
    button = '<button form="touch" formaction="/swipe/primary/0/0" name="id" value="x">Open</button>'
    rewritten(page, ('<div class="menu">', f'<div class="menu">{button}'))
    posts = []

    def answer(route):
        posts.append(route.request.url.split("/swipe/")[1].split("/")[0])
        if posts[-1] == "primary":
            return route.fulfill(json={"performed": None, "revision": 1, "changes": [], "location": None})
        time.sleep(delay)
        route.fallback()
    for path in ["primary", "select", "deselect"]:
        page.route(f"**/swipe/{path}/**", answer)
    opened(page, gallery + "/swipe/")
    nadia = row(page, "Nadia")
    with page.expect_request("**/primary/**"):
        nadia.locator(".go").dblclick(delay=50)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(nadia).to_have_class(re.compile("selected"))
    assert posts == ["select", "primary"]
    # A double click on the menu button does not act on the row.
    nadia.locator("summary").dblclick()
    settled(page)
    assert posts == ["select", "primary"]
    stays(page)


def test_several_rows_are_selected_in_place(gallery, page, stays):
    opened(page, gallery + "/swipe/?_edit=1")
    for name in ["Library", "Jonas"]:
        page.get_by_role("checkbox", name=f"Select {name}").check()
    page.get_by_role("button", name="Select", exact=True).click()
    expect(page.locator("tr.footer")).to_have_text("2 of 6 selected")
    page.get_by_role("checkbox", name="Select Jonas").uncheck()
    page.get_by_role("button", name="Deselect", exact=True).click()
    expect(page.locator("tr.footer")).to_have_text("1 of 6 selected")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    stays(page)


def test_a_refusal_is_a_word_and_leaves_the_page(gallery, page, problems, stays):
    opened(page, gallery + "/swipe/?_edit=1")
    for number in range(5):
        page.get_by_role("checkbox").nth(number).check()
    page.get_by_role("button", name="Select", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("At most 4 rows can be selected.")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(5)
    stays(page)
    problems.forget(409)


def test_a_row_that_has_moved_is_shown(gallery, page, problems):
    page.set_viewport_size({"width": 800, "height": 360})
    left_alone(page)
    opened(page, gallery + "/reorder/?_edit=1")
    other = page.context.new_page()
    other.goto(gallery + "/reorder/?_edit=1")
    other.get_by_role("button", name="Move section Fruit and vegetables down").click()
    expect(other.locator("tr.header").first).to_contain_text("Bakery")
    other.close()
    row(page, "Apples").locator(".go").click()
    expect(page.get_by_role("alert")).to_contain_text("Apples")
    expect(row(page, "Apples")).to_have_class(re.compile("found"))
    expect(row(page, "Apples")).to_be_in_viewport()
    assert titles(page)[0] == "Rye bread"
    problems.forget(409)


def test_a_server_that_is_gone_is_told(gallery, page, problems):
    opened(page, gallery + "/settings/")
    toggle = page.get_by_role("switch").first
    was = toggle.get_attribute("aria-checked")
    intercept(page, "**/accessory/**", lambda route: route.abort())
    toggle.click()
    expect(page.get_by_role("alert")).to_contain_text("Cannot reach the server.")
    expect(toggle).to_have_attribute("aria-checked", was)
    assert problems and all("/accessory/" in problem for problem in problems)
    problems.clear()


def test_a_switch_flips_at_once_and_back_when_refused(gallery, page, problems, stays):
    opened(page, gallery + "/settings/")
    toggle = page.get_by_role("switch").first
    was = toggle.get_attribute("aria-checked")
    flipped = "false" if was == "true" else "true"
    waiting = []
    intercept(page, "**/accessory/**", lambda route: waiting.append(route))
    toggle.click()
    expect(toggle).to_have_attribute("aria-checked", flipped)
    first(page, waiting).fulfill(status=409, content_type="application/problem+json",
                       json={"status": 409, "detail": "The wire is cut."})
    expect(toggle).to_have_attribute("aria-checked", was)
    expect(page.get_by_role("alert")).to_have_text("The wire is cut.")
    page.unroute("**/accessory/**")
    toggle.click()
    expect(toggle).to_have_attribute("aria-checked", flipped)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(toggle).to_have_attribute("aria-checked", flipped)
    assert page.evaluate("document.activeElement.role") == "switch"
    stays(page)
    problems.forget(409)


def test_a_row_expands_in_place(gallery, page, stays):
    opened(page, gallery + "/expand/")
    button = page.locator(".go").first
    button.click()
    expect(page.locator("tr.expansion")).to_have_count(1)
    expect(button).to_be_focused()
    button.click()
    expect(page.locator("tr.expansion")).to_have_count(0)
    stays(page)


# Confirmation and undo

def test_a_question_is_a_dialog(gallery, page, stays):
    opened(page, gallery + "/swipe/")
    row(page, "Nadia").locator("summary").click()
    row(page, "Nadia").get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete “Nadia”?")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert focused(page) == "Actions for Nadia" and len(titles(page)) == 6
    row(page, "Nadia").locator("summary").click()
    row(page, "Nadia").get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(row(page, "Nadia")).to_have_count(0)
    assert focused(page) == "Actions for Cinema on the hill"
    stays(page)


def test_a_deleted_row_is_gone_at_once_and_back_when_refused(gallery, page, problems):
    opened(page, gallery + "/reorder/?_edit=1")
    waiting = []
    intercept(page, "**/commit/**", lambda route: waiting.append(route) if route.request.method == "POST" else route.fallback())
    page.get_by_role("button", name="Delete Carrots").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row(page, "Carrots")).to_be_hidden()
    assert focused(page) == "Delete Spinach"
    first(page, waiting).fulfill(status=403, content_type="application/problem+json",
                       json={"status": 403, "detail": "Carrots stay."})
    expect(row(page, "Carrots")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text("Carrots stay.")
    assert focused(page) == "Delete Carrots"
    problems.forget(403)


def test_what_the_server_can_undo_is_offered(gallery, page):
    opened(page, gallery + "/reorder/?_edit=1")
    undone = []

    def commit(route):
        if route.request.method != "POST":
            return route.fallback()
        answer = route.fetch()
        route.fulfill(response=answer, json={
            **answer.json(), "undo": {"title": "Delete Apples", "url": "/reorder/undo/secret"}})

    intercept(page, "**/commit/**", commit)
    page.route("**/undo/secret", lambda route: (undone.append(route.request.post_data), route.fulfill(
        json={"undone": None, "revision": 9, "changes": [], "location": None,
              "undo": {"title": "Delete Apples", "url": "/reorder/undo/back", "redo": True}})))
    page.get_by_role("button", name="Delete Apples").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status")).to_contain_text("Delete Apples")
    toast(page).get_by_role("button", name="Undo").click()
    expect(toast(page).get_by_role("button", name="Redo")).to_be_visible()
    assert undone == ["_query=_edit%3D1&id=Apples"]
    assert page.evaluate("document.activeElement !== document.body")


def test_what_an_action_tells_is_shown_on_the_page_to_which_it_leads(gallery, page):
    opened(page, gallery + "/reorder/?_edit=1")

    def commit(route):
        if route.request.method != "POST":
            return route.fallback()
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "message": "Apples are gone.", "location": "/swipe/"})

    intercept(page, "**/commit/**", commit)
    page.get_by_role("button", name="Delete Apples").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_url("**/swipe/")
    expect(page.get_by_role("status")).to_contain_text("Apples are gone.")
    page.reload()
    settled(page)
    expect(toast(page)).to_have_count(0)


def test_a_question_that_makes_no_sense_any_more_is_not_asked(gallery, page, problems):
    left_alone(page)
    opened(page, gallery + "/reorder/?_edit=1")
    other = page.context.new_page()
    other.goto(gallery + "/reorder/?_edit=1")
    other.get_by_role("button", name="Move Apples down").click()
    expect(other.locator("tr.row").first).to_contain_text("Carrots")
    other.close()
    page.get_by_role("button", name="Delete Apples").click()
    expect(page.get_by_role("alert")).to_contain_text("Apples")
    expect(page.locator("tr.row").first).to_contain_text("Carrots")
    expect(page.get_by_role("dialog")).to_have_count(0)
    problems.forget(409)


# Moving

def test_a_row_moves_by_its_buttons_and_back(gallery, page, stays):
    opened(page, gallery + "/reorder/?_edit=1")
    for _ in range(2):
        page.get_by_role("button", name="Move Apples down").press("Enter")
        expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(row(page, "Apples")).to_have_attribute("data-place", "0.2")
    assert focused(page) == "Move Apples down"
    expect(page.get_by_role("status")).to_contain_text("Move Apples")
    page.keyboard.press("Control+z")
    expect(row(page, "Apples")).to_have_attribute("data-place", "0.1")
    stays(page)


def drag(page, source, target, share=0.9, steps=8, finish=True):
    """Waits for open requests, then drags one element to a share of the height of another with the mouse."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    start, end = source.bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] * share, steps=steps)
    if finish:
        page.mouse.up()


def test_a_row_is_dragged(gallery, page, stays):
    opened(page, gallery + "/reorder/?_edit=1")
    drag(page, row(page, "Apples"), row(page, "Spinach"), finish=False)
    expect(row(page, "Apples")).to_have_class(re.compile("lifted"))
    expect(row(page, "Spinach")).to_have_class(re.compile(r"\bafter\b"))
    page.mouse.up()
    expect(page.locator(".before, .after, .lifted")).to_have_count(0)
    expect(row(page, "Apples")).to_have_attribute("data-place", "0.2")
    assert titles(page)[:4] == ["Carrots", "Spinach", "Apples", "Lemons"]
    # The click at the end of the drag does not check the row.
    expect(page.locator(".checkmark")).to_have_count(0)
    toast(page).get_by_role("button", name="Undo").click()
    expect(row(page, "Apples")).to_have_attribute("data-place", "0.0")
    stays(page)


def test_a_row_is_dragged_to_another_section_or_where_the_table_wants_it(gallery, page):
    page.set_viewport_size({"width": 800, "height": 1000})
    opened(page, gallery + "/reorder/?_edit=1")
    drag(page, row(page, "Rolls"), row(page, "Apples"), share=0.1)
    expect(row(page, "Rolls")).to_have_attribute("data-place", "0.0")
    # A row of the fridge cannot leave it: it goes to the nearest end.
    drag(page, row(page, "Gouda"), row(page, "Carrots"))
    expect(row(page, "Gouda")).to_have_attribute("data-place", "2.0")
    assert titles(page) == ["Rolls", "Apples", "Carrots", "Spinach", "Lemons", "Rye bread", "Gouda", "Milk", "Yoghurt"]


@pytest.mark.parametrize("direction, share", [("ltr", 0.9), ("rtl", 0.1)])
def test_a_tile_is_dragged(gallery, page, direction, share):
    rewritten(page, ('class="inset-grouped editing"', 'class="grid editing"'), ('dir="ltr"', f'dir="{direction}"'))
    opened(page, gallery + "/reorder/?_edit=1")
    start, end = row(page, "Apples").bounding_box(), row(page, "Carrots").bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] * share, end["y"] + 12, steps=6)
    size = row(page, "Carrots").evaluate(
        "row => { const { blockSize, inlineSize } = getComputedStyle(row, '::after'); return [blockSize, inlineSize] }")
    assert float(size[0][:-2]) > 30 and size[1] == "2px"
    page.mouse.up()
    expect(row(page, "Apples")).to_have_attribute("data-place", "0.1")
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_escape_leaves_a_dragged_row_where_it_was(gallery, page):
    opened(page, gallery + "/reorder/?_edit=1")
    before = titles(page)
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    drag(page, row(page, "Apples"), row(page, "Lemons"), finish=False)
    page.keyboard.press("Escape")
    expect(page.locator(".before, .after, .lifted")).to_have_count(0)
    page.mouse.up()
    settled(page)
    assert titles(page) == before and not sent


def test_a_refused_drop_goes_back(gallery, page, problems):
    opened(page, gallery + "/reorder/?_edit=1")
    refuse(page, "**/move?*", status=403, detail="Nothing is moved today.")
    before = titles(page)
    drag(page, row(page, "Apples"), row(page, "Lemons"))
    expect(page.get_by_role("alert")).to_have_text("Nothing is moved today.")
    assert titles(page) == before
    problems.forget(403)


def test_nothing_new_is_shown_while_a_row_is_dragged(gallery, page):
    opened(page, gallery + "/reorder/?_edit=1")
    drag(page, row(page, "Apples"), row(page, "Lemons"), finish=False)
    page.evaluate("void document.querySelector('cascading-table').refresh()")
    expect(row(page, "Apples")).to_have_class(re.compile("lifted"))
    page.mouse.up()
    expect(row(page, "Apples")).to_have_attribute("data-place", "0.3")


def test_a_section_is_dragged_by_its_handle(gallery, page):
    page.set_viewport_size({"width": 800, "height": 1000})
    opened(page, gallery + "/reorder/?_edit=1")
    box = page.locator("tr.header .moves").first.bounding_box()
    end = row(page, "Gouda").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 40, end["y"] + end["height"] - 4, steps=8)
    page.mouse.move(end["x"] + 44, end["y"] + end["height"] - 4)
    expect(page.locator("tbody.lifted, tbody.after")).to_have_count(2)
    page.mouse.up()
    expect(page.locator("tr.header").nth(2)).to_contain_text("Fruit")
    assert titles(page)[0] == "Rye bread"
    toast(page).get_by_role("button", name="Undo").click()
    expect(page.locator("tr.header").first).to_contain_text("Fruit")


def test_a_drag_at_the_edge_scrolls(gallery, page):
    page.set_viewport_size({"width": 800, "height": 420})
    opened(page, gallery + "/reorder/?_edit=1")
    deepest = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    drag(page, row(page, "Apples"), row(page, "Apples"), finish=False)
    page.mouse.move(300, 410, steps=4)
    until(page, f"scrollY >= {deepest}")
    # A dragged row below the end of the page does not make the page longer.
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert page.evaluate("scrollY") <= deepest + 20
    page.keyboard.press("Escape")
    page.mouse.up()


# Touch

class Finger:
    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def down(self, x, y):
        self.x, self.y = x, y
        self._send("touchStart", (x, y))

    def move(self, x, y, steps=8):
        from_x, from_y = self.x, self.y
        for step in range(1, steps + 1):
            self._send("touchMove", (from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps))
        self.x, self.y = x, y

    def up(self):
        self._send("touchEnd")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("way, names", [(1, ["Mark as read"]), (-1, ["Delete", "Flag"])])
def test_a_swipe_reveals_actions(gallery, phone, stays, way, names):
    opened(phone, gallery + "/swipe/")
    finger = Finger(phone)
    x, y = middle(row(phone, "Nadia"))
    finger.down(x, y)
    finger.move(x + way * 120, y)
    finger.up()
    panel = phone.locator(".swipe")
    expect(panel.get_by_role("button")).to_have_text(names)
    for name in names:
        expect(panel.get_by_role("button", name=name)).to_be_in_viewport(ratio=0.9)
    panel.get_by_role("button", name=names[-1]).click()
    if way > 0:
        expect(row(phone, "Nadia").get_by_role("img", name="Read")).to_be_visible()
    else:
        expect(row(phone, "Nadia")).to_contain_text("⚑")
    expect(panel).to_have_count(0)
    until(phone, "document.querySelectorAll(\"tr.row\")[1].getBoundingClientRect().x === 0")
    expect(row(phone, "Nadia")).not_to_have_class(re.compile("selected"))
    stays(phone)


def test_a_swipe_across_does_the_first_action(gallery, phone, stays):
    opened(phone, gallery + "/swipe/")
    finger = Finger(phone)
    _, y = middle(row(phone, "Nadia"))
    finger.down(20, y)
    finger.move(370, y)
    finger.up()
    expect(row(phone, "Nadia").get_by_role("img", name="Read")).to_be_visible()
    expect(phone.locator("[aria-busy]")).to_have_count(0)
    finger.down(370, y)
    finger.move(10, y)
    finger.up()
    expect(phone.get_by_role("dialog", name="Delete “Nadia”?")).to_be_visible()
    phone.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row(phone, "Nadia")).to_have_count(0)
    stays(phone)


def test_edges_are_those_of_the_script(gallery, phone):
    rewritten(phone, ('dir="ltr"', 'dir="rtl"'))
    opened(phone, gallery + "/swipe/")
    finger = Finger(phone)
    x, y = middle(row(phone, "Nadia"))
    finger.down(x, y)
    finger.move(x + 150, y)
    finger.up()
    expect(phone.locator(".swipe").get_by_role("button")).to_have_text(["Delete", "Flag"])
    expect(phone.locator(".swipe").get_by_role("button", name="Delete")).to_be_in_viewport(ratio=0.9)


def test_a_short_swipe_and_a_touch_elsewhere_close(gallery, phone):
    opened(phone, gallery + "/swipe/")
    finger = Finger(phone)
    x, y = middle(row(phone, "Nadia"))
    finger.down(x, y)
    finger.move(x - 22, y)
    finger.up()
    expect(phone.locator(".swipe")).to_have_count(0)
    finger.down(x, y)
    finger.move(x - 120, y)
    finger.up()
    expect(phone.locator(".swipe")).to_have_count(1)
    phone.locator("h1").tap()
    expect(phone.locator(".swipe")).to_have_count(0)
    assert phone.evaluate("scrollX") == 0


def test_a_finger_that_moves_down_scrolls(gallery, phone):
    phone.set_viewport_size({"width": 390, "height": 300})
    opened(phone, gallery + "/swipe/")
    finger = Finger(phone)
    x, y = middle(row(phone, "Library"))
    finger.down(x, y)
    finger.move(x + 8, y - 120, steps=16)
    finger.up()
    until(phone, "scrollY > 40")
    expect(phone.locator(".swipe")).to_have_count(0)


def test_a_finger_that_rests_opens_the_menu(gallery, phone):
    opened(phone, gallery + "/swipe/")
    x, y = middle(row(phone, "Nadia"))
    # A headless browser does not send the event of a long press, so the test sends it.
    row(phone, "Nadia").locator(".go").evaluate("""(button, [clientX, clientY]) => button.dispatchEvent(
        new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY }))""", [x, y])
    expect(row(phone, "Nadia").get_by_role("button", name="Flag")).to_be_in_viewport(ratio=1)
    phone.locator("h1").tap()
    expect(phone.locator("details[open]")).to_have_count(0)
    expect(row(phone, "Nadia")).not_to_have_class(re.compile("selected"))


# The menu

def test_a_right_click_opens_the_menu_at_the_pointer(gallery, page):
    opened(page, gallery + "/swipe/")
    box = row(page, "Jonas").bounding_box()
    page.mouse.click(box["x"] + 300, box["y"] + 12, button="right")
    menu = row(page, "Jonas").locator(".menu")
    expect(menu).to_be_visible()
    place = menu.bounding_box()
    assert abs(place["x"] - box["x"] - 300) < 2 and abs(place["y"] - box["y"] - 12) < 2
    expect(menu.get_by_role("button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    assert focused(page) == "Actions for Jonas"
    # A click on the menu button opens the menu beside the button.
    row(page, "Jonas").locator("summary").click()
    expect(menu).to_be_visible()
    assert menu.bounding_box()["x"] > place["x"] + 100
    page.mouse.click(5, 5)
    expect(menu).to_be_hidden()


def test_a_menu_stays_on_the_screen(gallery, page):
    page.set_viewport_size({"width": 400, "height": 420})
    opened(page, gallery + "/swipe/")
    row(page, "Grandmother").scroll_into_view_if_needed()
    box = row(page, "Grandmother").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4, button="right")
    expect(row(page, "Grandmother").locator(".menu")).to_be_in_viewport(ratio=1)


def test_copy_puts_the_rows_words_on_the_clipboard(gallery, page, stays):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, gallery + "/models/")
    first = page.locator("tr.row").first
    first.locator("summary").click()
    first.get_by_role("button", name="Copy").click()
    expect(first.locator("details[open]")).to_have_count(0)
    title = first.locator(".go, .label").inner_text()
    assert page.evaluate("navigator.clipboard.readText()").startswith(title)
    assert "Actions" not in page.evaluate("navigator.clipboard.readText()")
    stays(page)
