"""Starts programs, sends them HTTP requests, and ends them even after an error."""
import contextlib, ctypes, http.client, os, re, resource, signal, socket, subprocess, sys, tempfile, time
import urllib.error, urllib.request

PATIENCE = 60  # seconds that a program may take to start, to answer or to end
LIBC = ctypes.CDLL(None)
KILL_WHEN_PARENT_DIES = 1  # PR_SET_PDEATHSIG


class Failure(Exception):
    """The reason why something cannot be measured, as a sentence."""


def end_on_signals():
    """Makes signals raise SystemExit, so that all started programs are ended."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))


def follow_parent():
    """Runs in a new process: the kernel kills it if this process dies, even by SIGKILL."""
    if sys.platform == "linux":
        LIBC.prctl(KILL_WHEN_PARENT_DIES, signal.SIGKILL)


@contextlib.contextmanager
def running(command, **more):
    """Runs a program, and yields its process and output file. Ctrl-C reaches only this script, which ends it."""
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
    """Returns the output of a program, which must succeed within `seconds`."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=True,
                              timeout=seconds, preexec_fn=follow_parent, **more).stdout
    except subprocess.CalledProcessError as error:
        raise Failure(f"{os.path.basename(command[0])} failed with {error.returncode}: {(error.stdout or '').strip()}")
    except subprocess.TimeoutExpired:
        raise Failure(f"{os.path.basename(command[0])} did not end in {seconds} seconds")


def wait_until(holds, what, process):
    """Calls `holds` until it returns a true value. Fails if the process ends or after the time limit."""
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
    """Runs a server that prints its address. Yields the address, without a slash at its end, and the process."""
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
    """Runs a server on a given port. Yields its address and process once it responds."""
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
    """Returns the status, headers and body of a response. Redirects are not followed."""
    request = urllib.request.Request(url, method=method, headers=headers)
    try:
        with OPENER.open(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


def body(url, **more):
    """Returns the body of a response, which must have status 200."""
    status, _, content = fetch(url, **more)
    if status != 200:
        raise Failure(f"{url} has status {status}: {content[:500].decode(errors='replace')}")
    return content


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))


def allow_open_files(count):
    """Raises the limit of open files to the system's maximum, which must be at least `count`."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < count:
        raise Failure(f"this needs {count:,} open files, and {most:,} are allowed (ulimit -Hn)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most if most != resource.RLIM_INFINITY else count, most))


def resident(process, most=False):
    """Returns the resident memory in bytes, or its peak."""
    with open(f"/proc/{process.pid}/status") as file:
        return int(re.search(rf"^{'VmHWM' if most else 'VmRSS'}:\s+(\d+)", file.read(), re.MULTILINE)[1]) * 1024


def processor_seconds(process):
    """Returns the processor time of a process in seconds."""
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
