"""The help desk of Examples/Desk, used with and without JavaScript: login, a new ticket, an action on selected rows."""

import os
import pathlib
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import SCREENSHOTS, Server, debug_build, intercept


@pytest.fixture
def desk(serve, cascade, tmp_path):
    # This fixture requests `serve`, so that the pages are closed before the server stops.
    environment = {"CASCADE_PORT": "0", "DESK_FOLDER": str(tmp_path / "desk")}
    (tmp_path / "desk").mkdir()
    command = [cascade, "user", "add", "anna", "--role", "editor", "--accounts", tmp_path / "desk" / "people.sqlite"]
    subprocess.run(command, input="correct-horse\n", text=True, check=True)
    server = Server(debug_build() / "Desk", "serve", [], tmp_path / "desk.log", environment)
    yield server.url
    server.stop()


@pytest.fixture
def guest(desk, visitor):
    """A page that is closed before the server stops."""
    yield visitor
    visitor.close()


@pytest.mark.parametrize("name, value, sentence", [
    ("CASCADE_PORT", "http", 'CASCADE_PORT must be a whole number; it was "http".'),
    ("CASCADE_PORT", "-9223372036854775808", "CASCADE_PORT must be between 0 and 65,535; it was -9,223,372,036,854,775,808."),
    ("CASCADE_IDLE_TIMEOUT", "1e400", 'CASCADE_IDLE_TIMEOUT must be a number of seconds; it was "1e400".'),
    ("CASCADE_IDLE_TIMEOUT", "-999999999", "CASCADE_IDLE_TIMEOUT must be more than 0 and at most 86,400 seconds; it was -999999999.0 seconds."),
    ("CASCADE_THREADS", "9223372036854775807", "CASCADE_THREADS must be between 1 and 1,024; it was 9,223,372,036,854,775,807."),
])
def test_an_invalid_environment_ends_with_a_sentence(tmp_path, name, value, sentence):
    binary = debug_build() / "Desk"
    environment = {**os.environ, "DESK_FOLDER": str(tmp_path / "desk"), name: value}
    result = subprocess.run([binary], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, env=environment)
    assert (result.returncode, result.stdout, result.stderr) == (78, "", sentence + "\n")


def sign_in(page, desk):
    page.goto(desk + "/")
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Password").fill("correct-horse")
    page.get_by_role("button", name="Sign in").click()


def picture(page, name):
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"desk-{name}.png")


def test_tickets_are_made_and_closed(desk, guest, problems):
    page = guest
    sign_in(page, desk)
    # make two tickets
    for title, priority in [("Printer", "normal"), ("Door", "urgent")]:
        page.get_by_role("link", name="Add").click()
        page.get_by_label("Title").fill(title)
        page.get_by_label("Priority").select_option(priority)
        page.get_by_role("button", name="Save").click()
    expect(page.locator(".row")).to_have_count(2)
    assert page.get_by_role("columnheader", name="What was done").bounding_box()["width"] == 320
    expect(page.locator("#selected")).to_have_count(0)
    # close both tickets, which the repository refuses
    for title in ["Printer", "Door"]:
        page.locator(".row", has_text=title).locator("button.go").click()
        expect(page.locator("#selected")).to_be_visible()
    expect(page.locator("#selected")).to_contain_text("Selected rows: 2")
    picture(page, "selected")
    page.locator("#selected").get_by_role("button", name="Close").click()
    expect(page.get_by_role("heading", name="Close 2 rows?")).to_be_visible()
    page.locator(".confirm").get_by_role("button", name="Close").click()
    expect(page.get_by_text("Door is urgent. Write what was done before you close it.")).to_be_visible()
    page.goto(desk + "/")
    expect(page.locator(".row")).to_have_count(2)
    # deselect the urgent ticket, and close the other one
    page.locator(".row", has_text="Door").locator("button.go").click()
    expect(page.locator("#selected")).to_contain_text("Selected rows: 1")
    page.locator("#selected").get_by_role("button", name="Close").click()
    page.locator(".confirm").get_by_role("button", name="Close").click()
    expect(page.locator(".row")).to_have_count(1)
    problems.forget(409, 422)


def test_a_form_says_what_is_missing(desk, guest, problems):
    page = guest
    sign_in(page, desk)
    page.get_by_role("link", name="Add").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter a value.")).to_be_visible()
    expect(page.get_by_role("heading", name="New row")).to_be_visible()
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator(".row")).to_have_count(0)
    problems.forget(409, 422)


