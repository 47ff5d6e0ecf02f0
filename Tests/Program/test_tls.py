"""TLS: `cascade serve --tls-certificate FILE --tls-key FILE`."""

import http.client
import json
import os
import socket
import ssl
import subprocess
import time
import urllib.parse

import pytest


def make_certificate(folder, name, *, days=1):
    """Makes a certificate for localhost. Returns the paths of the certificate and of the key."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key,
         "-out", certificate, "-days", str(days), "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True)
    return certificate, key


@pytest.fixture
def certificate(tmp_path):
    return make_certificate(tmp_path, "first")


class Client:
    """A client that trusts one certificate."""

    def __init__(self, server, trusted, *, version=None):
        self.parts = urllib.parse.urlsplit(server.url)
        self.context = ssl.create_default_context(cafile=trusted)
        if version:
            self.context.minimum_version = self.context.maximum_version = version

    def connect(self):
        return http.client.HTTPSConnection(self.parts.hostname, self.parts.port, context=self.context, timeout=30)

    def ask(self, method, path, body=None, **headers):
        connection = self.connect()
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, text, response.headers


def test_pages_exports_and_refusals(serve, certificate, tmp_path):
    server = serve("--tls-certificate", certificate[0], "--tls-key", certificate[1])
    assert server.url.startswith("https://127.0.0.1:")
    client = Client(server, certificate[0])
    status, page, headers = client.ask("GET", "/", Accept="text/html")
    assert status == 200 and "United Nations" in page
    assert headers["Strict-Transport-Security"] == "max-age=15552000"
    assert client.ask("GET", "/nothing")[2]["Strict-Transport-Security"]
    # What visitors select is known by a cookie that browsers send back by TLS only.
    status, _, headers = client.ask("POST", "/select/0/0", "", Origin=server.url, Accept="text/html")
    assert status in (200, 303) and "Secure" in headers["Set-Cookie"]
    assert client.ask("POST", "/select/0/0", "", Origin=server.url.replace("https", "http"))[0] == 403
    rows = client.ask("GET", "/table.csv")[1]
    assert rows.count("\n") > 190
    # Several requests share a connection.
    connection = client.connect()
    for _ in range(20):
        connection.request("GET", "/table.csv")
        assert connection.getresponse().read().decode() == rows
    # A body that is refused has an answer, although the server does not read it.
    status, text, _ = client.ask("POST", "/select/0/0", b"x" * (3 << 20), Origin=server.url)
    assert status == 413, text
    # A head beyond the limit is refused past libmicrohttpd.
    assert client.ask("GET", "/", Cookie="a=" + "b" * 30_000)[0] == 431


def test_events_arrive_while_a_page_is_open(serve, certificate, tmp_path):
    server = serve("--tls-certificate", certificate[0], "--tls-key", certificate[1])
    connection = Client(server, certificate[0]).connect()
    connection.request("GET", "/events", headers={"Accept": "text/event-stream"})
    response = connection.getresponse()
    assert response.status == 200
    assert response.fp.readline()
    connection.close()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_versions_and_plain_requests_are_refused(serve, certificate):
    server = serve("--tls-certificate", certificate[0], "--tls-key", certificate[1])
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        assert Client(server, certificate[0], version=version).ask("GET", "/table.json")[0] == 200
    for version in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
        with pytest.raises((ssl.SSLError, ConnectionError)):
            Client(server, certificate[0], version=version).ask("GET", "/")
    with socket.create_connection(("127.0.0.1", urllib.parse.urlsplit(server.url).port), timeout=30) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            assert b"200" not in plain.recv(1_000)
        except ConnectionError:
            pass
    assert Client(server, certificate[0]).ask("GET", "/table.json")[0] == 200


def test_a_new_certificate_is_used_without_a_restart(serve, certificate, tmp_path):
    server = serve("--tls-certificate", certificate[0], "--tls-key", certificate[1])
    old = Client(server, certificate[0])
    kept = old.connect()
    kept.request("GET", "/table.json")
    kept.getresponse().read()
    trusted = tmp_path / "trusted.pem"
    second = make_certificate(tmp_path, "second")
    trusted.write_bytes(second[0].read_bytes())

    def replace(path, content):
        draft = tmp_path / "draft"
        draft.write_bytes(content)
        os.replace(draft, path)

    # Half of a change is no change.
    replace(certificate[0], second[0].read_bytes())
    first = tmp_path / "first-again.pem"
    time.sleep(1.1)
    subject = ssl.get_server_certificate(("127.0.0.1", urllib.parse.urlsplit(server.url).port))
    replace(certificate[1], second[1].read_bytes())
    new = Client(server, trusted)
    deadline = time.monotonic() + 10
    while True:
        time.sleep(0.3)
        try:
            assert new.ask("GET", "/table.json")[0] == 200
            break
        except ssl.SSLCertVerificationError:
            assert time.monotonic() < deadline
    first.write_text(subject)
    assert first.read_text() != trusted.read_text()
    # A connection that is open goes on.
    kept.request("GET", "/table.json")
    assert kept.getresponse().status == 200
    assert "is not that of the certificate" in server.output.read_text()


def test_a_certificate_that_cannot_be_used_is_told(cascade, certificate, tmp_path):
    other = make_certificate(tmp_path, "other")
    (tmp_path / "empty.pem").touch()
    over = tmp_path / "over.pem"
    request = subprocess.run(
        ["openssl", "req", "-new", "-key", certificate[1], "-subj", "/CN=over"], check=True, capture_output=True).stdout
    subprocess.run(
        ["openssl", "x509", "-req", "-signkey", certificate[1], "-out", over, "-days", "0"],
        input=request, check=True, capture_output=True)

    def refused(*arguments):
        command = [cascade, "serve", "--port", "0", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        return done.returncode, done.stderr

    assert refused("--tls-certificate", certificate[0])[0] == 64
    for pair, reason in [
        ((certificate[0], other[1]), "is not that of the certificate"), ((over, certificate[1]), "is over"),
        ((tmp_path / "none.pem", certificate[1]), "cannot be read"), ((certificate[1], certificate[0]), "no certificate and key"),
        ((tmp_path / "empty.pem", certificate[1]), "no certificate and key"), ((tmp_path, certificate[1]), "no certificate and key"),
    ]:
        status, text = refused("--tls-certificate", pair[0], "--tls-key", pair[1])
        assert status == (66 if pair[0].name == "none.pem" else 65) and reason in text, text
