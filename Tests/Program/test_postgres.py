"""What an administrator of PostgreSQL sees of the program: how many statements it asks, and how much memory values take."""

import json
import re
import socket
import threading
import urllib.parse
import urllib.request


class Counter:
    """A line to a database server that counts the statements which pass."""

    def __init__(self, address):
        parts = urllib.parse.urlsplit(address)
        self.target, self.statements = (parts.hostname, parts.port), 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        port = self.listener.getsockname()[1]
        self.address = address.replace(f":{parts.port}/", f":{port}/") + "?sslmode=disable&gssencmode=disable"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            far = socket.create_connection(self.target)
            threading.Thread(target=self.pass_on, args=(far, near, False), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(near, far, True), daemon=True).start()

    def pass_on(self, source, sink, counts):
        rest, head = b"", 4  # the first message has no letter
        try:
            while data := source.recv(65536):
                rest += data if counts else b""
                while len(rest) >= head and len(rest) >= (length := int.from_bytes(rest[head - 4:head], "big") + head - 4):
                    self.statements += head == 5 and rest[:1] in b"EQ"
                    rest, head = rest[length:], 5
                sink.sendall(data)
        except OSError:
            pass
        sink.close()


def get(server, path, accept="text/html"):
    request = urllib.request.Request(server.url + path, headers={"Accept": accept})
    with urllib.request.urlopen(request) as response:
        return response.read().decode()


def test_a_row_asks_few_statements_whatever_the_number_of_tables(serve, empty_database):
    empty_database.run("""
        CREATE TABLE country (id int PRIMARY KEY, name text); INSERT INTO country SELECT i, 'c' || i FROM generate_series(1, 5) i;
        CREATE TABLE city (id int PRIMARY KEY, name text, a int REFERENCES country, b int REFERENCES country);
        INSERT INTO city SELECT i, 'city ' || i, 1 + i % 5, 1 + i % 4 FROM generate_series(1, 50) i;
        DO $$ BEGIN FOR i IN 1..20 LOOP
            EXECUTE format('CREATE TABLE t%s (id int PRIMARY KEY, c int REFERENCES country)', i);
            EXECUTE format('INSERT INTO t%s SELECT 1, 2 WHERE %s %% 2 = 0', i, i);
        END LOOP; END $$; ANALYZE""")
    line = Counter(empty_database.address)
    server = serve(line.address)
    get(server, "/country/row/1/"), get(server, "/city/row/1/")

    def asked(path, ids=(2, 3, 4)):
        """Returns the last body, and the least number of statements: a new connection asks one, too."""
        counts = []
        for id in ids:
            before = line.statements
            body = get(server, path.format(id))
            counts.append(line.statements - before)
        return body, min(counts)

    record, count = asked("/city/row/{}.json", (5, 6, 7))
    assert json.loads(record)["name"] == "city 7" and count <= 4, count
    page, count = asked("/city/row/{}/")
    assert "c5" in page and count <= 20, (count, page)
    page, count = asked("/country/row/{}/", (3, 4, 2))
    assert page.count('?c=2"') == 10 and "city" in page and count <= 20, (count, page)
    page, count = asked("/city/?_size={}")
    assert count <= 20, count


def test_long_values_that_are_compressed_take_little_memory(serve, empty_database):
    empty_database.run(
        "CREATE TABLE t (id int PRIMARY KEY, body text); INSERT INTO t SELECT i, repeat('x', 5000000) FROM generate_series(1, 40) i")
    server = serve(empty_database.address)

    def memory():
        status = open(f"/proc/{server.process.pid}/status").read()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) >> 10

    assert len(get(server, "/t/table.json", "*/*")) < 1 << 20
    assert memory() < 100
    # Rows of an export are fetched by their size.
    assert len(get(server, "/t/table.csv", "*/*")) > 40 * 5_000_000
    assert memory() < 350
