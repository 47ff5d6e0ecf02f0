"""The measurements as numbers (results.json), and the texts and plots made from them."""
import dataclasses, json, os, re, sys

import plots
from meter import Figure, Line, digits
from programs import Failure
from scale import Curve, Point

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBERS = os.path.join(HERE, "results.json")
PAGE = os.path.join(os.path.dirname(HERE), "docs", "explanation", "performance.md")
README = os.path.join(os.path.dirname(HERE), "README.md")
BENDS = os.path.join(HERE, "bends.md")
MAIN = ["sqlite-datasette-page", "sqlite-datasette-json", "sqlite-page", "sqlite-window", "page-mustache", "page-named", "json-codable",
        "page-all", "json-all", "page-one", "json-one", "select", "page", "json", "page-304", "json-304"]
# The rows of the table in the README: a title, the lines whose ratios are shown, the first one's rate, and what is said.
SPEED = [
    ("SQLite, different rows in each request, HTML", ["sqlite-datasette-page"], "{0} times Datasette"),
    ("SQLite, different rows in each request, JSON", ["sqlite-datasette-json", "sqlite-window"],
     "{0} times Datasette, {1} of plain C that reads the same rows"),
    ("Swift, every row changes before each request, HTML", ["page-named", "page-mustache"],
     "{0} to {1} times Hummingbird with swift-mustache"),
    ("for comparison: unchanged, from the cache", ["page"], "{0} of plain C that sends the same bytes"),
]
SIZES = {"connections": "Connections", "rows": "Rows"}


