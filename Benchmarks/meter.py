"""Takes the measurements and prints each at once."""
import dataclasses, json, os, statistics

from load import in_turn

THRESHOLDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "thresholds.json")


@dataclasses.dataclass
class Line:
    """One kind of work: the rates of our server and of another one, and their ratio."""
    key: str
    title: str
    against: str
    size: int
    ours: float
    other: float
    ratio: float
    least: float
    greatest: float
    pairs: int
    ours_processor: float = 0  # microseconds of processor time for each response; 0 if it was not measured
    other_processor: float = 0

    @property
    def value(self):
        return self.ratio

    @property
    def processor(self):
        """The processor times of both sides, as text."""
        return f"{digits(self.ours_processor)} : {digits(self.other_processor)}" if self.ours_processor else ""

    def __str__(self):
        return (f"{self.title:<44}{self.size:>8}{self.ours:>10.0f}{self.other:>10.0f}{digits(self.ratio):>9}"
                f"  {digits(self.least) + '–' + digits(self.greatest):<16}{self.processor:<16}")


@dataclasses.dataclass
class Figure:
    """The median of several values, with a unit."""
    key: str
    title: str
    about: str
    unit: str
    value: float
    least: float
    greatest: float

    def __str__(self):
        return f"{self.title:<44}{digits(self.value):>10} {self.unit} ({digits(self.least)}–{digits(self.greatest)})"


def digits(number):
    """Returns a number as text, with fewer decimals the larger it is."""
    return f"{number:.3f}" if number < 2 else f"{number:.1f}" if number < 100 else f"{number:,.0f}"


class Meter:
    """The measurements so far. The caller of each measurement names the other side."""

    HEAD = f"{'':<44}{'bytes':>8}{'ours/s':>10}{'other/s':>10}{'ratio':>9}  {'least–greatest':<16}{'µs each':<16}  against"

    def __init__(self, pairs, seconds, rounds=1):
        """Spreads the pairs of each line over the rounds."""
        self.pairs, self.seconds, self.rounds = pairs, seconds, rounds
        self.lines, self.figures = [], []
        self.round, self.taken, self.noted = 0, {}, {}  # by key
        with open(THRESHOLDS) as file:
            thresholds = json.load(file)
        self.at_least, self.at_most = thresholds["at least"], thresholds["at most"]

    def compare(self, key, title, size, ours, theirs, against):
        """Measures a line. Each side is a function that takes the number of a pair and returns a load."""
        taken = self.taken[key] = in_turn(ours, theirs, self.share(self.pairs), self.taken.get(key))
        our, their = taken.middle
        line = Line(key, title, against, size, our.rate, their.rate, taken.ratio, min(taken.ratios),
                    max(taken.ratios), len(taken.ratios), our.processor, their.processor)
        self.keep(line, self.lines)
        self.say(line, line.against)

    def note(self, key, title, values, unit, about):
        values = self.noted[key] = self.noted.get(key, []) + values
        figure = Figure(key, title, about, unit, statistics.median(values), min(values), max(values))
        self.keep(figure, self.figures)
        self.say(figure, "")

    def each_round(self):
        for self.round in range(self.rounds):
            yield self.round

    def share(self, count):
        """Returns how many of `count` belong to this round."""
        return len(range(self.round, count, self.rounds))

    def keep(self, measured, among):
        """Adds a measurement, or replaces that of earlier rounds."""
        place = next((n for n, each in enumerate(among) if each.key == measured.key), len(among))
        among[place:place + 1] = [measured]

    def say(self, measured, more):
        print(str(measured) + "  " + more + ("  SHORT" if self.falls_short(measured) else ""), flush=True)

    def required(self, measured):
        """Returns the requirement as text, or "" if there is none."""
        if measured.key in self.at_least:
            return f"≥ {self.at_least[measured.key]:g}"
        if measured.key in self.at_most:
            return f"≤ {self.at_most[measured.key]:g}"
        return ""

    def falls_short(self, measured):
        return (measured.value < self.at_least.get(measured.key, float("-inf"))
                or measured.value > self.at_most.get(measured.key, float("inf")))

    def shortfalls(self):
        """Yields a sentence for each threshold that was missed or not measured."""
        measured = {each.key: each for each in [*self.lines, *self.figures]}
        for key in [*self.at_least, *self.at_most]:
            if key not in measured:
                yield f"{key}: was not measured"
            elif self.falls_short(measured[key]):
                each = measured[key]
                yield f"{each.title}: {digits(each.value)}, must be {self.required(each)}"
