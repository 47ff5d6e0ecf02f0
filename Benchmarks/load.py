"""Loads an address by wrk, one of them or two in turn."""
import dataclasses, os, re, statistics

from programs import Failure, processor_seconds, said

REQUESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "requests.lua")
UNITS = {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}


@dataclasses.dataclass
class Load:
    """Answers a second, the milliseconds that half and 99 of 100 came within, and the server's work for each answer."""
    rate: float
    p50: float
    p99: float
    processor: float = 0  # microseconds of processor time


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


def loaded(url, process, seconds, **more):
    """Loads an address of a server whose process that is."""
    before = processor_seconds(process)
    load = wrk(url, seconds, **more)
    load.processor = (processor_seconds(process) - before) / (load.rate * seconds) * 1e6
    return load


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)([a-z]+)", text).groups()
    return float(number) * UNITS[unit]


@dataclasses.dataclass
class Pairs:
    """Two sides loaded in turn, and what their answers a second are to each other pair by pair."""
    ours: list
    theirs: list

    @property
    def ratios(self):
        return [a.rate / b.rate for a, b in zip(self.ours, self.theirs)]

    @property
    def ratio(self):
        return statistics.median(self.ratios)


def in_turn(ours, theirs, count, pairs=None):
    """Loads the two sides `count` times; they take turns at being first, so that neither has the quieter half.

    Each side is a function of the number of the pair that answers with a load. A pair before the first, whose number is
    -1, warms both up and does not count. There are no more than that, however they come out. Those taken before are in
    `pairs`, to which these are added.
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