class Results:
    """The machine, lines and figures of a whole run, and the curves of the last run with `--scale`."""

    def __init__(self):
        self.machine, self.how, self.lines, self.figures, self.besides = {}, "", [], [], ""
        self.failures, self.has_ended = {}, True
        self.scale_machine, self.scale = {}, {}

    @classmethod
    def kept(cls):
        results = cls()
        if os.path.exists(NUMBERS):
            with open(NUMBERS) as file:
                kept = json.load(file)
            results.__dict__.update((name, value) for name, value in kept.items() if name in results.__dict__)
            results.lines = [Line(**line) for line in kept["lines"]]
            results.figures = [Figure(**figure) for figure in kept["figures"]]
            results.scale = {
                name: [Curve(c["key"], c["title"], [Point(**point) for point in c["points"]]) for c in curves]
                for name, curves in kept["scale"].items()}
        return results

    def begin(self, machine, meter):
        """Discards the results of the previous run."""
        self.machine, self.lines, self.figures = machine, meter.lines, meter.figures
        self.besides, self.has_ended = "", False

    def measure(self, steps, keep, rounds=range(1)):
        """Runs the steps in order, in each round. If a step fails, records the failure and runs the next step."""
        for what in steps:
            self.failures.pop(what, None)
        for _ in rounds:
            for what, step in steps.items():
                try:
                    step()
                except Exception as error:
                    told = str(error) if isinstance(error, Failure) else f"{type(error).__name__}: {error}"
                    self.failures[what] = told
                    print(f"bench: not measured: {what}: {told}", file=sys.stderr, flush=True)
                keep()

    def end(self, meter):
        self.has_ended = True
        self.keep(meter)
        write(os.path.join(HERE, "results.svg"), plots.lines(self.lines, meter))
        self.tell_docs(meter)

    def keep(self, meter):
        """Writes all measurements so far, with the requirements of `meter`."""
        plain = dict(self.__dict__, lines=[dataclasses.asdict(each) for each in self.lines],
                     figures=[dataclasses.asdict(each) for each in self.figures],
                     scale={name: [dataclasses.asdict(curve) for curve in curves]
                            for name, curves in self.scale.items()})
        write(NUMBERS, json.dumps(plain, indent=1, ensure_ascii=False) + "\n")
        write(os.path.join(HERE, "RESULTS.md"), "\n".join(self.document(meter)))
        for name, curves in self.scale.items():
            write(os.path.join(HERE, f"scale-{name}.svg"), plots.curves(curves, SIZES[name]))

    def document(self, meter):
        yield "# Measurements\n"
        yield "Written by `script/bench`. The numbers are in `results.json`, the requirements in `thresholds.json`.\n"
        if not self.has_ended:
            yield "**This run was interrupted. Missing lines were not measured.**\n"
        for what, failure in self.failures.items():
            yield f"**Not measured, {what}:** {failure}\n"
        if self.lines:
            yield from self.main(meter)
        for name, curves in self.scale.items():
            yield from self.curves(name, curves)
        if self.scale and os.path.exists(BENDS):
            with open(BENDS) as file:
                yield file.read()

    def main(self, meter):
        yield "![Speed as a ratio to the limit, and responses per second of several servers](results.svg)\n"
        yield self.summary + "\n"
        yield f"{self.missed(meter)}.\n"
        yield "".join(f"- {sentence}\n" for sentence in meter.shortfalls())
        yield from table(["", ""], self.machine.items())
        yield self.how + "\n"
        yield from table(["Work", "Bytes", "Ours/s", "Other/s", "Ratio", "Least–greatest", "Must", "µs each",
                          "Other"], [
            [each.title, f"{each.size:,}", f"{each.ours:,.0f}", f"{each.other:,.0f}", bold(each, meter),
             f"{digits(each.least)}–{digits(each.greatest)}", meter.required(each), each.processor, each.against]
            for each in self.lines])
        yield from table(["Figure", "Median", "Least–greatest", "Must", "Of"], [
            [each.title, f"{bold(each, meter)} {each.unit}", f"{digits(each.least)}–{digits(each.greatest)}",
             meter.required(each), each.about] for each in self.figures])
        if self.besides:
            yield "Also measured:\n"
            yield f"```\n{self.besides.strip()}\n```\n"

    def curves(self, name, curves):
        yield f"## {SIZES[name]}\n"
        yield f"![{SIZES[name]}: responses per second, latency, memory](scale-{name}.svg)\n"
        if self.scale_machine != self.machine:
            yield ", ".join(filter(None, map(self.scale_machine.get, ("Date", "Processor", "Of", "Busy meanwhile")))) + "\n"
        for curve in curves:
            yield f"**{curve.title}**\n"
            yield from table([SIZES[name], "Answers/s", "p50 ms", "p99 ms", "Processor µs each", "Resident MB"], [
                [f"{point.size:,}", f"{point.rate:,.0f}", f"{point.p50:.2f}", f"{point.p99:.2f}",
                 f"{point.processor:.1f}", f"{point.resident:.0f}"]
                for point in curve.points])

    @property
    def summary(self):
        """A sentence with the date and the machine."""
        return ", ".join(["Measured on " + self.machine.get("Date", ""), self.machine.get("Processor", ""),
                          *filter(None, [self.machine.get("Busy meanwhile")])]) + "."

    def missed(self, meter):
        """Says how many marks are missed."""
        marks = [each for each in [*self.lines, *self.figures] if meter.required(each)]
        return f"{len(list(meter.shortfalls()))} of {len(marks)} marks are missed"

    def tell_docs(self, meter):
        """Writes the main lines into the documentation. A ratio is of pairs in one run, so no other rate stands beside it."""
        known = {each.key: each for each in self.lines}
        rows = [[each.title, f"{each.ours:,.0f}", f"**{digits(each.ratio)}**",
                 f"{digits(each.least)}–{digits(each.greatest)}", each.against]
                for each in (known.get(key) for key in MAIN) if each]
        replace(PAGE, "figures", "\n".join([*table(["Work", "Ours/s", "Ratio", "Least–greatest", "Other"], rows),
                                            self.summary,
                                            f"{self.missed(meter)}.",
                                            ""]))
        try:
            rows = [[title, f"{known[keys[0]].ours:,.0f}", compared.format(*(shown(known[key].ratio) for key in keys))]
                    for title, keys, compared in SPEED]
        except KeyError as missing:
            return print(f"bench: README.md is as it was, because {missing} was not measured", file=sys.stderr)
        replace(README, "speed", "\n".join(table(["Page", "Requests/s", "Compared in the same run"], rows)))


def replace(path, name, made):
    """Replaces what stands between two comments of a document."""
    with open(path) as file:
        text = file.read()
    replaced = re.sub(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", lambda m: m[1] + made + m[2], text, flags=re.DOTALL)
    if replaced != text:
        write(path, replaced)


def shown(ratio):
    """Returns a ratio with two digits, such as 0.41, 7.2 or 110."""
    return f"{ratio:.2f}" if ratio < 1 else f"{ratio:.1f}" if ratio < 10 else f"{float(f'{ratio:.2g}'):,.0f}"


def bold(each, meter):
    """Returns the value in bold, with the word "short" if it misses its requirement."""
    return f"**{digits(each.value)}**" + (" short" if meter.falls_short(each) else "")


def table(head, rows):
    """Yields the lines of a Markdown table and an empty line. Texts are aligned left, numbers right."""
    if not head[0] and not any(head):
        yield "| | |"
    else:
        yield "| " + " | ".join(head) + " |"
    yield "|" + "|".join("---" if name in ("", "Work", "Figure", "Other", "Of", "Request", "Page", "Compared in the same run") else "--:" for name in head) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"
    yield ""


def write(path, text):
    """Replaces a file in one step."""
    with open(path + ".new", "w") as file:
        file.write(text)
    os.replace(path + ".new", path)
