"""Event streams of a table: how soon a change reaches all clients, and the cost of many clients."""
import http.client, selectors, socket, statistics, time, urllib.parse

from programs import PATIENCE, Failure, processor_seconds, resident


class Listeners:
    """Open event streams, all read by this process. Its own work is part of the results."""

    def __init__(self, url, count):
        address = urllib.parse.urlsplit(url)
        self.selector = selectors.DefaultSelector()
        self.sockets = []
        try:
            for _ in range(count):
                one = socket.create_connection((address.hostname, address.port), PATIENCE)
                self.sockets.append(one)
                one.sendall(f"GET /events HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
                self.selector.register(one, selectors.EVENT_READ)
            self.wait_for(b"retry:")
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def wait_for(self, mark):
        """Waits until each stream has received the mark, and returns the times in order."""
        waiting, times, tails = set(self.sockets), [], {}
        deadline = time.monotonic() + PATIENCE
        while waiting:
            if time.monotonic() > deadline:
                raise Failure(f"{len(waiting)} event streams did not receive the event")
            for key, _ in self.selector.select(1):
                one, data = key.fileobj, key.fileobj.recv(65536)
                if not data:
                    raise Failure("the server closed an event stream")
                data = tails.get(one, b"") + data
                tails[one] = data[-len(mark):]
                if mark in data and one in waiting:
                    times.append(time.monotonic())
                    waiting.discard(one)
        return times

    def close(self):
        for one in self.sockets:
            one.close()
        self.selector.close()


def delays(url, rows, listeners=100, turns=200):
    """Returns the milliseconds from a click that changes a row until each client, and until the last, has the event."""
    client = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=PATIENCE)
    each, last = [], []
    with Listeners(url, listeners) as listening:
        for turn in range(turns):
            section, row = rows[turn * 37 % len(rows)]
            start = time.monotonic()
            client.request("POST", f"/select/{section}/{row}")
            answer = client.getresponse()
            answer.read()
            if answer.status != 200:
                raise Failure(f"the response to the selection has status {answer.status}")
            times = [(at - start) * 1000 for at in listening.wait_for(b"[[%d,%d]]" % (section, row))]
            each += times
            last.append(max(times))
    client.close()
    return each, last


def percentile(values, percent):
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def idle(url, process, count, seconds):
    """Returns the resident bytes of a server with `count` idle event streams, and the share of a core that it uses."""
    with Listeners(url, count):
        start, spent = time.monotonic(), processor_seconds(process)
        time.sleep(seconds)
        share = (processor_seconds(process) - spent) / (time.monotonic() - start)
        return resident(process), share
