"""Loads one address with wrk, or two in turn."""
import dataclasses, os, re, statistics

from programs import Failure, processor_seconds, said

REQUESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "requests.lua")
UNITS = {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}


@dataclasses.dataclass
class Load:
    """The responses a second, the latency in milliseconds, and the server's processor time for each response."""
    rate: float
    p50: float
    p99: float
    processor: float = 0  # microseconds of processor time


def wrk(url, seconds, *, connections=32, headers=(), script=(), tolerant=False):
    """Loads an address from one thread. Fails for error responses, and for late ones unless `tolerant` is true.

    `script` is the path of a wrk script, followed by its arguments.
    """
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "60s"]
    for header in headers:
        command += ["-H", header]
    if script:
        command += ["-s", script[0]]
    command.append(url)
    if script[1:]:
        command += ["--", *script[1:]]
    out = said(command, seconds + 90)
    wrong = re.search(r"Non-2xx or 3xx responses: \d+|Socket errors: .*", out)
    if wrong and not (tolerant and "connect 0, read 0, write 0" in wrong[0]):
        raise Failure(f"{url} had error responses: {wrong[0]}")
    late = dict(re.findall(r"^\s+(50|99)%\s+(\S+)\s*$", out, re.MULTILINE))
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
    if not rate:
        raise Failure(f"{url} had no response within {seconds} seconds")
    return Load(rate, milliseconds(late["50"]), milliseconds(late["99"]))


def loaded(url, process, seconds, **more):
    """Loads an address, and measures the processor time of its server's process."""
    before = processor_seconds(process)
    load = wrk(url, seconds, **more)
    load.processor = (processor_seconds(process) - before) / (load.rate * seconds) * 1e6
    return load


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)([a-z]+)", text).groups()
    return float(number) * UNITS[unit]


@dataclasses.dataclass
class Pairs:
    """The loads of two sides in turn, and the ratio of their rates for each pair."""
    ours: list
    theirs: list

    @property
    def ratios(self):
        return [a.rate / b.rate for a, b in zip(self.ours, self.theirs)]

    @property
    def ratio(self):
        return statistics.median_low(self.ratios)

    @property
    def middle(self):
        """The loads of the pair that has the ratio."""
        place = self.ratios.index(self.ratio)
        return self.ours[place], self.theirs[place]


def in_turn(ours, theirs, count, pairs=None):
    """Loads the two sides `count` times. They take turns at being first, so that neither has the quieter half.

    Each side is a function that takes the number of the pair and returns a load. The pair with the number -1 warms both
    sides up and does not count. The number of pairs does not depend on the results. The new loads are added to `pairs`,
    which has those of earlier rounds.
    """
    pairs = pairs or Pairs([], [])
    taken = len(pairs.ours)
    for n in [-1, *range(taken, taken + count)]:
        sides = [(pairs.ours, ours), (pairs.theirs, theirs)]
        for loads, load in sides if n % 2 == 0 else reversed(sides):
            answered = load(n)
            if n >= 0:
                loads.append(answered)
    return pairs
