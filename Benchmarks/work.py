"""The kinds of work that are measured. Each gives a line or a figure."""
import json, subprocess, tempfile, time

import facts, limit, live, peers
from load import REQUESTS, loaded
from programs import Failure, body, fetch, resident, serving

REST = 3  # seconds without a request, after which a server is idle
SLOW = 5  # seconds for which peers are loaded, because some send only a few responses a second
# Our server may cache a response that the limit makes again. So it is also compared with a limit that keeps it.
KEPT = {"bytes": "", "kept": ", made once for each thread"}
SAME = {mode: "the same bytes from the limit" + words for mode, words in KEPT.items()}


EVERY_ROW = "every row changed before each request"


class Work:
    """The measurements of a meter. The programs are given by their paths."""

    def __init__(self, meter, cascade, served, peers, datasette):
        self.meter, self.cascade, self.served = meter, cascade, served
        self.peers, self.datasette = peers, datasette

    def steps(self):
        """Returns the steps in order, by the name that is shown if a step fails. They are independent."""
        steps = {}
        if self.datasette:
            steps["Datasette"] = self.datasette_windows
        steps["SQLite"] = self.sqlite
        steps["every row changed"] = lambda: self.changing("all", EVERY_ROW)
        if self.peers:
            steps["Hummingbird"] = lambda: self.swift_peer("hummingbird", "Hummingbird")
            steps["FlyingFox"] = lambda: self.swift_peer("flyingfox", "FlyingFox")
        steps["one row changed"] = lambda: self.changing("one", "one row changed before each request")
        steps["the unchanged table"] = self.table
        steps["the sample"] = self.sample
        return steps | {"CSV": self.csv, "those who listen": self.listeners, "the start": self.starts}

    def table(self):
        with serving([self.served]) as ours:
            self.answers("page", "page, unchanged", ours, "/")
            self.answers("json", "JSON, unchanged", ours, "/table.json")
            self.unchanged("page-304", "page, unchanged (304)", ours, "/")
            self.unchanged("json-304", "JSON, unchanged (304)", ours, "/table.json")
            self.answers("page-kept", "page, unchanged", ours, "/", "kept")
            self.unchanged("page-304-kept", "page, unchanged (304)", ours, "/", "kept")
            self.selections(ours)

    def changing(self, change, words):
        with serving([self.served, "--change", change]) as ours:
            check_changing(ours[0], {"one": 1, "all": 100}[change])
            self.answers(f"page-{change}", f"page, {words}", ours, "/")
            self.answers(f"json-{change}", f"JSON, {words}", ours, "/table.json")

    def load(self, side, path, seconds=None, **more):
        """Returns a function that loads a path of a server in each pair. `side` is the server's address and process."""
        url, process = side
        return lambda _: loaded(url + path, process, seconds or self.meter.seconds, **more)

    def answers(self, key, title, ours, path, mode="bytes"):
        """Compares a path with the limit that sends the same bytes."""
        _, headers, content = fetch(ours[0] + path)
        with limit.answering(content, headers["Content-Type"], mode=mode) as other:
            self.meter.compare(key, title, len(content), self.load(ours, path), self.load(other, "/"), SAME[mode])

    def unchanged(self, key, title, ours, path, mode="bytes"):
        """Compares a path that the client has in its cache with the limit that also checks If-None-Match."""
        url = ours[0] + path
        _, headers, content = fetch(url)
        known = {"If-None-Match": headers["ETag"]}
        status, told, _ = fetch(url, headers=known)
        if status != 304:
            raise Failure(f"the response to If-None-Match has status {status}, not 304")
        fields = [each for name in ("Cache-Control", "Vary") if told[name] for each in (name, told[name])]
        header = [f"If-None-Match: {headers['ETag']}"]
        with limit.answering(content, headers["Content-Type"], [headers["ETag"], *fields], mode) as other:
            if fetch(other[0] + "/", headers=known)[0] != 304:
                raise Failure("the limit does not respond with 304")
            self.meter.compare(key, title, 0, self.load(ours, path, headers=header),
                               self.load(other, "/", headers=header),
                               "304 from the limit, with " + ", ".join(["ETag", *fields[::2]]) + KEPT[mode])

    def selections(self, ours):
        """Selects the rows in turn as one visitor. Without the cookie, each request would be a new visitor."""
        url, _ = ours
        rows = places(url)
        headers = fetch(f"{url}/select/0/0", method="POST")[1]
        cookie = (headers["Set-Cookie"] or "").split(";")[0]
        content = body(f"{url}/select/0/1", method="POST", headers={"Cookie": cookie})
        with tempfile.NamedTemporaryFile("w") as file, limit.answering(content, "application/json") as other:
            file.writelines(f"/select/{section}/{row}\n" for section, row in rows)
            file.flush()
            posts = {"script": [REQUESTS, file.name, "0", "POST"], "headers": [f"Cookie: {cookie}"]}
            self.meter.compare("select", "POST select, another row each time", len(content),
                               self.load(ours, "", **posts), self.load(other, "", **posts),
                               "as many bytes from the limit, by POST")

    def swift_peer(self, name, title):
        """Compares a peer that builds each response again with our server when every row changes."""
        with (serving([self.served]) as unchanged, serving([self.served, "--change", "all"]) as ours,
              peers.swift(self.peers, name, unchanged[0]) as other):
            for path, theirs, kind, means, key in [
                    ("/", "/", "page", "swift-mustache", "mustache"),
                    ("/", "/named", "page", "swift-mustache, each value by `MustacheParent`", "named"),
                    ("/table.json", "/table.json", "JSON", "Codable", "codable")]:
                key = f"{kind.lower()}-{key if name == 'hummingbird' else f'{key}-{name}'}"
                size = len(body(other[0] + theirs))
                self.meter.compare(key, f"{kind}, {EVERY_ROW}", len(body(ours[0] + path)), self.load(ours, path),
                                   self.load(other, theirs, SLOW), f"{title} with {means}, {size:,} bytes")

    def sample(self):
        """Measures the sample of `cascade serve`, which has more columns, links and dates, and the memory when idle."""
        with serving([self.cascade, "serve", "--port", "0", "--log-level", "error"]) as (url, process):
            ours = url, process
            fetch(url + "/")
            time.sleep(REST)
            self.meter.note("idle", "resident, idle", [resident(process) / 1e6], "MB",
                            f"the sample, {REST} s after its first page")
            self.answers("sample-page", "sample, page, unchanged", ours, "/")
            self.answers("sample-json", "sample, JSON, unchanged", ours, "/table.json")
            self.meter.note("loaded", "resident, after load", [resident(process) / 1e6], "MB", "the sample")

    def sqlite(self):
        """Measures pages of 100 of a million rows."""
        database = facts.make()
        first = f"/facts/table.json?_size={facts.PAGE}"
        with serving([self.cascade, "serve", database, "--port", "0", "--log-level", "error"]) as (url, process):
            ours = url, process
            check_window(url, first, 0)
            check_window(url, facts.page(facts.ROWS // 2), facts.ROWS // 2 + 1)
            size = len(body(url + first))
            with limit.reading(database, "facts", "id", facts.PAGE) as other:
                self.meter.compare("sqlite-first", "SQLite, first 100 of 1,000,000 rows, unchanged", size, self.load(ours, first),
                                   self.load(other, "/?after=0"), "the limit, which reads the same rows")
                self.meter.compare("sqlite-window", "SQLite, JSON of other 100 rows each time", size,
                                   self.window(ours, facts.page), self.window(other, facts.limit_page),
                                   "the limit, which reads the same rows")
                self.meter.compare("sqlite-page", "SQLite, page of other 100 rows each time",
                                   len(body(url + facts.html(facts.PAGE))),
                                   self.window(ours, facts.html), self.window(other, facts.limit_page),
                                   "the limit, which reads the same rows, as JSON")
            self.meter.note("sqlite-loaded", "resident, 1,000,000 rows of SQLite", [resident(process) / 1e6], "MB",
                            "after load")

    def datasette_windows(self):
        database, page = facts.make(), facts.PAGE
        with (serving([self.cascade, "serve", database, "--port", "0", "--log-level", "error"]) as ours,
              peers.datasette(self.datasette, database) as other):
            for key, title, mine, theirs, kind in [
                    ("sqlite-datasette-json", "SQLite, JSON of other 100 rows each time", facts.page, facts.datasette_page,
                     "JSON"),
                    ("sqlite-datasette-page", "SQLite, page of other 100 rows each time", facts.html, facts.datasette_html,
                     "page")]:
                size, theirs_size = len(body(ours[0] + mine(page))), len(body(other[0] + theirs(page)))
                self.meter.compare(key, title, size, self.window(ours, mine), self.window(other, theirs, SLOW),
                                   f"Datasette's {kind}, {theirs_size:,} bytes")

    def window(self, side, of, seconds=None):
        """Returns a function that loads pages of a million rows, none of them twice."""
        pairs = self.meter.pairs + 1  # with the pair that warms up
        return lambda n: loaded(*side, seconds or self.meter.seconds, script=facts.script(of, n, pairs))

    def csv(self):
        """Exports a million rows with `cascade export` and with the `sqlite3` shell, in turn."""
        database = facts.make()
        ours = [self.cascade, "export", database, "--format", "csv"]
        theirs = ["sqlite3", "-csv", "-header", database, "SELECT * FROM facts"]
        ratios = [seconds_of(theirs) / seconds_of(ours) for _ in range(self.meter.share(self.meter.pairs))]
        self.meter.note("csv", "CSV of 1,000,000 rows, speed", ratios, "×", "the speed of sqlite3 -csv")

    def listeners(self):
        with serving([self.served, "--change", "selected"]) as (url, _):
            each, last = live.delays(url, places(url), turns=self.meter.share(50 * self.meter.seconds))
        about = f"100 open event streams, from the click that changes a row, {50 * self.meter.seconds} clicks"
        for key, title, values in [("live-p50", "live update, p50", [live.percentile(each, 50)]),
                                   ("live-p99", "live update, p99", [live.percentile(each, 99)]),
                                   ("live-last", "live update, until the last has it", last)]:
            self.meter.note(key, title, values, "ms", about)

    def starts(self):
        for key, title, source in [("start", "start to first answer", []),
                                   ("sqlite-start", "start, 1,000,000 rows of SQLite", [facts.make()])]:
            command = [self.cascade, "serve", *source, "--port", "0", "--log-level", "error"]
            taken = [milliseconds_to_answer(command) for _ in range(self.meter.share(2 * self.meter.pairs + 1))]
            self.meter.note(key, title, taken, "ms", "from the program's start to its first page")


def seconds_of(command):
    start = time.monotonic()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def milliseconds_to_answer(command):
    start = time.monotonic()
    with serving(command) as (url, _):
        body(url + "/")
        return (time.monotonic() - start) * 1000


def places(url):
    """Returns the section and row numbers of all rows of the first page."""
    table = json.loads(body(url + "/table.json"))
    return [(row["section"], row["row"]) for section in table["sections"] for row in section["rows"]]


def check_changing(url, count):
    """Checks that the page changes from one response to the next, and that `count` rows change."""
    tags = [fetch(url + "/")[1]["ETag"] for _ in range(2)]
    if tags[0] == tags[1]:
        raise Failure("the page does not change")
    before, after = ([row for section in json.loads(body(url + "/table.json"))["sections"] for row in section["rows"]]
                     for _ in range(2))
    changed = sum(one != other for one, other in zip(before, after))
    if changed != count:
        raise Failure(f"{changed} rows change instead of {count}")


def check_window(url, path, start):
    """Checks that the page of a computed token begins at the expected row."""
    found = [row["row"] for section in json.loads(body(url + path))["sections"] for row in section["rows"]]
    if found != list(range(start, start + facts.PAGE)):
        raise Failure(f"{path} does not have the 100 rows from {start}")
