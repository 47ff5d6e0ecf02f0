"""Random columns and conditions of related rows, compared with what Python computes from the same rows."""

import csv
import html
import io
import random
import re
import sqlite3
import urllib.parse
import urllib.request

import pytest

SCHEMA = """
CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT);
CREATE TABLE makers (id INTEGER PRIMARY KEY, name TEXT, country TEXT{countries});
CREATE TABLE cars (id INTEGER PRIMARY KEY, maker INTEGER{makers}, price INTEGER, kind TEXT);
"""
KINDS = ["a", "b", "Äh, \"x\"", None]


def rows(chance, isWhole):
    """The rows of the three tables. In SQLite, some keys refer to no row."""
    codes = ["DE", "FR", "SE", "IT"]
    countries = [(code, f"Land {code}") for code in codes[:3]]
    makers = [(number, f"Maker {number % 7}", chance.choice(codes[:3 if isWhole else 4] + [None])) for number in range(1, 13)]
    ids = [maker[0] for maker in makers] + ([] if isWhole else [77, 78])
    cars = [(number, chance.choice(ids + [None]), chance.choice([None, chance.randrange(40)]), chance.choice(KINDS))
            for number in range(1, 201)]
    return countries, makers, cars


class Model:
    def __init__(self, tables):
        self.countries, self.makers, self.cars = tables
        self.country = {row[0]: row for row in self.countries}
        self.maker = {row[0]: row for row in self.makers}

    def car(self, row):
        maker = self.maker.get(row[1])
        country = self.country.get(maker[2]) if maker else None
        return {
            "id": row[0], "maker": row[1], "price": row[2], "kind": row[3],
            "maker.name": maker and maker[1], "maker.country": maker and maker[2],
            "maker.country.name": country and country[1], "count(maker)": 1 if maker else 0}

    def makers_rows(self):
        return [{
            "id": row[0], "name": row[1], "country": row[2],
            "country.name": self.country[row[2]][1] if row[2] in self.country else None,
            "count(cars.maker)": sum(1 for car in self.cars if car[1] == row[0]),
            "count(country)": 1 if row[2] in self.country else 0} for row in self.makers]


def get(url, query):
    address = f"{url}/table.csv?{urllib.parse.urlencode(query)}"
    with urllib.request.urlopen(address) as response:
        return list(csv.reader(io.StringIO(response.read().decode())))[1:], address


def text(value):
    return "" if value is None else str(value)


def condition(chance, values):
    """A random filter: its parameter, and a function that tells whether a row matches."""
    column = chance.choice(list(values[0]))
    some = chance.choice([row[column] for row in values if row[column] is not None] or [0])
    kind = chance.choice(["exact", "not", "isnull", "notnull", "gte", "in"])
    if kind == "gte" and not isinstance(some, int):
        kind = "contains"
    tests = {
        "exact": lambda row: row[column] == some, "not": lambda row: row[column] != some,
        "isnull": lambda row: row[column] is None, "notnull": lambda row: row[column] is not None,
        "gte": lambda row: row[column] is not None and row[column] >= some,
        "contains": lambda row: row[column] is not None and str(some)[-2:].lower() in row[column].lower(),
        "in": lambda row: row[column] == some}
    operand = {"contains": str(some)[-2:], "in": '"' + str(some).replace('"', '""') + '",none' if isinstance(some, str) else f"{some},99999"}
    return (f"{column}__{kind}", operand.get(kind, "" if kind in ("isnull", "notnull") else some)), tests[kind]


