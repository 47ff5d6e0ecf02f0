"""The limit: plain C on libmicrohttpd (limit.c). No server on libmicrohttpd can be much faster."""
import contextlib, os, tempfile

from programs import said, serving_at

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(os.path.dirname(HERE), ".build-bench")
BINARY = os.path.join(FIXTURES, "limit")
THREADS = len(os.sched_getaffinity(0))  # one for each core, as in our server


def make():
    source = os.path.join(HERE, "limit.c")
    os.makedirs(FIXTURES, exist_ok=True)
    if not os.path.exists(BINARY) or os.path.getmtime(BINARY) < os.path.getmtime(source):
        said(["cc", "-O2", "-I/usr/include/postgresql", "-o", BINARY, source, "-lmicrohttpd", "-lsqlite3", "-lpq"])


def serving(*what):
    """Runs the limit, and yields its address and process."""
    make()
    return serving_at(lambda port: [BINARY, str(port), str(THREADS), *what])


@contextlib.contextmanager
def answering(body, content_type, unless=(), mode="bytes"):
    """Runs a limit that sends these bytes.

    `unless` has the entity tag to compare with `If-None-Match`, then the names and values of the other fields of a 304.
    In the mode `kept`, each thread makes its response only once.
    """
    with tempfile.NamedTemporaryFile() as file:
        file.write(body)
        file.flush()
        with serving(mode, file.name, content_type, *unless) as (url, process):
            yield url, process


def running(database, statement):
    """Runs a limit that responds to `/?after=K` with all rows of a statement of SQLite with the parameter K, as JSON."""
    return serving("statement", database, statement)


def reading(database, table, key, rows):
    """Runs a limit that responds to `/?after=KEY` with rows of a SQLite file, as JSON."""
    return serving("sqlite", database, table, key, str(rows))
