"""The kinds of work that are measured, each a line or a figure."""
import json, tempfile, time

import facts, limit, live, peers
from load import REQUESTS, wrk
from programs import Failure, body, fetch, resident, serving

REST = 3  # seconds without a request, after which a server is idle
SLOW = 5  # seconds that peers are loaded, for some answer only a few times in each
SAME = "the same bytes from the limit"


class Work:
    """What is measured by a meter, of programs that were built: paths by name."""

    def __init__(self, meter, cascade, served, peers, datasette):
        self.meter, self.cascade, self.served = meter, cascade, served
        self.peers, self.datasette = peers, datasette

    def measure(self):
        with serving([self.served]) as (url, _):
            self.answers("page", "page", f"{url}/")
            self.answers("json", "JSON", f"{url}/table.json")
            self.unchanged("page-304", "page, unchanged (304)", f"{url}/")
            self.unchanged("json-304", "JSON, unchanged (304)", f"{url}/table.json")
            self.selections(url)
            self.swift_peers(url)
        for change, words in [("one", "one row changed each time"), ("all", "all stale each time")]:
            with serving([self.served, "--change", change]) as (url, _):
                if fetch(url + "/")[1]["ETag"] == fetch(url + "/")[1]["ETag"]:
                    raise Failure(f"nothing changes with --change {change}")
                self.answers(f"page-{change}", f"page, {words}", f"{url}/")
                self.answers(f"json-{change}", f"JSON, {words}", f"{url}/table.json")
        self.sample()
        self.sqlite()
        self.listeners()
        self.starts()

    def rate(self, url, seconds=None, **more):
        """What loads an address, for each pair alike."""
        return lambda _: wrk(url, seconds or self.meter.seconds, **more).rate

    def answers(self, key, title, url):
        """An address against the limit that answers the same bytes."""
        _, headers, content = fetch(url)
        with limit.answering(content, headers["Content-Type"]) as (other, _):
            self.meter.compare(key, title, len(content), self.rate(url), self.rate(other + "/"), SAME)

    def unchanged(self, key, title, url):
        """An address whose answer the client has, against the limit that looks at If-None-Match too."""
        _, headers, content = fetch(url)
        known = {"If-None-Match": headers["ETag"]}
        status, told, _ = fetch(url, headers=known)
        if status != 304:
            raise Failure(f"If-None-Match was answered with {status}")
        fields = [each for name in ("Cache-Control", "Vary") if told[name] for each in (name, told[name])]
        header = [f"If-None-Match: {headers['ETag']}"]
        with limit.answering(content, headers["Content-Type"], [headers["ETag"], *fields]) as (other, _):
            if fetch(other + "/", headers=known)[0] != 304:
                raise Failure("the limit does not answer 304")
            self.meter.compare(key, title, 0, self.rate(url, headers=header), self.rate(other + "/", headers=header),
                               "304 from the limit, with " + ", ".join(["ETag", *fields[::2]]))

    def selections(self, url):
        """One row after the other selected by one visitor, for without the cookie each request would be a new one."""
        rows = places(url)
        headers = fetch(f"{url}/select/0/0", method="POST")[1]
        cookie = (headers["Set-Cookie"] or "").split(";")[0]
        content = body(f"{url}/select/0/1", method="POST", headers={"Cookie": cookie})
        with tempfile.NamedTemporaryFile("w") as file, limit.answering(content, "application/json") as (other, _):
            file.writelines(f"/select/{section}/{row}\n" for section, row in rows)
            file.flush()
            posts = {"script": [REQUESTS, file.name, "0", "POST"], "headers": [f"Cookie: {cookie}"]}
            self.meter.compare("select", "POST select, another row each time", len(content),
                               self.rate(url, **posts), self.rate(other, **posts),
                               "as many bytes from the limit, by POST")

    def swift_peers(self, url):
        if not self.peers:
            return
        for name, title in [("hummingbird", "Hummingbird"), ("flyingfox", "FlyingFox")]:
            with peers.swift(self.peers, name, url) as other:
                for path, kind, means, key in [("/", "page", "swift-mustache", "mustache"),
                                               ("/table.json", "JSON", "Codable", "codable")]:
                    key = f"{kind.lower()}-{key}" if name == "hummingbird" else f"{kind.lower()}-{name}"
                    size = len(body(other + path))
                    self.meter.compare(key, kind, len(body(url + path)), self.rate(url + path),
                                       self.rate(other + path, SLOW), f"{title} with {means}, {size:,} bytes")

    def sample(self):
        """The sample of `cascade serve`, with more columns, links and dates; and what is resident when nobody asks."""
        with serving([self.cascade, "serve", "--port", "0", "--log-level", "error"]) as (url, process):
            fetch(url + "/")
            time.sleep(REST)
            self.meter.note("idle", "resident, idle", [resident(process) / 1e6], "MB",
                            f"the sample after its first page and {REST} s of rest")
            self.answers("sample-page", "sample, page", f"{url}/")
            self.answers("sample-json", "sample, JSON", f"{url}/table.json")
            self.meter.note("loaded", "resident, after load", [resident(process) / 1e6], "MB", "the sample")

    def sqlite(self):
        """Windows of 100 of a million rows."""
        database = facts.make()
        first = f"/facts/table.json?_size={facts.PAGE}"
        with serving([self.cascade, "serve", database, "--port", "0", "--log-level", "error"]) as (url, process):
            check_window(url, first, 0)
            check_window(url, facts.page(facts.ROWS // 2), facts.ROWS // 2 + 1)
            size = len(body(url + first))
            with limit.reading(database, "facts", "id", facts.PAGE) as (other, _):
                self.meter.compare("sqlite-first", "SQLite, first 100 of 1,000,000 rows", size, self.rate(url + first),
                                   self.rate(other + "/?after=0"), "the limit reading those rows")
                self.meter.compare("sqlite-window", "SQLite, other 100 rows each time", size,
                                   self.window(url, facts.page), self.window(other, facts.limit_page),
                                   "the limit reading those rows")
            if self.datasette:
                with peers.datasette(self.datasette, database) as (other, _):
                    self.datasette_windows(url, other, size)
            self.meter.note("sqlite-loaded", "resident, 1,000,000 rows of SQLite", [resident(process) / 1e6], "MB",
                            "after load")

    def datasette_windows(self, url, other, size):
        page = facts.PAGE
        html = len(body(url + facts.html(page)))
        for key, title, size, ours, theirs, kind in [
                ("sqlite-datasette-json", "SQLite, other 100 rows each time", size, facts.page, facts.datasette_page,
                 "JSON"),
                ("sqlite-datasette-page", "SQLite, page of other 100 rows", html, facts.html, facts.datasette_html,
                 "page")]:
            theirs_size = len(body(other + theirs(page)))
            self.meter.compare(key, title, size, self.window(url, ours), self.window(other, theirs, SLOW),
                               f"Datasette's {kind}, {theirs_size:,} bytes")

    def window(self, url, of, seconds=None):
        """What loads pages of a million rows, none of them twice."""
        return lambda n: wrk(url, seconds or self.meter.seconds, script=facts.script(of, n, 2 * self.meter.pairs)).rate

    def listeners(self):
        with serving([self.served, "--change", "selected"]) as (url, _):
            each, last = live.delays(url, places(url), turns=50 * self.meter.seconds)
        about = f"100 who listen, from the click that changes a row, {len(last)} times"
        for key, title, values in [("live-p50", "live update, p50", [live.percentile(each, 50)]),
                                   ("live-p99", "live update, p99", [live.percentile(each, 99)]),
                                   ("live-last", "live update, until the last has it", last)]:
            self.meter.note(key, title, values, "ms", about)

    def starts(self):
        for key, title, source in [("start", "start to first answer", []),
                                   ("sqlite-start", "start, 1,000,000 rows of SQLite", [facts.make()])]:
            command = [self.cascade, "serve", *source, "--port", "0", "--log-level", "error"]
            self.meter.note(key, title, [milliseconds_to_answer(command) for _ in range(2 * self.meter.pairs + 1)],
                            "ms", "from the program's start to its first page")


def milliseconds_to_answer(command):
    start = time.monotonic()
    with serving(command) as (url, _):
        body(url + "/")
        return (time.monotonic() - start) * 1000


def places(url):
    """Section and row of each row of the first page."""
    table = json.loads(body(url + "/table.json"))
    return [(row["section"], row["row"]) for section in table["sections"] for row in section["rows"]]


def check_window(url, path, start):
    """A page asked for by a made token has to be the page meant."""
    found = [row["row"] for section in json.loads(body(url + path))["sections"] for row in section["rows"]]
    if found != list(range(start, start + facts.PAGE)):
        raise Failure(f"{path} has not the hundred rows from {start}")
