"""People who sign in: the accounts of `cascade serve --accounts` and of `cascade user`, beside two servers."""

import http.client
import json
import os
import re
import sqlite3
import stat
import subprocess
import time
import urllib.parse

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

PASSWORD = "correct-horse"


@pytest.fixture
def shop(tmp_path):
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as file:
        file.executescript("""
            CREATE TABLE products(id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
            INSERT INTO products VALUES (1, 'Pear', 2.5), (2, 'Plum', 3);
        """)
    return path


@pytest.fixture
def people(tmp_path):
    return tmp_path / "people.db"


@pytest.fixture
def user(cascade, people):
    def run(*arguments, answer=PASSWORD, status=0):
        command = [cascade, "user", *map(str, arguments), "--accounts", str(people)]
        done = subprocess.run(command, input=answer + "\n", capture_output=True, text=True, timeout=30)
        assert done.returncode == status, done.stderr
        return done.stdout if status == 0 else done.stderr

    return run


class Browser:
    """A client that keeps cookies, and follows no redirections."""

    def __init__(self):
        self.cookies = {}

    def ask(self, method, url, form=None, accept="text/html", **headers):
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        headers = {"Accept": accept, **headers}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            body = form if isinstance(form, (bytes, str)) else urllib.parse.urlencode(form)
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection.request(method, parts.path + (f"?{parts.query}" if parts.query else ""), body, headers)
        response = connection.getresponse()
        text = response.read().decode()
        for field in response.headers.get_all("Set-Cookie") or []:
            name, value = field.split(";")[0].split("=", 1)
            self.cookies[name] = value
        connection.close()
        return response.status, text, response.headers

    def get(self, url, **options):
        return self.ask("GET", url, **options)

    def post(self, url, form, **options):
        return self.ask("POST", url, form, **options)

    def sign_in(self, server, name, password=PASSWORD):
        return self.post(f"{server.url}/-/sign-in", {"name": name, "password": password})[0]


def test_ten_lines_to_two_people(serve, cascade, shop, people):
    server = serve(shop, "--editable", "--history", "--accounts", people)
    link = re.search(r"Nobody can sign in yet. Open this link once, within an hour: (\S+)", server.output.read_text())[1]
    assert stat.S_IMODE(people.stat().st_mode) == 0o600
    anna, bo = Browser(), Browser()
    key = link.split("key=")[1]
    assert "Welcome" in anna.get(link)[1]
    assert anna.post(link.split("?")[0], {"key": key, "name": "Anna", "new-password": PASSWORD})[0] == 303
    page = anna.post(f"{server.url}/-/invite", {"person": "Bo", "role": "editor"})[1]
    invitation = re.search(r'class="copied" value="(\S+)"', page)[1]
    assert invitation.startswith(f"{server.url}/-/invitation?key=")
    form = {"key": invitation.split("key=")[1], "new-password": PASSWORD}
    assert bo.post(f"{server.url}/-/invitation", form)[0] == 303
    change = json.dumps({"values": {"price": 2.75}, "old": {"price": 2.5}})
    status, text, _ = bo.ask(
        "PATCH", f"{server.url}/products/row/1/", change, accept="application/json", **{"Content-Type": "application/json"})
    assert status == 200, text
    assert "Bo" in anna.get(f"{server.url}/products/row/1/")[1]
    # The next start has people already.
    again = serve(shop, "--editable", "--history", "--accounts", people)
    assert "Nobody can sign in" not in again.output.read_text()
    assert anna.get(f"{again.url}/products/")[0] == 200


def test_the_shell_looks_after_accounts(serve, shop, people, user):
    user("add", "Anna", "--role", "administrator")
    assert "already" in user("add", "ANNA", status=64)
    assert "10 characters" in user("add", "Cy", answer="short", status=64)
    server = serve(shop, "--accounts", people)
    link = user("invite", "Bo", "--url", server.url).strip()
    assert user("list") == "Anna\tadministrator\nBo\tviewer\tinvited\n"
    bo = Browser()
    assert bo.post(f"{server.url}/-/invitation", {"key": link.split("key=")[1], "new-password": PASSWORD})[0] == 303
    assert bo.get(f"{server.url}/products/")[0] == 200
    assert "127.0.0.1" in user("sessions", "bo")
    user("role", "bo", "editor")
    user("sessions", "bo", "--end")
    time.sleep(1.1)
    assert bo.get(f"{server.url}/products/")[0] == 303
    user("passwd", "bo", answer="another-horse")
    assert bo.sign_in(server, "Bo") == 401
    assert bo.sign_in(server, "Bo", "another-horse") == 303
    token = user("token", "bo", "--name", "report").strip()
    program = Browser()
    bearer = {"Authorization": f"Bearer {token}", "accept": "application/json"}
    assert program.get(f"{server.url}/products/table.csv", **bearer)[1].startswith("id,name,price")
    assert token not in people.read_bytes().decode("latin-1")
    assert "only administrator" in user("remove", "anna", status=64)
    user("remove", "bo")
    time.sleep(1.1)
    assert program.get(f"{server.url}/products/table.csv", **bearer)[0] == 401
    assert "no account" in user("role", "bo", "viewer", status=64)


