"""Counts what a request costs: instructions of the process outside the kernel, and allocations of memory."""
import contextlib, dataclasses, os, re, socket, struct, subprocess, tempfile, time

import programs
from limit import FIXTURES, HERE
from programs import Failure, processor_seconds, said

PATIENCE = 120
WARM_UP = 40


@dataclasses.dataclass
class Count:
    """Of one request of a kind, to a server of so many threads."""
    name: str
    threads: int
    instructions: float
    allocations: float

    HEAD = f"{'':<32}{'threads':>8}{'instructions':>14}{'allocations':>13}"

    def __str__(self):
        return f"{self.name:<32}{self.threads:>8}{self.instructions:>14,.0f}{self.allocations:>13.1f}"


def counted(cascade, threads, requests, folder=None):
    """The counts for each number of threads; each is said as it comes. `folder` is where callgrind's files stay."""
    print(Count.HEAD)
    for number in threads:
        allocated = allocations(cascade, number, requests)
        for name, executed in instructions(cascade, number, requests, folder).items():
            count = Count(name, number, executed, allocated[name])
            print(count, flush=True)
            yield count


def build_counting():
    os.makedirs(FIXTURES, exist_ok=True)
    source, library = os.path.join(HERE, "counting.c"), os.path.join(FIXTURES, "counting.so")
    if not os.path.exists(library) or os.path.getmtime(library) < os.path.getmtime(source):
        said(["cc", "-O2", "-shared", "-fPIC", "-o", library, source])
    return library


def serving(cascade, threads, *wrapper, counter=""):
    """The sample on a free port, and its process."""
    environment = dict(os.environ, LD_PRELOAD=build_counting(), COUNTING=counter, SWIFT_BACKTRACE="enable=no")
    command = [*wrapper, cascade, "serve", "--port", "0", "--threads", str(threads), "--log-level", "error"]
    return programs.serving(command, env=environment, stderr=subprocess.DEVNULL)


def allocations(cascade, threads, requests):
    with tempfile.NamedTemporaryFile() as counter:
        counter.write(bytes(8))
        counter.flush()
        with serving(cascade, threads, counter=counter.name) as (url, _):
            def read(_):
                with open(counter.name, "rb") as file:
                    return struct.unpack("L", file.read(8))[0]
            return count_each(url, threads, requests, read)


def instructions(cascade, threads, requests, folder=None):
    with tempfile.TemporaryDirectory() as temporary:
        output = os.path.join(folder or temporary, f"callgrind.{threads}")
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}"]
        with serving(cascade, threads, *valgrind) as (url, process):
            dumps, total = [0], [0]

            def read(name):
                said(["callgrind_control", f"--dump={name}", str(process.pid)], stderr=subprocess.DEVNULL)
                dumps[0] += 1
                path, deadline = f"{output}.{dumps[0]}", time.monotonic() + PATIENCE
                while time.monotonic() < deadline:
                    with contextlib.suppress(FileNotFoundError), open(path) as file:
                        found = re.findall(r"^(?:totals|summary): (\d+)", file.read(), re.MULTILINE)
                        if found:
                            # A dump begins where the one before it ended.
                            total[0] += int(found[-1])
                            return total[0]
                    time.sleep(0.05)
                raise Failure("callgrind wrote nothing")
            wait_for_rest(process)
            return count_each(url, threads, requests, read)


def wait_for_rest(process):
    """Until what a start leaves to be done behind it is done, which would count for the first that is asked for."""
    deadline, spent = time.monotonic() + PATIENCE, 0
    while time.monotonic() < deadline:
        before, spent = spent, processor_seconds(process)
        if spent - before < 0.05:
            return
        time.sleep(1)
    raise Failure("the server does not come to rest")


def count_each(url, threads, requests, read):
    """For each kind of request what `read` counts of one: of many, on a connection for each thread, after a warm-up."""
    connections = [Connection(int(url.rsplit(":", 1)[1])) for _ in range(threads)]
    counts = {}
    for name, status, what, headers in kinds(connections[0]):
        ask(connections, WARM_UP * threads, status, what, headers)
        before = read(name)
        ask(connections, requests, status, what, headers, first=WARM_UP * threads)
        counts[name] = (read(name) - before) / requests
    return counts


def kinds(connection):
    """What is asked for, each a name, a status and the arguments of a request."""
    tag = header(connection.ask("GET", "/table.json")[1], "ETag")
    cookie = header(connection.ask("POST", "/select/0/3")[1], "Set-Cookie").split(";")[0]
    # A browser says more, of which nothing may cost much.
    browser = {"User_Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
               "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
               "Accept_Language": "de,en-US;q=0.7,en;q=0.3", "Sec_Fetch_Site": "none", "Connection": "keep-alive"}
    return [("page", 200, ("GET", "/"), {}), ("page, by a browser", 200, ("GET", "/"), browser),
            ("304", 304, ("GET", "/table.json"), {"If_None_Match": tag}), ("JSON", 200, ("GET", "/table.json"), {}),
            ("another head each time", 200, ("GET", "/table.json"), {"X_Number": "{number}"}),
            ("POST select", 200, ("POST", "/select/0/3"), {"Cookie": cookie})]


def ask(connections, count, status, what, headers, first=0):
    for number in range(count):
        own = {name: value.format(number=first + number) for name, value in headers.items()}
        found, _ = connections[number % len(connections)].ask(*what, **own)
        if found != status:
            raise Failure(f"{what} was answered with {found}")


class Connection:
    """One that is kept alive."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)

    def ask(self, method, path, **headers):
        """The status and the head of the answer."""
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if method == "POST":
            lines.append("Content-Length: 0")
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.receive()
        head, _, body = answer.partition(b"\r\n\r\n")
        head = head.decode()
        status = int(head.split()[1])
        length = re.search(r"^Content-Length: (\d+)", head, re.MULTILINE | re.IGNORECASE)
        missing = (0 if status == 304 or not length else int(length[1])) - len(body)
        while missing > 0:
            missing -= len(self.receive())
        return status, head

    def receive(self):
        piece = self.socket.recv(1 << 20)
        if not piece:
            raise Failure("the server closed the connection")
        return piece


def header(head, name):
    found = re.search(rf"^{name}: (.*?)\r?$", head, re.MULTILINE | re.IGNORECASE)
    return found[1] if found else ""


def header(head, name):
    found = re.search(rf"^{name}: (.*?)\r?$", head, re.MULTILINE | re.IGNORECASE)
    return found[1] if found else ""
