"""Speed, latency and memory with more connections and more rows."""
import contextlib, dataclasses, random, statistics, tempfile

import facts, limit
from load import REQUESTS, loaded
from programs import Failure, allow_open_files, body, resident, serving

CONNECTIONS = [1, 10, 100, 1_000, 10_000]
ROWS = [10, 100, 1_000, 10_000, 100_000, 1_000_000]
SECTIONS = 4  # of the table in memory


@dataclasses.dataclass
class Point:
    """The results of a server at one size: the medians of several runs, and the peak of resident memory."""
    size: int
    rate: float
    p50: float  # milliseconds
    p99: float
    processor: float  # microseconds of processor time for each request
    resident: float  # MB


@dataclasses.dataclass
class Curve:
    key: str
    title: str
    points: list


class Scale:
    def __init__(self, cascade, served, seconds, runs, sizes=6):
        self.cascade, self.served, self.seconds, self.runs = cascade, served, seconds, runs
        self.sizes = sizes  # the number of sizes to measure, from the smallest

    def connections(self):
        """Measures the unchanged page, and the limit for comparison, with more and more clients at once."""
        most = CONNECTIONS[-1] + 1_000
        allow_open_files(most)
        ours, theirs = Curve("page", "page, unchanged", []), Curve("limit", "the limit", [])
        for count in CONNECTIONS[:self.sizes]:
            with serving([self.served, "--max-connections", str(most)]) as (url, process):
                content = body(url + "/")
                ours.points.append(self.point(count, url + "/", process, connections=count))
            with limit.answering(content, "text/html") as (other, process):
                theirs.points.append(self.point(count, other + "/", process, connections=count))
        return [ours, theirs]

    def rows(self):
        """Measures pages of 100 rows of larger and larger tables, in memory and in SQLite."""
        curves = [Curve("unchanged", "page, unchanged", []), Curve("one", "page, one row changed each time", []),
                  Curve("window", "JSON, other 100 rows each time", []),
                  Curve("sqlite", "SQLite, other 100 rows each time", [])]
        for count in ROWS[:self.sizes]:
            with serving([self.served, "--rows", str(count)]) as (url, process):
                curves[0].points.append(self.point(count, url + "/", process))
                with windows(url, count) as paths:
                    curves[2].points.append(self.point(count, url, process, script=[REQUESTS, paths, "0"]))
            with serving([self.served, "--rows", str(count), "--change", "one"]) as (url, process):
                curves[1].points.append(self.point(count, url + "/", process))
            source = facts.make(count)
            with serving([self.cascade, "serve", source, "--port", "0", "--log-level", "error"]) as (url, process):
                script = [REQUESTS, facts.addresses(facts.page, count), "0"]
                curves[3].points.append(self.point(count, url, process, script=script))
        return curves

    def point(self, size, url, process, **more):
        loads = [loaded(url, process, self.seconds, tolerant=True, **more) for _ in range(self.runs)]
        point = Point(size, *(statistics.median(getattr(load, name) for load in loads)
                              for name in ("rate", "p50", "p99", "processor")), resident(process, most=True) / 1e6)
        print(f"{size:>10,}  {point.rate:>8.0f}/s  p50 {point.p50:.2f} ms  p99 {point.p99:.2f} ms"
              f"  {point.processor:.1f} µs each  {point.resident:.0f} MB  {url}", flush=True)
        return point


@contextlib.contextmanager
def windows(url, count):
    """Yields a file of all page addresses of a table in memory, in random order. A token names the row before it."""
    paths, number = [f"/table.json?_size={facts.PAGE}"], 0
    for section in range(SECTIONS):
        rows = count * (section + 1) // SECTIONS - count * section // SECTIONS
        for row in range(rows):
            number += 1
            if number % facts.PAGE == 0 and number < count:
                paths.append(f"{paths[0]}&_next={section}.{row}~n{number}")
    if body(url + paths[-1]).count(b'"row":') != min(count, facts.PAGE):
        raise Failure(f"{paths[-1]} does not have the last 100 rows")
    random.Random(1).shuffle(paths)
    with tempfile.NamedTemporaryFile("w") as file:
        file.writelines(path + "\n" for path in paths)
        file.flush()
        yield file.name
