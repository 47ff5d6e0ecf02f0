"""The pages on which people sign in and look after accounts, with and without JavaScript."""

import re
import sqlite3
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

PASSWORD = "correct-horse"


@pytest.fixture
def server(serve, tmp_path):
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as file:
        file.executescript("""
            CREATE TABLE products(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
            INSERT INTO products VALUES (1, 'Pear', 2.5), (2, 'Plum', 3);
        """)
    return serve(path, "--editable", "--history", "--accounts", tmp_path / "people.db")


@pytest.mark.parametrize("script", [True, False])
def test_two_people(server, chromium, script):
    def person(**options):
        return chromium.new_context(java_script_enabled=script, **options).new_page()

    def check(page):
        if script:
            assert Axe().run(page).violations_count == 0, Axe().run(page).generate_report()
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], page.url

    anna = person()
    anna.goto(re.search(r"http://\S+/-/welcome\S+", server.output.read_text())[0])
    check(anna)
    anna.get_by_label("Name").fill("Anna")
    anna.get_by_label("New password").fill("short")
    anna.get_by_role("button", name="Create account").click()
    expect(anna.get_by_text("A password has at least 10 characters")).to_have_count(1)
    expect(anna.get_by_role("alert")).to_have_text("A password has at least 10 characters, and at most 512 bytes.")
    expect(anna.get_by_label("Name")).to_have_value("Anna")
    anna.get_by_label("New password").fill(PASSWORD)
    anna.get_by_role("button", name="Create account").click()
    expect(anna.get_by_role("heading", name="Account", exact=True)).to_be_visible()
    check(anna)
    anna.get_by_label("Name", exact=True).fill("..")
    anna.get_by_role("button", name="Invite").click()
    expect(anna.get_by_role("alert")).to_contain_text("A name has 1 to 64 letters")
    anna.get_by_label("Name", exact=True).fill("Bo")
    anna.get_by_label("Role").select_option("viewer")
    anna.get_by_role("button", name="Invite").click()
    expect(anna.get_by_role("heading", name="Link for Bo")).to_be_visible()
    check(anna)
    link = anna.locator(".copied").input_value()

    bo = person(locale="de-DE", color_scheme="dark", viewport={"width": 390, "height": 800})
    bo.goto(f"{server.url}/products/?_sort=name")
    expect(bo.get_by_role("heading", name="Anmelden")).to_be_visible()
    check(bo)
    bo.goto(link)
    check(bo)
    bo.get_by_label("Neues Passwort").fill(PASSWORD)
    bo.get_by_role("button", name="Anmelden").click()
    expect(bo).to_have_url(f"{server.url}/")
    bo.goto(f"{server.url}/products/")
    expect(bo.get_by_text("Pear")).to_be_visible()
    expect(bo.get_by_role("link", name="Konto")).to_be_visible()
    expect(bo.get_by_role("link", name="Neue Zeile")).to_have_count(0)
    bo.get_by_role("link", name="Konto").click()
    expect(bo.get_by_role("heading", name="Konto")).to_be_visible()
    check(bo)

    anna.goto(f"{server.url}/-/accounts/")
    check(anna)
    anna.get_by_role("link", name="Bo", exact=True).click()
    expect(anna.get_by_role("heading", name="Bo", exact=True)).to_be_visible()
    check(anna)
    anna.get_by_label("Role").select_option("editor")
    anna.get_by_role("button", name="Change role").click()
    expect(anna.get_by_label("Role")).to_have_value("editor")
    bo.goto(f"{server.url}/products/")
    expect(bo.get_by_role("link", name="Neue Zeile")).to_have_count(1)
    bo.goto(f"{server.url}/-/account")
    bo.get_by_role("button", name="Abmelden", exact=True).click()
    expect(bo.get_by_role("heading", name="Anmelden")).to_be_visible()
    bo.goto(f"{server.url}/products/?_sort=name")
    bo.get_by_label("Name").fill("bo")
    bo.get_by_label("Passwort").fill("wrong-password")
    bo.get_by_role("button", name="Anmelden").click()
    expect(bo.get_by_role("alert")).to_have_text("Der Name oder das Passwort ist falsch.")
    bo.get_by_label("Passwort").fill(PASSWORD)
    bo.get_by_role("button", name="Anmelden").click()
    expect(bo).to_have_url(f"{server.url}/products/?_sort=name")
    anna.context.close()
    bo.context.close()


@pytest.fixture
def editor(server, cascade, tmp_path):
    command = [cascade, "user", "add", "cy", "--role", "editor", "--accounts", tmp_path / "people.db"]
    subprocess.run(command, input=PASSWORD + "\n", text=True, check=True)


def test_an_edit_after_the_sign_out_is_told(server, editor, chromium):
    page = chromium.new_context().new_page()
    page.goto(f"{server.url}/products/")
    page.get_by_label("Name").fill("cy")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("cascading-table:defined")).to_be_visible()
    page.locator(".row td", has_text="2.5").dblclick()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("input[name='value.price']")).to_be_visible()
    # signed out in another tab
    page.context.request.post(f"{server.url}/-/sign-out", headers={"Sec-Fetch-Site": "same-origin"})
    dialog.locator("input[name='value.price']").fill("9")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("Sign in first")
    page.context.close()


@pytest.mark.parametrize("script", [True, False])
def test_a_view_is_shared_and_taken_back(server, editor, chromium, script):
    """A third person reads some rows on a phone, without an account."""

    def check(page):
        if script:
            assert Axe().run(page).violations_count == 0, Axe().run(page).generate_report()
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], page.url

    cy = chromium.new_context(java_script_enabled=script).new_page()
    cy.goto(f"{server.url}/products/?price__lt=3&_col=id&_col=name")
    cy.get_by_label("Name").fill("cy")
    cy.get_by_label("Password").fill(PASSWORD)
    cy.get_by_role("button", name="Sign in").click()
    cy.get_by_role("link", name="Share").click()
    expect(cy.get_by_role("heading", name="Share", exact=True)).to_be_visible()
    check(cy)
    cy.get_by_role("button", name="Create link").click()
    expect(cy.get_by_role("heading", name="Your new link")).to_be_visible()
    check(cy)
    link = cy.locator(".copied").input_value()
    phone = chromium.new_context(
        java_script_enabled=script, locale="de-DE", color_scheme="dark", viewport={"width": 390, "height": 800}).new_page()
    phone.goto(link)
    expect(phone.get_by_text("Pear")).to_be_visible()
    expect(phone.get_by_text("Plum")).to_have_count(0)
    expect(phone.get_by_role("columnheader", name="price")).to_have_count(0)
    expect(phone.get_by_role("link", name="Teilen")).to_have_count(0)
    check(phone)
    phone.get_by_role("link", name="1", exact=True).click()
    expect(phone.get_by_role("heading", name="Pear")).to_be_visible()
    check(phone)
    phone.goto(link)
    cy.goto(f"{server.url}/-/access")
    expect(cy.get_by_text("You are an editor")).to_be_visible()
    check(cy)
    cy.goto(f"{server.url}/-/account")
    cy.get_by_role("button", name="Remove").click()
    expect(cy.get_by_role("button", name="Remove")).to_have_count(0)
    check(cy)
    phone.reload()
    expect(phone.get_by_text("Dieser Link ist abgelaufen.")).to_be_visible()
    check(phone)
    for page in (cy, phone):
        page.context.close()