def test_a_file_of_rules_and_a_link(serve, cascade, shop, people, user, tmp_path):
    user("add", "Anna", "--role", "editor")
    rights = tmp_path / "rights.sql"
    command = [cascade, "serve", str(shop), "--port", "0", "--accounts", str(people), "--access", str(rights)]

    def refused(text):
        rights.write_text(text)
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        assert done.returncode == 65, done.stderr
        return done.stderr

    assert "line 2: there is no table" in refused("-- first\nGRANT SELECT ON prodcts TO PUBLIC;")
    assert "line 1: found" in refused("SELECT 1")
    rights.write_text("""
        GRANT SELECT (id, name) ON products TO PUBLIC;
        CREATE POLICY early ON products USING (name < 'Pf' OR current_user <> 'Anna');
    """)
    server = serve(shop, "--accounts", people, "--access", rights)
    anna, stranger = Browser(), Browser()
    assert anna.sign_in(server, "anna") == 303
    assert anna.get(f"{server.url}/products/table.csv")[1] == "id,name\r\n1,Pear\r\n"
    assert "early" not in anna.get(f"{server.url}/-/access")[1]
    assert "current_user" in anna.get(f"{server.url}/-/access")[1]
    page = anna.post(f"{server.url}/-/share", {"path": "/", "table": "products", "query": "_group=name", "days": "1"})[1]
    link = re.search(r'class="copied" value="(\S+)"', page)[1]
    assert stranger.get(f"{link}table.csv")[1] == "name,count\r\nPear,1\r\n"
    assert stranger.get(f"{link}table.csv")[2]["Cache-Control"].startswith("private")
    line = {"_filter_column": "name", "_filter_op": "exact", "_filter_value": "Pear"}
    page = anna.post(f"{server.url}/-/share", {"path": "/", "table": "products", "query": "", "days": "1"})[1]
    rows = re.search(r'class="copied" value="(\S+)"', page)[1]
    status, _, headers = stranger.post(f"{rows}filter", line)
    assert status == 303 and headers["Location"].endswith("?name=Pear")
    for option in (["--access", rights], ["--access", "roles", "--accounts", people]):
        done = subprocess.run([cascade, "serve", shop, "--port", "0", *option], capture_output=True, text=True, timeout=30)
        assert done.returncode == 64


def test_the_roles_of_postgresql_decide(serve, empty_database, people, user):
    for name, role in [("anna", "editor"), ("bo", "editor"), ("cy", "viewer"), ("none", "editor"), ("root", "administrator")]:
        user("add", name, "--role", role)
    address = empty_database.address
    empty_database.run("""
        CREATE TABLE notes(id integer PRIMARY KEY, owner text, body text);
        INSERT INTO notes VALUES (1, 'anna', 'mine-1'), (2, 'bo', 'his-2');
        DO $$ BEGIN CREATE ROLE anna; CREATE ROLE bo; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
        GRANT SELECT (id, owner), UPDATE (owner) ON notes TO bo;
        GRANT SELECT, UPDATE ON notes TO anna;
        ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON notes USING (owner = current_user);
    """)
    server = serve(address, "--editable", "--accounts", people, "--access", "roles", "--sql")
    browsers = {name: Browser() for name in ("anna", "bo", "cy", "none", "root")}
    for name, browser in browsers.items():
        assert browser.sign_in(server, name) == 303
    notes = f"{server.url}/notes/table.csv"
    assert browsers["anna"].get(notes)[1] == "id,owner,body\r\n1,anna,mine-1\r\n"
    assert browsers["bo"].get(notes)[1] == "id,owner\r\n2,bo\r\n"
    assert "his-2" in browsers["root"].get(notes)[1]
    # PostgreSQL takes the role none for that of the server, and has no role cy.
    for name in ("cy", "none"):
        for path in ("/notes/table.csv", "/notes/row/1/", "/"):
            status, text, _ = browsers[name].get(server.url + path)
            assert "mine-1" not in text and "his-2" not in text
            assert path == "/" or status >= 400, (name, path, status)
    statement = urllib.parse.quote("SELECT set_config('role', 'none', true), query_to_xml('SELECT * FROM notes', true, false, '')")
    assert browsers["anna"].get(f"{server.url}/-/sql/?sql={statement}")[0] == 403
    assert browsers["root"].get(f"{server.url}/-/sql/?sql=SELECT%201")[0] == 200
    change = json.dumps({"values": {"body": "mine-3"}, "old": {"body": "mine-1"}})
    options = {"accept": "application/json", "Content-Type": "application/json"}
    assert browsers["anna"].ask("PATCH", f"{server.url}/notes/row/1/", change, **options)[0] == 200
    assert browsers["bo"].ask("PATCH", f"{server.url}/notes/row/1/", change, **options)[0] >= 400
    assert "mine-3" in browsers["root"].get(notes)[1]


