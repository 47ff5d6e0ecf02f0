"""The limit: bare libmicrohttpd in C (limit.c), which nothing that answers by libmicrohttpd is much faster than."""
import contextlib, os, tempfile

from programs import said, serving_at

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(os.path.dirname(HERE), ".build-bench")
BINARY = os.path.join(FIXTURES, "limit")
THREADS = len(os.sched_getaffinity(0))  # one for each core, as the server has


def make():
    source = os.path.join(HERE, "limit.c")
    os.makedirs(FIXTURES, exist_ok=True)
    if not os.path.exists(BINARY) or os.path.getmtime(BINARY) < os.path.getmtime(source):
        said(["cc", "-O2", "-o", BINARY, source, "-lmicrohttpd", "-lsqlite3"])


def serving(*what):
    """The address and process of a limit."""
    make()
    return serving_at(lambda port: [BINARY, str(port), str(THREADS), *what])


@contextlib.contextmanager
def answering(body, content_type, unless=(), mode="bytes"):
    """A limit that answers with those bytes.

    `unless` is the entity tag that it is compared with `If-None-Match`, and the other fields that a 304 has to have. In
    the mode `kept`, each of its threads makes an answer once for all.
    """
    with tempfile.NamedTemporaryFile() as file:
        file.write(body)
        file.flush()
        with serving(mode, file.name, content_type, *unless) as (url, process):
            yield url, process


def reading(database, table, key, rows):
    """A limit that answers `/?after=KEY` with rows of a SQLite file, as JSON."""
    return serving("sqlite", database, table, key, str(rows))
