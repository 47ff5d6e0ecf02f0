"""Loads an address by wrk, one of them or two in turn."""
import dataclasses, os, re, statistics

from programs import Failure, said

REQUESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "requests.lua")
UNITS = {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}


@dataclasses.dataclass
class Load:
    """Answers a second, and the milliseconds that half and 99 of 100 came within."""
    rate: float
    p50: float
    p99: float


def wrk(url, seconds, *, connections=32, headers=(), script=(), tolerant=False):
    """Loads an address from one thread; an answer that is an error is a failure, but a late one where that is tolerated.

    `script` is a script of wrk's and what it is given.
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
        raise Failure(f"{url} was answered with errors: {wrong[0]}")
    late = dict(re.findall(r"^\s+(50|99)%\s+(\S+)\s*$", out, re.MULTILINE))
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
    if not rate:
        raise Failure(f"{url} was not answered within {seconds} seconds")
    return Load(rate, milliseconds(late["50"]), milliseconds(late["99"]))


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)([a-z]+)", text).groups()
    return float(number) * UNITS[unit]


@dataclasses.dataclass
class Pairs:
    """Two sides loaded in turn: answers a second of each, and what they are to each other pair by pair."""
    ours: list
    theirs: list

    @property
    def ratios(self):
        return [a / b for a, b in zip(self.ours, self.theirs)]

    @property
    def ratio(self):
        return statistics.median(self.ratios)


def in_turn(ours, theirs, count, enough=None):
    """Loads the two sides `count` times; they take turns at being first, so that neither has the quieter half.

    Each side is a function of the number of the pair that answers with its rate. A median that is not `enough` is
    looked at again: as many pairs more, all of which count.
    """
    pairs = Pairs([], [])

    def measure(numbers):
        for n in numbers:
            sides = [(pairs.ours, ours), (pairs.theirs, theirs)]
            for rates, load in sides if n % 2 == 0 else reversed(sides):
                rates.append(load(n))
    measure(range(count))
    if enough and pairs.ratio < enough:
        measure(range(count, 2 * count))
    return pairs
