"""Measures what a page and an event cost on each part of a cluster: capacity.py PATH-OF-cascade [SECONDS]

Serves 100 rows as JSON behind HAProxy, first from one server and then from three, and prints the pages a second and the
processor time of a page on the balancer, the servers, pgbouncer and PostgreSQL. Then 500 listeners are told of changes,
which gives the time of an event. With these times it calculates how many processors a number of people need, who look at
one table with JavaScript and load it again after each change.
"""

import asyncio
import os
import pathlib
import random
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[2] / "Examples/Cluster"))
from cluster import Cluster  # noqa: E402
from listeners import Listeners  # noqa: E402

ROWS, LISTENERS, CHANGES = 100_000, 500, 30
TICKS = os.sysconf("SC_CLK_TCK")
SCRIPT = """
math.randomseed({seed})
request = function()
    return wrk.format("GET", "/orders/table.json?_size=100&_shape=array&id__gt=" .. math.random(0, {last}))
end
"""


def parts(cluster):
    """The processes of each part, with their children."""
    roots = {"balancer": [cluster.balancer], "servers": cluster.servers, "pgbouncer": [cluster.pooler],
             "database": [cluster.primary.process, cluster.replica.process]}
    parents = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(entry.parent.name)] = int(entry.read_text().rpartition(")")[2].split()[1])
        except OSError:
            pass
    found = {name: {process.pid for process in processes} for name, processes in roots.items()}
    for processes in found.values():
        while more := {pid for pid, parent in parents.items() if parent in processes} - processes:
            processes |= more
    return found


def seconds(cluster):
    """The processor time that each part has taken, in seconds."""
    times = {}
    for name, processes in parts(cluster).items():
        times[name] = 0
        for pid in processes:
            try:
                fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            times[name] += (int(fields[11]) + int(fields[12])) / TICKS
    return times


def cost(cluster, work):
    """Runs the work, which returns a number of things. Returns that number, and the milliseconds of one on each part."""
    before = seconds(cluster)
    count = work()
    after = seconds(cluster)
    return count, {name: (after[name] - before[name]) * 1000 / count for name in after}


def load(cluster, port, length):
    script = cluster.folder / "pages.lua"
    script.write_text(SCRIPT.format(seed=random.randrange(1 << 30), last=ROWS - 100))
    said = subprocess.run(["wrk", "-t1", "-c16", f"-d{length}s", "-s", script, f"http://127.0.0.1:{port}"],
                          capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(said)
    return int(said.split(" requests in ")[0].split()[-1])


def pages(program, servers, length):
    with Cluster(program, servers=servers, rows=ROWS) as cluster:
        load(cluster, cluster.ports[0], 2)
        for name, port in [("without HAProxy", cluster.ports[1]), ("behind HAProxy", cluster.ports[0])]:
            count, times = cost(cluster, lambda: load(cluster, port, length))
            print(f"{servers} servers, {name}: {count / length:.0f} pages a second; milliseconds of a page: "
                  + ", ".join(f"{part} {time:.2f}" for part, time in times.items()), flush=True)
    return times


async def told(cluster):
    address = f"postgres://cascade:{cluster.password}@127.0.0.1:{cluster.primary.port}/postgres"
    subprocess.run([cluster.program, "watch", "install", address], check=True, stdout=subprocess.DEVNULL)
    listeners = Listeners(cluster.ports[0])
    await listeners.open(LISTENERS)
    listeners.start = time.monotonic()
    before = seconds(cluster)
    for number in range(CHANGES):
        cluster.primary.sql(f"UPDATE orders SET total = {number} WHERE id = 1")
        await asyncio.sleep(0.3)
    await asyncio.sleep(1)
    after = seconds(cluster)
    count = len(listeners.delays)
    # The questions for changes are a part of it.
    return count, {name: (after[name] - before[name]) * 1000 / count for name in after}


def main():
    program, length = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10
    pages(program, 1, length)
    page = pages(program, 3, length)
    with Cluster(program, rows=ROWS) as cluster:
        count, event = asyncio.run(told(cluster))
    print(f"{count} events; microseconds of an event: "
          + ", ".join(f"{part} {time * 1000:.0f}" for part, time in event.items()))
    print("Processors that are busy, if each listener loads the table again after a change:")
    print(f"{'listeners':>9} {'changes/s':>9} {'pages/s':>8} " + " ".join(f"{part:>9}" for part in page))
    for listeners in (100, 1_000, 10_000):
        for changes in (0.1, 1, 10):
            told_ = listeners * changes
            busy = [told_ * (page[part] + event[part]) / 1000 for part in page]
            print(f"{listeners:>9} {changes:>9} {told_:>8.0f} " + " ".join(f"{part:>9.2f}" for part in busy))


if __name__ == "__main__":
    main()