def test_two_tables_on_one_page(desk, guest, problems):
    page = guest
    sign_in(page, desk)
    for title in ["Printer", "Door"]:
        page.get_by_role("link", name="Add").click()
        page.get_by_label("Title").fill(title)
        page.get_by_label("Priority").select_option("normal")
        page.get_by_role("button", name="Save").click()
    page.goto(desk + "/overview")
    own, all_tickets = [page.frame_locator(f"[title='{title}']") for title in ["My tickets", "Tickets"]]
    for frame in own, all_tickets:
        expect(frame.locator(".row")).to_have_count(2)
    # select rows in each table, without an effect on the other table
    own.locator(".row", has_text="Printer").locator("button.go").click()
    expect(own.locator("#selected")).to_contain_text("Selected rows: 1")
    expect(all_tickets.locator("#selected")).to_have_count(0)
    for title in ["Printer", "Door"]:
        all_tickets.locator(".row", has_text=title).locator("button.go").click()
    expect(all_tickets.locator("#selected")).to_contain_text("Selected rows: 2")
    expect(own.locator("#selected")).to_contain_text("Selected rows: 1")
    picture(page, "overview")
    # a form in a frame, opened from a menu
    own.locator(".row", has_text="Printer").locator("summary").click()
    picture(page, "overview-menu")
    own.get_by_role("link", name="Edit “Printer”").or_(own.get_by_role("link", name="Edit Printer")).click()
    expect(own.get_by_role("heading", name="Edit “Printer”")).to_be_visible()
    picture(page, "overview-form")
    own.get_by_label("Title").fill("")
    own.get_by_role("button", name="Save").click()
    expect(own.get_by_text("Enter a title.")).to_be_visible()
    own.get_by_label("Title").fill("Scanner")
    own.get_by_role("button", name="Save").click()
    expect(own.locator(".row", has_text="Scanner")).to_be_visible()
    expect(own.locator(":root")).to_have_class("embedded")
    expect(page).to_have_url(desk + "/overview")
    # the new ticket appears in the other table, with scripts without a reload
    has_scripts = page.locator("iframe[style]").count() > 0
    if not has_scripts:
        page.reload()
    expect(all_tickets.locator(".row", has_text="Scanner")).to_be_visible()
    # an action that asks for confirmation in its frame, in a dialog or on a page
    own.locator("#selected").get_by_role("button", name="Close").click()
    own.locator(".confirm").get_by_role("button", name="Close").click()
    expect(own.locator(".row")).to_have_count(1)
    expect(page).to_have_url(desk + "/overview")
    if not has_scripts:
        page.reload()
    expect(all_tickets.locator(".row")).to_have_count(1)
    problems.forget(409, 422)


@pytest.mark.parametrize("visitor", ["with JavaScript"], indirect=True)
def test_an_action_in_a_frame_that_leads_elsewhere_takes_the_whole_window(desk, guest):
    page = guest
    sign_in(page, desk)
    destination = ["/my/?_search=x"]
    intercept(page, "**/refresh", lambda route: route.fulfill(
        json={"refreshed": None, "revision": 1, "changes": [], "location": destination[0]}))
    page.goto(desk + "/overview")
    own = page.frame_locator("[title='My tickets']")
    # Without scripts, the frame would show the JSON.
    expect(own.locator("cascading-table:defined")).to_be_visible()
    own.locator(".all > summary").click()
    own.get_by_role("button", name="Refresh").click()
    expect(own.get_by_text("No row matches").or_(own.locator(".empty"))).to_be_visible()
    expect(page).to_have_url(desk + "/overview")
    destination[0] = "/api/tickets"
    own.get_by_role("button", name="Refresh").click()
    page.wait_for_url(desk + "/api/tickets")


def test_a_file_is_attached(desk, guest, problems, tmp_path):
    page = guest
    note = tmp_path / "a note.txt"
    note.write_text("hello")
    sign_in(page, desk)
    page.get_by_role("link", name="Add").click()
    page.get_by_label("Priority").select_option("normal")
    page.get_by_label("What was done").fill("Looked at it")
    page.get_by_label("Attachment").set_input_files(note)
    page.get_by_role("button", name="Save").click()
    # a refused form keeps the typed text, but not the file
    expect(page.get_by_text("Choose the file again.")).to_be_visible()
    expect(page.get_by_label("What was done")).to_have_value("Looked at it")
    picture(page, "file-refused")
    page.get_by_label("Title").fill("Printer")
    page.get_by_label("Attachment").set_input_files(note)
    page.get_by_role("button", name="Save").click()
    row = page.locator(".row", has_text="Printer")
    with page.expect_download() as download:
        row.get_by_role("link", name="a note.txt").click()
    assert pathlib.Path(download.value.path()).read_text() == "hello"
    # an edit without a file keeps the attached file
    page.goto(desk + "/edit/0/0")
    expect(page.get_by_label("Attachment")).to_have_accessible_description("a note.txt")
    picture(page, "file-edited")
    page.get_by_label("Title").fill("Scanner")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".row", has_text="Scanner").get_by_role("link", name="a note.txt")).to_be_visible()
    # a file that is too large is refused
    note.write_text("x" * 500_001)
    page.goto(desk + "/edit/0/0")
    page.get_by_label("Attachment").set_input_files(note)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Choose a file of at most 500000 bytes (this one has 500001).")).to_be_visible()
    problems.forget(409, 422)
