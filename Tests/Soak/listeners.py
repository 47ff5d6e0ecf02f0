"""Measures how soon a change in PostgreSQL reaches browsers: listeners.py PATH-OF-cascade [LISTENERS]

The listeners are spread over three servers behind HAProxy, whose rows come from a replica by way of pgbouncer. The time
begins when the transaction is committed, and ends when a listener has the event. Fails if one gets no event.
"""

import asyncio
import pathlib
import resource
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[2] / "Examples/Cluster"))
from cluster import Cluster  # noqa: E402

CHANGES = 20


class Listeners:
    def __init__(self, port):
        self.port, self.start, self.delays, self.tasks = port, None, [], []

    async def open(self, count):
        for number in range(count):
            self.tasks.append(asyncio.create_task(self.listen()))
            if number % 50 == 0:
                await asyncio.sleep(0.05)
        # The first event tells that something may have changed before.
        await asyncio.sleep(5)

    async def listen(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /orders/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while data := await reader.read(1 << 16):
            if b"event: change" in data and self.start is not None:
                self.delays.append(time.monotonic() - self.start)


async def measure(cluster, count):
    address = f"postgres://cascade:{cluster.password}@127.0.0.1:{cluster.primary.port}/postgres"
    subprocess.run([cluster.program, "watch", "install", address], check=True, stdout=subprocess.DEVNULL)
    listeners = Listeners(cluster.ports[0])
    await listeners.open(count)
    psql = await asyncio.create_subprocess_exec(
        "psql", "-qAtX", address, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for number in range(CHANGES):
        psql.stdin.write(f"UPDATE orders SET total = {number} WHERE id = 1;\n\\echo done\n".encode())
        await psql.stdout.readline()
        listeners.start = time.monotonic()
        await asyncio.sleep(1 + number % 7 * 0.013)
    psql.stdin.close()
    await psql.wait()
    delays = sorted(listeners.delays)
    median, last = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
    print(f"{len(delays)} of {count * CHANGES} events, median {median * 1000:.0f} ms, 99 % {last * 1000:.0f} ms, "
          f"longest {delays[-1] * 1000:.0f} ms")
    if len(delays) < count * CHANGES:
        sys.exit("Not every listener got every event.")


def main():
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with Cluster(sys.argv[1]) as cluster:
        asyncio.run(measure(cluster, int(sys.argv[2]) if len(sys.argv) > 2 else 1000))


if __name__ == "__main__":
    main()
