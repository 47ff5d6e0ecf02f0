"""Random groups, cross tables and charts, compared with what Python computes from the same rows."""

import csv
import datetime
import html
import io
import math
import random
import re
import sqlite3
import statistics
import urllib.parse
import urllib.request

import pytest

NAMES = ["city", "kind", "day", "amount", "pieces"]
KEYS = [("city", ""), ("kind", ""), ("pieces", ""), ("day", ""), ("pieces", "5"), ("amount", "2.5")] + [
    ("day", bin) for bin in ("year", "quarter", "month", "week", "day", "weekday")]
FIGURES = [None] + [(name, column) for name in ("sum", "mean", "median", "min", "max") for column in ("amount", "pieces")] + [
    (name, column) for name in ("count", "distinct") for column in ("amount", "city", "day")]


def rows(chance):
    first = datetime.date(2023, 11, 20)
    return [(
        chance.choice(["Bonn", "Ulm", "Äh, \"x\"", "ulm", None]), chance.choice(["a", "b", "c"]),
        chance.choice([None, (first + datetime.timedelta(days=chance.randrange(150))).isoformat()]),
        chance.choice([None, chance.randrange(-40, 40) / 4]), chance.choice([None, chance.randrange(-7, 30)]))
        for _ in range(400)]


def key(value, bin):
    if value is None or not bin:
        return value
    if bin[0].isdigit():
        return math.floor(value / float(bin)) * float(bin)
    day = datetime.date.fromisoformat(value)
    return {
        "year": value[:4], "quarter": f"{day.year}-Q{(day.month + 2) // 3}", "month": value[:7], "day": value,
        "week": (day - datetime.timedelta(days=day.weekday())).isoformat(), "weekday": day.isoweekday()}[bin]


def figure(found, wanted):
    if wanted is None:
        return len(found) or None
    values = [row[NAMES.index(wanted[1])] for row in found]
    values = [value for value in values if value is not None]
    if wanted[0] in ("count", "distinct"):
        return len(values if wanted[0] == "count" else set(values)) if found else None
    compute = {"sum": sum, "mean": statistics.fmean, "median": statistics.median, "min": min, "max": max}
    return compute[wanted[0]](values) if values else None


def cell(text):
    try:
        return float(text)
    except ValueError:
        return text or None


def same(one, other):
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return one == other


def name(value):
    """The name of a value in a heading, and in the first column."""
    if isinstance(value, float) and value == int(value):
        value = int(value)
    return "null" if value is None else str(value)


def get(url, query, file="table.csv"):
    address = f"{url}/sales/{file}?{urllib.parse.urlencode(query)}"
    with urllib.request.urlopen(address) as response:
        return response.read().decode(), address


def table(url, query):
    text, address = get(url, query)
    return [[cell(value) for value in line] for line in csv.reader(io.StringIO(text))][1:], text, address


def groups(found, keys):
    result = {}
    for row in found:
        result.setdefault(tuple(key(row[NAMES.index(column)], bin) for column, bin in keys), []).append(row)
    return result


def check_list(url, all_rows, chance):
    keys = chance.sample(KEYS, chance.choice([1, 1, 2]))
    wanted = [chance.choice(FIGURES[1:]) for _ in range(chance.randrange(3))]
    wanted = list(dict.fromkeys(wanted))
    query = [(part, value) for column, bin in keys for part, value in (("_group", column), ("_bin", bin))]
    query += [("_" + one, column) for one, column in wanted]
    least = chance.choice([None, 2, 10])
    if least:
        query.append(("_having", f"count__gte={least}"))
    shown = chance.choice([None, None, "percent"]) if not wanted else None
    if shown:
        query.append(("_as", shown))
    expected = {}
    for values, found in groups(all_rows, keys).items():
        if not least or len(found) >= least:
            expected[values] = [len(found)] + [figure(found, one) for one in wanted]
    if shown:
        total = len(all_rows)  # also of the groups that are left out
        for values in expected.values():
            values.append(values[0] / total * 100)
    lines, text, address = table(url, query)
    assert len(lines) == len(expected), address
    by_name = {tuple(map(name, values)): figures for values, figures in expected.items()}
    for line in lines:
        figures = by_name[tuple(name(value) for value in line[:len(keys)])]
        assert all(same(one, other) for one, other in zip(figures, line[len(keys):], strict=True)), (address, line, figures)


