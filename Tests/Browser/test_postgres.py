"""A PostgreSQL database in the browser: rows that another program changes, with and without JavaScript."""

import subprocess
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import Postgres

TABLES = """
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customers, total numeric(12, 2), placed timestamptz);
INSERT INTO customers SELECT i, 'Customer ' || i FROM generate_series(1, 20) i;
INSERT INTO orders SELECT i, 1 + i % 20, i / 4.0, timestamptz '2026-01-01 08:00Z' + i * interval '1 hour'
    FROM generate_series(1, 30000) i;
CREATE VIEW totals AS SELECT customer, sum(total) AS total FROM orders GROUP BY customer;
ANALYZE;
"""


@pytest.fixture
def database(empty_database):
    empty_database.run(TABLES)
    return empty_database


@pytest.fixture
def server():
    """A PostgreSQL server that the test interrupts."""
    server = Postgres()
    server.run(TABLES)
    yield server
    server.close()


def status(url):
    try:
        with urllib.request.urlopen(url) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_change_in_psql_is_shown_on_an_open_page(database, serve, page):
    url = serve(database.address).url
    page.goto(url)
    page.get_by_role("link", name="orders").click()
    expect(page.locator("tr.row").first).to_contain_text("0.25")
    expect(page.locator(".pager").get_by_text("1–100 of about 30,000")).to_be_visible()
    database.run("UPDATE orders SET total = 77777 WHERE id = 1")
    expect(page.locator("tr.row").first).to_contain_text("77,777.00", timeout=5000)


def test_with_triggers_a_change_is_shown_on_pages_of_two_servers(database, serve, cascade, chromium):
    def watch(command):
        return subprocess.run(
            [cascade, "watch", command, database.address], capture_output=True, text=True, check=True).stdout

    assert watch("install") == "2 tables tell their changes.\n"
    pages = [chromium.new_page() for _ in range(2)]
    for page in pages:
        with page.expect_request("**/events*"):
            page.goto(serve(database.address).url + "/orders/")
    for total in range(3):
        database.run(f"UPDATE orders SET total = 7770{total} WHERE id = 1")
        for page in pages:
            expect(page.locator("tr.row").first).to_contain_text(f"77,70{total}.00", timeout=3000)
    assert watch("remove") == "2 triggers were removed.\n"
    database.run("UPDATE orders SET total = 77777 WHERE id = 1")
    for page in pages:
        expect(page.locator("tr.row").first).to_contain_text("77,777.00", timeout=8000)
        page.close()


@pytest.mark.parametrize("javascript", [True, False])
def test_rows_are_sorted_paged_and_followed(database, serve, chromium, javascript):
    url = serve(database.address).url
    context = chromium.new_context(java_script_enabled=javascript)
    page = context.new_page()
    page.goto(url + "/orders/?_size=20")
    page.get_by_role("link", name="total").click()
    page.wait_for_url("**_sort=total**")
    page.goto(url + "/orders/?_size=20&_sort_desc=total")
    expect(page.locator("tr.row").first).to_contain_text("7,500.00")
    # With JavaScript the next rows come by themselves, below these.
    if not javascript:
        expect(page.locator("tr.row")).to_have_count(20)
        page.goto(url + page.get_by_role("link", name="Next").first.get_attribute("href"))
        expect(page.locator("tr.row").first).to_contain_text("29980")
    page.get_by_role("link", name="29980").first.click()
    page.wait_for_url("**/orders/row/29980/?*")
    page.get_by_role("link", name="customer").click()
    page.wait_for_url("**/customers/row/1/")
    expect(page.get_by_text("Customer 1", exact=True).first).to_be_visible()
    context.close()


def test_the_database_goes_away_and_comes_back(server, serve):
    url = serve(server.address).url
    assert status(url + "/orders/table.json") == 200
    server.tell("stop")
    assert status(url + "/orders/table.json") == 503
    assert status(url + "/readyz") == 503
    server.tell("start")
    deadline = time.monotonic() + 5
    while status(url + "/orders/table.json") != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert status(url + "/readyz") == 200