def check(url, table, values, chance):
    names = chance.sample(list(values[0]), chance.randrange(1, 5))
    conditions = [condition(chance, values) for _ in range(chance.randrange(3))]
    query = [("_col", name) for name in ["id", *[name for name in names if name != "id"]]] + [one for one, _ in conditions]
    found = [row for row in values if all(test(row) for _, test in conditions)]
    sort = chance.choice([None, *names])
    isDown = chance.random() < 0.5
    if sort:
        query.append(("_sort_desc" if isDown else "_sort", sort))
    top = chance.choice([None, None, 1, 2])
    if top:
        by, isNot = chance.choice(names), chance.random() < 0.5
        query.append((f"{by}__{'nottop' if isNot else 'top'}", top))
        # The order of equal rows is that of their keys, in the direction of the last column.
        if sort == "id" or not sort:
            order = sorted(found, key=lambda row: row["id"], reverse=bool(sort) and isDown)
        else:
            query = [one for one in query if one[0] not in ("_sort", "_sort_desc")] + [("_sort", "id")]
            order = found
        counts, found = {}, []
        for row in order:
            counts[row[by]] = counts.get(row[by], 0) + 1
            if (counts[row[by]] > top) == isNot:
                found.append(row)
    lines, address = get(f"{url}/{table}", query)
    expected = [[text(row[name]) for name in ["id", *[name for name in names if name != "id"]]] for row in found]
    assert sorted(lines) == sorted(expected), address
    by = chance.choice(names)
    groups = {}
    for row in found:
        groups[text(row[by])] = groups.get(text(row[by]), 0) + 1
    if not top:
        lines, address = get(f"{url}/{table}", [one for one in query if one[0] in [name for (name, _), _ in conditions]] + [("_group", by)])
        assert {line[0]: int(line[1]) for line in lines} == groups, address


def check_all(url, tables, seed):
    chance, model = random.Random(seed), Model(tables)
    cars, makers = [model.car(row) for row in model.cars], model.makers_rows()
    for _ in range(170):
        check(url, *chance.choice([("cars", cars), ("makers", makers)]), chance)


@pytest.mark.parametrize("index", ["", "CREATE INDEX i ON cars (maker); CREATE INDEX j ON makers (country);"])
def test_related_columns_of_sqlite_are_those_of_the_rows(serve, tmp_path, index):
    tables = rows(random.Random(5), isWhole=False)
    path = tmp_path / "cars.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            SCHEMA.format(countries=" REFERENCES countries", makers=" REFERENCES makers") + index)
        for name, all_rows in zip(["countries", "makers", "cars"], tables):
            connection.executemany(f"INSERT INTO {name} VALUES ({','.join('?' * len(all_rows[0]))})", all_rows)
    connection.close()
    url = serve(path).url
    check_all(url, tables, 6)
    # A page's statement has its rows, also by what other tables have.
    for query in ["maker.country.name__contains=Land&price__top=1", "count(maker)=0&maker__notnull=", "_search=Maker+3"]:
        with urllib.request.urlopen(f"{url}/cars/?{query}") as response:
            statement = re.search(r'href="([^"]*/-/sql/[^"]*sql=[^"]*)"', response.read().decode())[1]
        sql = urllib.parse.parse_qs(urllib.parse.urlsplit(html.unescape(statement)).query)["sql"][0]
        found = {line[0] for line in get(f"{url}/-/sql", [("sql", sql)])[0]}
        assert found == {line[0] for line in get(f"{url}/cars", urllib.parse.parse_qsl(query, keep_blank_values=True))[0]} != set()
    # The rows of a statement are searched by their own texts.
    maker = tables[1][0]
    for search, count in [(f"{maker[1]}", 0), ("zwei", 1)]:
        lines, _ = get(f"{url}/-/sql", [("sql", f"SELECT maker, id, 'zwei' AS word FROM cars WHERE id = 1 AND {int(maker[0])} > 0"), ("_search", search)])
        assert len(lines) == count


def test_related_columns_of_postgresql_are_those_of_the_rows(serve, empty_database):
    tables = rows(random.Random(7), isWhole=True)
    def literal(value):
        return "NULL" if value is None else "'" + str(value).replace("'", "''") + "'"
    values = ";".join(
        f"INSERT INTO {name} VALUES " + ",".join("(" + ",".join(map(literal, row)) + ")" for row in all_rows)
        for name, all_rows in zip(["countries", "makers", "cars"], tables))
    empty_database.run(
        SCHEMA.format(countries=" REFERENCES countries", makers=" REFERENCES makers") + values)
    check_all(serve(empty_database.address).url, tables, 8)
