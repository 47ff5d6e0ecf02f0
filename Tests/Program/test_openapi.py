"""The description of the server is a valid OpenAPI document, and its addresses are those of the server."""

import json
import re
import sqlite3
import urllib.error
import urllib.parse
import urllib.request

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator


@pytest.fixture
def music(tmp_path):
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as file:
        file.executescript("""
            CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INT);
            CREATE TABLE "we ird/n\u00e4me"("a b" TEXT PRIMARY KEY, "c__gt" TEXT, "_size" INT, text BLOB);
            CREATE VIEW hits AS SELECT title FROM albums;
            INSERT INTO albums VALUES (1, 'Kind of Blue', 1959), (2, 'Ella and Louis', 1956);
            INSERT INTO "we ird/n\u00e4me" VALUES ('\u00e4/b?', 'x', 1, NULL);
        """)
    return path


def read(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
        return answer.headers, json.load(answer)


def description(server, **headers):
    document = read(f"{server.url}/-/openapi.json", **headers)[1]
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    return document


def resolve(document, part):
    while "$ref" in part:
        part, reference = document, part["$ref"]
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
    return part


def test_the_document_is_valid(serve, music):
    read_only, editable = description(serve(music)), description(serve(music, "--editable"))
    assert "post" not in read_only["paths"]["/albums/"]
    assert set(editable["paths"]["/albums/"]) == {"get", "post", "patch", "delete"}
    assert set(editable["paths"]["/hits/"]) == {"get"}
    assert "/we%20ird~2Fn%C3%A4me/table.json" in read_only["paths"]


def test_changes_are_described_for_those_with_the_token(serve, music):
    server = serve(music, "--editable", "--allowed-host", "shop.example")
    assert set(description(server)["paths"]["/albums/"]) == {"get"}
    token = re.search(r"The token for changes is (\w+)", server.output.read_text())[1]
    document = description(server, Authorization=f"Bearer {token}")
    assert document["paths"]["/albums/"]["post"]["security"] == [{"token": []}]


def test_each_table_is_read_with_each_filter(serve, music):
    server = serve(music)
    document = description(server)
    for path, methods in document["paths"].items():
        if "{" in path or not path.endswith("/table.json") or path == "/-/sql/table.json":
            continue
        for parameter in (resolve(document, each) for each in methods["get"]["parameters"]):
            schema = parameter["schema"]
            names = schema.get("properties", [parameter["name"]])
            if parameter["name"].startswith("_") and "__" not in parameter["name"]:
                continue
            for name in names:
                if name.endswith(("__within", "top")):
                    continue  # a column of numbers has no times, and a view has no key
                value = "1, 2" if name.endswith("__between") else "1"
                query = urllib.parse.urlencode({name: value, "_shape": "objects"})
                assert "rows" in read(f"{server.url}{path}?{query}")[1], name


def test_the_list_of_tables_leads_to_it(serve, music):
    headers, _ = read(f"{serve(music).url}/-/tables.json")
    assert headers["Link"] == '</-/openapi.json>; rel="service-desc"; type="application/openapi+json"'