@pytest.mark.parametrize("change, code", [
    (("/postgres", "/nothing"), 66), (("secret-word", "wrong-word"), 77), (("127.0.0.1", "127.0.0.2"), 69)])
def test_the_exit_status_says_why_it_cannot_be_served(postgres, cascade, change, code):
    address = postgres.address.replace(*change)
    ended = subprocess.run([cascade, "serve", address, "--port", "0"], capture_output=True, text=True, timeout=30)
    assert ended.returncode == code, ended.stderr
    assert "word" not in ended.stderr.replace("password", "") and ended.stderr.startswith("cascade: ")


def test_a_table_is_exported(database, cascade):
    ended = subprocess.run(
        [cascade, "export", database.address, "--table", "customers", "--format", "csv"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[:2] == ["id,name", "1,Customer 1"] and len(ended.stdout.splitlines()) == 21
    ended = subprocess.run([cascade, "export", database.address, "--table", "nothing"], capture_output=True, text=True)
    assert ended.returncode == 64 and "customers, orders, totals" in ended.stderr


def test_two_servers_share_what_a_visitor_selects(database, serve, page):
    first, second = serve(database.address).url, serve(database.address).url
    # The cookie of a host holds for all its ports.
    assert page.request.post(first + "/orders/select/0/1").ok
    page.goto(second + "/orders/?_size=5")
    expect(page.locator("tr.row.selected")).to_have_count(1)
    expect(page.locator("tr.row.selected")).to_contain_text("0.50")


@pytest.mark.serial
def test_a_page_whose_server_is_gone_is_loaded_again_from_another(database, serve, page, problems):
    first = serve(database.address)
    page.goto(first.url + "/orders/?_size=5")
    expect(page.locator("tr.row").first).to_contain_text("0.25")
    first.stop()
    first.stop = lambda: None
    # Nobody sees this change.
    database.run("UPDATE orders SET total = 77777 WHERE id = 1")
    serve(database.address, "--port", first.url.rsplit(":", 1)[1])
    expect(page.locator("tr.row").first).to_contain_text("77,777.00", timeout=30_000)
    problems[:] = [problem for problem in problems if "ERR_CONNECTION_REFUSED" not in problem]


def test_the_state_of_other_tables_goes_away_and_comes_back(server, serve):
    url = serve("--state", server.address).url
    with urllib.request.urlopen(urllib.request.Request(url + "/select/0/1", method="POST")) as answer:
        cookie = answer.headers["Set-Cookie"].split(";")[0]
    request = urllib.request.Request(url + "/table.json?_size=3", headers={"Cookie": cookie})

    def selected():
        with urllib.request.urlopen(request) as answer:
            return answer.read().count(b'"selected":true')

    assert selected() == 1
    server.tell("stop")
    assert status(url + "/table.json") == 200
    with pytest.raises(urllib.error.HTTPError) as refusal:
        selected()
    assert refusal.value.code == 503 and int(refusal.value.headers["Retry-After"]) > 0
    assert status(url + "/readyz") == 503
    server.tell("start")
    deadline = time.monotonic() + 5
    while status(url + "/readyz") != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert selected() == 1


def test_a_role_that_may_not_write_is_told_so(database, cascade, serve):
    database.run("CREATE ROLE reader LOGIN PASSWORD 'secret-word'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    reader = database.address.replace("cascade:", "reader:")
    server = serve(reader)
    assert status(server.url + "/orders/table.json") == 200
    log = server.output.read_text()
    assert log.count("\n") == 2 and "stays in the memory of this server" in log, log
    assert "the role may not make or write cascade.state" in log, log
    ended = subprocess.run(
        [cascade, "serve", "--state", reader.replace("127.0.0.1", "127.0.0.2"), "--port", "0"], capture_output=True, text=True,
        timeout=30)
    assert ended.returncode == 69 and "word" not in ended.stderr.replace("password", "")
    ended = subprocess.run([cascade, "serve", "--state", "file.db"], capture_output=True, text=True, timeout=30)
    assert ended.returncode == 64 and "--state must be" in ended.stderr
