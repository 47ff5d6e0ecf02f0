#!/usr/bin/env python3
"""Starts the example on a free port of loopback and checks its responses: test.py PROGRAM."""

import http.client
import json
import re
import signal
import subprocess
import sys

program = subprocess.Popen([sys.argv[1], "0"], stderr=subprocess.PIPE, text=True)


def ask(method, path, headers={}):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, headers=headers)
    return connection.getresponse()


def answered(status, method, path, headers={}):
    answer = ask(method, path, headers)
    body = answer.read().decode()
    assert answer.status == status, f"{method} {path}: {answer.status}, not {status}: {body}"
    return answer, body


def line(stream, start):
    """Returns the next line of a stream that begins with `start`."""
    return next(text for text in iter(lambda: stream.readline().decode(), "") if text.startswith(start))


try:
    port = int(re.search(r"listening on \S+:(\d+)", program.stderr.readline())[1])

    assert answered(200, "GET", "/")[1] == "A Hummingbird application\n"
    page = answered(200, "GET", "/market/", {"Accept": "text/html"})[1]
    assert "<title>Market" in page and "Apple" in page
    style = answered(200, "GET", re.search(r'href="([^"]+\.css)"', page)[1])
    assert style[0].getheader("Content-Type").startswith("text/css")
    assert int(answered(200, "HEAD", "/market/table.json")[0].getheader("Content-Length")) > 0

    answered(404, "GET", "/nowhere")
    answered(403, "GET", "/market/", {"Host": "evil.example"})
    answered(403, "POST", "/market/select/0/0", {"Origin": "https://evil.example"})
    answered(413, "POST", "/market/select/0/0", {"Content-Length": str(1 << 40)})

    events = ask("GET", "/market/events")
    line(events, "retry:")
    answered(200, "POST", "/market/select/0/1")
    assert "Pear (picked)" in line(events, "data:")
    rows = json.loads(answered(200, "GET", "/market/table.json")[1])["sections"][0]["rows"]
    assert [row["cell"]["title"] for row in rows] == ["Apple", "Pear (picked)"]

    # An open event stream does not keep the application from stopping.
    program.send_signal(signal.SIGTERM)
    assert program.wait(timeout=10) == 0
finally:
    program.kill()
