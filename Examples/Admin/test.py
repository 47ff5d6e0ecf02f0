#!/usr/bin/env python3
"""Serves the shop in a SQLite file and in PostgreSQL, and checks what three users see and may do: test.py PROGRAM."""

import base64
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

PROGRAM = sys.argv[1]
ROOT = pathlib.Path(__file__).parent.parent.parent
SCHEMA = pathlib.Path(__file__).with_name("shop.sql").read_text()


class Unredirected(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def check(port):
    opener = urllib.request.build_opener(Unredirected)

    def ask(user, method, path, body=None, headers={}):
        name = base64.b64encode(f"{user}:secret".encode()).decode()
        kind = "application/json" if isinstance(body, dict) else "application/x-www-form-urlencoded"
        data = json.dumps(body).encode() if isinstance(body, dict) else body and urllib.parse.urlencode(body).encode()
        head = {"Authorization": f"Basic {name}", "Content-Type": kind, "Accept": "application/json", **headers}
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, head, method=method)
        try:
            with opener.open(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def rows(user, path):
        status, text = ask(user, "GET", path)
        assert status == 200, f"{path}: {status} {text}"
        return [row["cell"]["fields"] for row in json.loads(text)["sections"][0]["rows"]]

    assert ask("eve", "GET", "/")[0] == 401
    assert [row["id"] for row in rows("ada", "/orders/table.json")] == [1, 2, 3, 4, 5]
    assert [row["id"] for row in rows("nora", "/orders/table.json?_sort_desc=total")] == [3, 1, 4, 5]
    assert rows("sam", "/orders/table.json")[0]["total"] in (249, "249")
    assert rows("nora", "/orders/table.json?_group=status&_sum=total")[0]["status"] == "paid"
    assert len(ask("nora", "GET", "/orders/table.csv")[1].splitlines()) == 5
    assert "margin" not in ask("ada", "GET", "/orders/table.json")[1]
    assert ask("nora", "GET", "/orders/row/2/")[0] == 404 and ask("nora", "GET", "/staff/")[0] == 404
    assert ask("ada", "GET", "/staff/")[0] == 200
    assert "Ada Lovelace" in ask("nora", "GET", "/orders/row/1/", headers={"Accept": "text/html"})[1]
    assert "/lines/?order_id=1&amp;" in ask("nora", "GET", "/orders/row/1/", headers={"Accept": "text/html"})[1]
    assert "To ship" in ask("nora", "GET", "/-/overview")[1]
    # A clerk deletes nothing, and still can do what asks first.
    assert ask("nora", "DELETE", "/orders/row/5/", {}, {"If-Match": "*"})[0] == 403
    status, text = ask("nora", "POST", "/orders/selected/ship", [("rows", "0.0-0.1")])
    assert status == 422 and "3 is not paid" in text, text
    status, text = ask("nora", "POST", "/orders/selected/ship?status=paid", [("rows", "0.0-0.1")])
    assert status == 200 and json.loads(text)["message"] == "2 rows were changed.", text
    assert [row["status"] for row in rows("ada", "/orders/table.json")] == ["shipped", "paid", "new", "shipped", "shipped"]
    change = {"values": {"status": "new"}, "old": {"status": "shipped"}}
    status, text = ask("ada", "PATCH", "/orders/row/1/", change)
    assert status == 422 and "stays shipped" in text, text
    assert "nora" in ask("ada", "GET", "/orders/row/1/", headers={"Accept": "text/html"})[1]
    assert ask("ada", "DELETE", "/orders/row/5/", {}, {"If-Match": "*"})[0] == 422
    assert ask("ada", "DELETE", "/orders/row/3/", {}, {"If-Match": "*"})[0] == 200


def serve(address):
    environment = dict(os.environ, ADMIN_PASSWORD="secret", CASCADE_PORT="0")
    server = subprocess.Popen([PROGRAM, address], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        line = next(line for line in server.stdout if line.startswith("Serving at "))
        check(int(line.rsplit(":", 1)[1].strip("/\n")))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


with tempfile.TemporaryDirectory() as folder:
    connection = sqlite3.connect(f"{folder}/shop.db")
    connection.executescript(SCHEMA)
    connection.close()
    serve(f"{folder}/shop.db")
with subprocess.Popen([ROOT / "script/postgres"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as postgres:
    # It ends with its standard input.
    address = postgres.stdout.readline().strip()
    subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", address], input=SCHEMA, text=True, check=True)
    serve(address)
