"""Starts programs, asks them over HTTP and ends them, whatever happens meanwhile."""
import contextlib, ctypes, http.client, os, re, resource, signal, socket, subprocess, sys, tempfile, time
import urllib.error, urllib.request

PATIENCE = 60  # seconds that a program may take to start, to answer or to end
LIBC = ctypes.CDLL(None)
KILL_WHEN_PARENT_DIES = 1  # PR_SET_PDEATHSIG


class Failure(Exception):
    """Why nothing can be measured, in a sentence."""


def end_on_signals():
    """Has a signal unwind as an error does, so that every program that was started is ended."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))


def follow_parent():
    """In a new program: it goes when this one is killed in a way that lets nothing unwind."""
    if sys.platform == "linux":
        LIBC.prctl(KILL_WHEN_PARENT_DIES, signal.SIGKILL)


@contextlib.contextmanager
def running(command, **more):
    """A program, and the file that its standard output goes to. Ctrl-C reaches it only by this one's ending it."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, preexec_fn=follow_parent,
                                   start_new_session=True, **more)
        try:
            yield process, output
        finally:
            end(process)


def end(process):
    process.terminate()
    try:
        process.wait(PATIENCE)
    except BaseException:
        process.kill()
        process.wait()
        raise


def said(command, seconds=PATIENCE, **more):
    """What a program prints, which has to succeed in so many seconds."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True,
                              timeout=seconds, preexec_fn=follow_parent, **more).stdout
    except subprocess.CalledProcessError as error:
        raise Failure(f"{os.path.basename(command[0])} failed with {error.returncode}: {(error.stdout or '').strip()}")
    except subprocess.TimeoutExpired:
        raise Failure(f"{os.path.basename(command[0])} did not end in {seconds} seconds")


def wait_until(holds, what, process):
    """Asks again and again, until the answer is something or the program has gone."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = holds()
        if answer:
            return answer
        if process.poll() is not None:
            raise Failure(f"{what} ended by itself with {process.returncode}")
        time.sleep(0.001)
    raise Failure(f"{what} did not start in {PATIENCE} seconds")


@contextlib.contextmanager
def serving(command, **more):
    """A server that says where it listens: its address, with no slash at the end, and its process."""
    what = " ".join(map(os.path.basename, command[:2]))
    with running(command, **more) as (process, output):
        def address():
            output.seek(0)
            return re.search(r" at (http://\S+?)/?$", output.read(), re.MULTILINE)
        yield wait_until(address, what, process)[1], process
        if process.poll() is not None:
            raise Failure(f"{what} ended by itself with {process.returncode}")


@contextlib.contextmanager
def serving_at(command_of_port, **more):
    """A server that has to be told a port: its address and process, once it answers."""
    port = free_port()
    command, url = command_of_port(port), f"http://127.0.0.1:{port}"
    what = " ".join(map(os.path.basename, command[:2]))

    def answers():
        with contextlib.suppress(urllib.error.URLError, OSError, http.client.HTTPException):
            return fetch(url + "/")
    with running(command, **more) as (process, _):
        wait_until(answers, what, process)
        yield url, process
        if process.poll() is not None:
            raise Failure(f"{what} ended by itself with {process.returncode}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def fetch(url, method="GET", headers={}):
    """Status, headers and body; an answer that leads elsewhere is not followed."""
    request = urllib.request.Request(url, method=method, headers=headers)
    try:
        with OPENER.open(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


def body(url, **more):
    """What is answered 200."""
    status, _, content = fetch(url, **more)
    if status != 200:
        raise Failure(f"{url} was answered {status}: {content[:500].decode(errors='replace')}")
    return content


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))


def allow_open_files(count):
    """As many as the system lets this process and those it starts have, which has to be so many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < count:
        raise Failure(f"this needs {count:,} open files, and {most:,} are allowed (ulimit -Hn)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most if most != resource.RLIM_INFINITY else count, most))


def resident(process, most=False):
    """Resident memory in bytes, now or at most so far."""
    with open(f"/proc/{process.pid}/status") as file:
        return int(re.search(rf"^{'VmHWM' if most else 'VmRSS'}:\s+(\d+)", file.read(), re.MULTILINE)[1]) * 1024


def processor_seconds(process):
    """Processor time that a program has taken."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
