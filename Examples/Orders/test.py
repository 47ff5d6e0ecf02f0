#!/usr/bin/env python3
"""Starts the example with orders in a new file, and checks its pages and exports beside a writer: test.py PROGRAM [COUNT]."""

import concurrent.futures
import http.client
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
EXPORTS = 20
# The order whose total the writer sets to the number of orders, in cents.
FIRST = 1


def ask(method, path, body=None, headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request(method, path, body, headers)
    return connection.getresponse()


def answered(status, method, path, body=None):
    headers = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    answer = ask(method, path, body, headers)
    text = answer.read().decode()
    assert answer.status == status, f"{method} {path}: {answer.status}, not {status}: {text}"
    return text


def page(path):
    return json.loads(answered(200, "GET", path))


def ids(table):
    return [int(row["id"]) for section in table["sections"] for row in section["rows"]]


def write(stop):
    """Adds an order every 20 milliseconds. In the same transaction, the first order gets their number as total in cents."""
    database = sqlite3.connect(path, timeout=30, isolation_level=None)
    database.execute("PRAGMA synchronous = OFF")
    while not stop.wait(0.02):
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO orders (customer, status, total, placed) VALUES ('New', 'open', 0.01, '2026-01-01')")
        database.execute("UPDATE orders SET total = (SELECT max(id) FROM orders) / 100.0 WHERE id = ?", (FIRST,))
        database.execute("COMMIT")


def export(number):
    """Returns what became of an export: whole or broken. Fails if it is whole, but not the orders of one state."""
    address = "/orders/table.csv" if number % 2 else "/orders/table.csv?_sort_desc=id"
    try:
        answer = ask("GET", address)
        text = answer.read().decode()
    except (http.client.IncompleteRead, ConnectionError):
        return "broken"
    if answer.status != 200:
        assert answer.status == 503, f"{address}: {answer.status}"
        return f"refused ({json.loads(text)['detail']})"
    lines = [line.split(",") for line in text.splitlines()[1:]]
    found = [int(line[0]) for line in lines]
    if not number % 2:
        found.reverse()
        lines.reverse()
    assert found == list(range(1, len(found) + 1)), f"{address}: rows are missing, empty or there twice"
    assert len(found) >= COUNT
    total = float(lines[0][3])
    assert round(total * 100) in (len(found), FIRST_TOTAL), f"{address}: {len(found)} orders, but the first says {total}"
    return "whole"


folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "orders.sqlite")
environment = os.environ | {"ORDERS_FILE": path, "ORDERS_COUNT": str(COUNT), "CASCADE_PORT": "0"}
program = subprocess.Popen([sys.argv[1]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def drain(stream, sink):
    for text in stream:
        sink.append(text)


try:
    lines = []
    for stream in (program.stdout, program.stderr):
        threading.Thread(target=drain, args=(stream, lines), daemon=True).start()
    deadline = time.time() + 120
    while not (found := [match for text in lines if (match := re.search(r"127\.0\.0\.1:(\d+)", text))]):
        assert time.time() < deadline and program.poll() is None, f"The program does not listen: {lines}"
        time.sleep(0.05)
    port = int(found[0][1])

    # Pages: first, next, deep, sorted, filtered, found.
    first = page("/orders/table.json")
    assert first["count"] == COUNT and ids(first) == list(range(1, 101))
    assert ids(page(first["next_url"])) == list(range(101, 201))
    deep = COUNT * 3 // 4
    assert ids(page(f"/orders/table.json?_next=0.{deep - 1}~{deep}"))[:2] == [deep + 1, deep + 2]
    assert deep in ids(page(f"/orders/table.json?_row={deep}"))
    totals = [row["cell"]["fields"]["total"] for row in page("/orders/table.json?_sort_desc=total")["sections"][0]["rows"]]
    assert totals == sorted(totals, reverse=True)
    opened = page("/orders/table.json?status=open&_sort=customer")
    assert opened["count"] == COUNT // 4 and opened["total"] == COUNT
    assert {row["cell"]["fields"]["status"] for row in opened["sections"][0]["rows"]} == {"open"}
    searched = page("/orders/table.json?_search=bakery")
    assert 0 < searched["count"] < COUNT
    FIRST_TOTAL = round(first["sections"][0]["rows"][0]["cell"]["fields"]["total"] * 100)

    # Orders of a page are shipped, and an order that is cancelled refuses all.
    chosen = ids(opened)[:2]
    form = f"rows=0.0@{chosen[0]}&rows=0.1@{chosen[1]}&_query=status%3Dopen%26_sort%3Dcustomer"
    answered(200, "POST", "/orders/selected/ship", form)
    assert page("/orders/table.json?status=open")["count"] == COUNT // 4 - 2
    for order in chosen:
        assert page(f"/orders/table.json?id={order}")["sections"][0]["rows"][0]["cell"]["fields"]["status"] == "shipped"
    cancelled = ids(page("/orders/table.json?status=cancelled"))[0]
    answered(409, "POST", "/orders/selected/ship", f"rows=0.0@{cancelled}&_query=status%3Dcancelled")

    # An order from elsewhere is shown by open pages.
    events = ask("GET", "/orders/events")
    assert events.readline().startswith(b"retry")
    answered(204, "POST", "/hooks/order", "customer=Zoe&total=12.50")
    while not events.readline().startswith(b"data"):
        pass
    assert page("/orders/table.json")["count"] == COUNT + 1

    # Exports beside a writer.
    stop = threading.Event()
    writer = threading.Thread(target=write, args=(stop,))
    writer.start()
    started = time.time()
    with concurrent.futures.ThreadPoolExecutor(5) as pool:
        results = list(pool.map(export, range(EXPORTS)))
    stop.set()
    writer.join()
    print(f"{EXPORTS} exports of {COUNT} orders in {time.time() - started:.1f} s: "
          + ", ".join(f"{results.count(result)} {result}" for result in sorted(set(results))))
    # Each export reads a copy that never changes, so none of them has a reason to break off.
    assert results == ["whole"] * EXPORTS, results

    # Pages answer beside a writer, too.
    program.send_signal(signal.SIGTERM)
    assert program.wait(timeout=10) == 0
finally:
    program.kill()
    folder.cleanup()