def check_cross(url, all_rows, chance):
    while (keys := chance.sample(KEYS, 2)) and keys[0][0] == keys[1][0]:
        pass
    wanted = chance.choice(FIGURES)
    query = [("_group", keys[0][0]), ("_across", keys[1][0]), ("_bin", keys[0][1]), ("_bin", keys[1][1])]
    if wanted:
        query.append(("_" + wanted[0], wanted[1]))
    cells = groups(all_rows, keys)
    across = {values[1] for values in cells}
    if len(across) > 100:
        with pytest.raises(urllib.error.HTTPError):
            get(url, query)
        return
    text, address = get(url, query)
    head, *lines = csv.reader(io.StringIO(text))
    assert sorted(head[1:-1]) == sorted(map(name, across)) and head[-1] == "total", address
    down = {name(values[0]): values[0] for values in cells}
    beside = {name(value): value for value in across}
    assert len(lines) == len(down) + 1, address
    for line in lines:
        is_total = line is lines[-1]
        first = name(cell(line[0])) if line[0] else "null"
        for heading, value in zip(head[1:], line[1:], strict=True):
            found = [
                row for values, part in cells.items() for row in part
                if (is_total or values[0] == down[first]) and (heading == "total" or values[1] == beside[heading])]
            assert same(figure(found, wanted), cell(value)), (address, line[0], heading, value)


def check_chart(url, chance):
    column, bin = chance.choice(KEYS)
    query = [("_group", column), ("_bin", bin)] + ([("_sum", "pieces")] if chance.random() < 0.5 else [])
    lines, _, address = table(url, query)
    drawing, _ = get(url, query + [("_chart", "bars")], "table.svg")
    titles = [html.unescape(title) for title in re.findall("<title>(.*?)</title>", drawing)]
    expected = {("—" if line[0] is None else name(line[0])): line[-1] for line in lines if line[-1] is not None}
    left_out = re.search(r">([0-9]+) more are not drawn<", drawing)
    assert len(titles) + (int(left_out[1]) if left_out else 0) >= len(expected), address
    for title in titles:
        label, number = title.rsplit(": ", 1)
        assert same(expected[label], float(number)), (address, title)


def check(url, all_rows, seed):
    chance = random.Random(seed)
    for _ in range(100):
        check_list(url, all_rows, chance)
        check_cross(url, all_rows, chance)
        check_chart(url, chance)


@pytest.mark.parametrize("types", ["TEXT, kind TEXT, day DATE, amount REAL, pieces INTEGER", ", kind, day, amount, pieces"])
def test_groups_of_sqlite_are_those_of_their_rows(serve, tmp_path, types):
    path, all_rows = tmp_path / "sales.db", rows(random.Random(types))
    with sqlite3.connect(path) as connection:
        connection.execute(f"CREATE TABLE sales (id INTEGER PRIMARY KEY, city {types})")
        connection.executemany("INSERT INTO sales (city, kind, day, amount, pieces) VALUES (?, ?, ?, ?, ?)", all_rows)
    connection.close()
    check(serve(path).url, all_rows, types)


def test_groups_of_postgresql_are_those_of_their_rows(serve, empty_database):
    all_rows = rows(random.Random(3))
    def literal(value):
        return "NULL" if value is None else "'" + str(value).replace("'", "''") + "'"
    values = ",".join("(" + ",".join(map(literal, row)) + ")" for row in all_rows)
    empty_database.run(
        "CREATE TABLE sales (id serial PRIMARY KEY, city text, kind text, day date, amount float8, pieces integer);"
        f" INSERT INTO sales (city, kind, day, amount, pieces) VALUES {values}")
    check(serve(empty_database.address).url, all_rows, 3)