def test_others_may_not_read_the_accounts(cascade, shop, people, user):
    user("add", "Anna")
    os.chmod(people, 0o644)
    assert "chmod 600" in user("list", status=66)
    command = [cascade, "serve", str(shop), "--accounts", str(people), "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 66
    assert "chmod 600" in done.stderr


def test_a_proxy_signs_people_in(serve, cascade, shop):
    for options in [["--user-header", "X-Forwarded-User"], ["--groups-header", "X-Groups"],
                    ["--user-header", "a b", "--trusted-proxy", "127.0.0.1"]]:
        done = subprocess.run([cascade, "serve", str(shop), *options], capture_output=True, text=True, timeout=30)
        assert done.returncode == 64, options
    server = serve(shop, "--editable", "--history", "--user-header", "X-Forwarded-User", "--groups-header", "X-Groups",
                   "--trusted-proxy", "127.0.0.1")
    program = Browser()
    read = {"accept": "application/json"}
    assert program.get(f"{server.url}/products/table.json", **read)[0] == 401
    change = json.dumps({"values": {"price": 9}, "old": {"price": 2.5}})
    def patch(**headers):
        return program.ask("PATCH", f"{server.url}/products/row/1/", change, **read, **headers,
                           **{"Content-Type": "application/json"})[0]
    assert patch(**{"X-Forwarded-User": "Zoe", "X-Groups": "viewer"}) in (403, 404)
    assert patch(**{"X-Forwarded-User": "Zoe", "X-Groups": "staff,editor"}) == 200
    past = program.get(f"{server.url}/cascade_history/table.json", **read,
                       **{"X-Forwarded-User": "Zoe", "X-Groups": "viewer"})[1]
    assert '"Zoe"' in past


def test_accounts_open_an_address_to_others(serve, cascade, shop, people):
    server = serve(shop, "--host", "0.0.0.0", "--accounts", people)
    assert "Serving" in server.output.read_text()
    # A colleague opens the address of the computer. A name must be allowed, because it could be rebound.
    address = f"http://127.0.0.1:{urllib.parse.urlsplit(server.url).port}/"
    assert Browser().get(address, Host="192.168.1.20:8080")[0] == 303
    assert Browser().get(address, Host="evil.example")[0] == 403
    done = subprocess.run([cascade, "serve", str(shop), "--host", "0.0.0.0", "--port", "0"],
                          capture_output=True, text=True, timeout=30)
    assert done.returncode == 64


def test_the_description_of_the_server_is_for_those_who_signed_in(serve, shop, people, user):
    user("add", "Anna", "--role", "editor")
    server = serve(shop, "--editable", "--accounts", people)
    address = f"{server.url}/-/openapi.json"
    assert Browser().get(address, accept="application/json")[0] == 401
    for options, methods in [([], {"get"}), (["--write"], {"get", "post", "patch", "delete"})]:
        token = user("token", "anna", "--name", "t", *options).strip()
        document = json.loads(Browser().get(address, accept="application/json", Authorization=f"Bearer {token}")[1])
        assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
        assert set(document["paths"]["/products/"]) == methods
        assert document["paths"]["/products/table.json"]["get"]["security"] == [{"token": []}]


def test_views_are_kept_by_editors_and_seen_by_those_who_see_all(serve, shop, people, user, tmp_path):
    user("add", "Anna", "--role", "editor")
    user("add", "Vi", "--role", "viewer")
    server = serve(shop, "--editable", "--accounts", people)
    anna, vi = Browser(), Browser()
    assert anna.sign_in(server, "anna") == vi.sign_in(server, "vi") == 303
    view = {"title": "cheap ones", "query": "price__lt=3"}
    assert "Save view" in anna.get(f"{server.url}/products/?price__lt=3")[1]
    assert "Save view" not in vi.get(f"{server.url}/products/?price__lt=3")[1]
    assert vi.post(f"{server.url}/products/views", view)[0] == 403
    assert anna.post(f"{server.url}/products/views", view)[0] == 303
    page = vi.get(f"{server.url}/products/views")[1]
    assert "Saved by Anna." in page and "Remove" not in page
    assert vi.get(f"{server.url}/products/views/cheap%20ones")[2]["Location"] == "/products/?price__lt=3"
    assert vi.post(f"{server.url}/products/views/cheap%20ones/remove", {"seen": "x"})[0] == 403
    assert "cheap ones" in vi.get(f"{server.url}/")[1]
    # The filter of a view can tell what somebody may not see.
    rights = tmp_path / "rights.sql"
    rights.write_text("""
        GRANT SELECT (id, name) ON products TO "Vi"; GRANT ALL ON products, cascade_view TO "Anna";
        CREATE POLICY few ON products USING (id = 1 OR current_user <> 'Vi');
    """)
    server = serve(shop, "--editable", "--accounts", people, "--access", rights)
    assert vi.sign_in(server, "vi") == 303
    assert "cheap ones" not in vi.get(f"{server.url}/")[1]
    for path in ("products/views", "products/views/cheap%20ones", "cascade_view/"):
        assert vi.get(f"{server.url}/{path}")[0] == 404, path


def test_views_of_files_that_are_only_read(serve, shop, tmp_path):
    orders = tmp_path / "orders.csv"
    orders.write_text("id,pieces\n1,4\n2,9\n")
    before = shop.read_bytes()
    server = serve(shop, orders, "--views", tmp_path / "views.db")
    visitor = Browser()
    page = visitor.get(f"{server.url}/shop.db/products/?price__lt=3")[1]
    assert "Save view" in page and "New row" not in page
    for table, view in [
        ("shop.db/products", {"title": "cheap", "query": "price__lt=3"}),
        ("orders.csv/orders", {"default": "1", "query": "_sort_desc=pieces"}),
    ]:
        assert visitor.post(f"{server.url}/{table}/views", view)[0] == 303
    # The list of a file has its views at once, and no others.
    assert "/shop.db/products/views/cheap" in visitor.get(f"{server.url}/shop.db/")[1]
    assert "cheap" not in visitor.get(f"{server.url}/orders.csv/")[1]
    assert "/orders.csv/orders/views/~" in visitor.get(f"{server.url}/orders.csv/")[1]
    assert visitor.post(f"{server.url}/shop.db/products/new", {"value.name": "x"})[0] in (403, 404)
    assert shop.read_bytes() == before
    # Another start with the file has the views.
    server = serve(shop, orders, "--views", tmp_path / "views.db")
    assert visitor.get(f"{server.url}/shop.db/products/views/cheap")[2]["Location"] == "/shop.db/products/?price__lt=3"
    assert visitor.get(f"{server.url}/orders.csv/orders/views/~")[2]["Location"] == "/orders.csv/orders/?_sort_desc=pieces"
    # Where others reach the server, they need the token.
    server = serve(shop, "--views", tmp_path / "views.db", "--allowed-host", "shop.example")
    assert "The token for changes is" in server.output.read_text()
    assert visitor.post(f"{server.url}/products/views", {"title": "x", "query": "id=1"})[0] == 401


def test_views_need_the_token_of_the_server(serve, shop):
    server = serve(shop, "--editable", "--allowed-host", "shop.example")
    token = re.search(r"The token for changes is (\w+)", server.output.read_text())[1]
    visitor = Browser()
    view = {"title": "mine", "query": "id=1"}
    assert visitor.get(f"{server.url}/products/views?_query=id%3D1")[0] == 401
    assert visitor.post(f"{server.url}/products/views", view)[0] == 401
    assert visitor.post(f"{server.url}/-/editor", {"token": token, "return": "/products/"})[0] == 303
    assert visitor.post(f"{server.url}/products/views", view)[0] == 303
    assert visitor.get(f"{server.url}/products/views/mine")[2]["Location"] == "/products/?id__exact=1"
