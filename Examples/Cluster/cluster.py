#!/usr/bin/env python3
"""Starts a cluster on this machine: a PostgreSQL primary with a replica, pgbouncer, three servers, and HAProxy.

    python3 Examples/Cluster/cluster.py PATH-OF-cascade [--direct]

Everything is in a temporary folder, listens on free ports of 127.0.0.1, and ends with this program. With --direct, the
servers connect to the primary and the replica themselves, without pgbouncer. Needs the Debian packages postgresql,
pgbouncer and haproxy. Type `help` for the faults that you can cause.
"""

import asyncio
import contextlib
import glob
import os
import pathlib
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

BIN = pathlib.Path(max(glob.glob("/usr/lib/postgresql/*/bin"), default="/usr/lib/postgresql/15/bin"))
USER = "postgres" if os.geteuid() == 0 else None

SHOP = """
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customers, total numeric(12, 2), placed timestamptz);
INSERT INTO customers SELECT i, 'Customer ' || i FROM generate_series(1, 1000) i;
INSERT INTO orders SELECT i, 1 + i % 1000, i / 4.0, timestamptz '2026-01-01 08:00Z' + i * interval '1 minute'
    FROM generate_series(1, {rows}) i;
ANALYZE;
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Relay:
    """A way between the servers and a database that can be cut: then nothing is forwarded, and nobody is told."""

    def __init__(self, target):
        self.target, self.is_cut = target, False
        self.port = None
        started = threading.Event()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.run, args=[started], daemon=True).start()
        started.wait()

    def run(self, started):
        async def listen():
            server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            started.set()
            await asyncio.Event().wait()

        self.loop.run_until_complete(listen())

    async def accept(self, reader, writer):
        while self.is_cut:
            await asyncio.sleep(0.05)
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self.pass_on(reader, there[1]), self.pass_on(there[0], writer))

    async def pass_on(self, reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                while self.is_cut:
                    await asyncio.sleep(0.05)
                writer.write(data)
                await writer.drain()
        writer.close()


class PostgreSQL:
    """A PostgreSQL server: a primary, or the replica of another server."""

    def __init__(self, cluster, name, port, of=None):
        self.cluster, self.name, self.port = cluster, name, port
        self.folder = cluster.folder / name
        if of is None:
            cluster.run([BIN / "initdb", "-D", self.folder, "-U", "cascade", "--pwfile", cluster.password_file,
                         "--auth-local", "trust", "--auth-host", "scram-sha-256", "--encoding", "UTF8", "--no-sync"])
        else:
            cluster.run([BIN / "pg_basebackup", "-h", cluster.folder, "-p", str(of.port), "-U", "cascade", "-D",
                         self.folder, "-R", "-X", "stream", "-c", "fast", "--no-sync"])
        self.settings = {
            "listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": cluster.folder, "fsync": "off",
            # The schema of the user's name is that of the servers.
            "search_path": "public", "max_connections": 100, "cluster_name": name, "wal_retrieve_retry_interval": "100ms"}
        self.start()

    def start(self):
        options = [part for key, value in self.settings.items() for part in ("-c", f"{key}={value}")]
        self.process = self.cluster.start([BIN / "postgres", "-D", self.folder, *options], f"{self.name}.log", USER)
        self.cluster.wait(self.answers, f"PostgreSQL {self.name}")

    def answers(self):
        command = [BIN / "pg_isready", "-q", "-t", "1", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(command).returncode == 0

    def sql(self, text):
        command = ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", str(self.cluster.folder), "-p", str(self.port),
                   "-U", "cascade", "-d", "postgres"]
        return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout.strip()

    def kill(self):
        """Ends it as if its machine had lost power."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def restart(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        self.start()

    def promote(self):
        self.sql("SELECT pg_promote(true, 30)")
        self.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.sql("SELECT pg_reload_conf()")


class Cluster:
    """All parts. Ends them when its `with` block ends."""

    def __init__(self, program, servers=3, rows=100_000, is_direct=False, options=()):
        self.program, self.is_direct, self.rows, self.options = pathlib.Path(program).resolve(), is_direct, rows, list(options)
        self.count = servers
        self.processes = []

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cascade-cluster-", dir="/tmp"))
        self.password = secrets.token_hex(8)
        self.password_file = self.folder / "password"
        self.password_file.write_text(self.password + "\n")
        if USER:
            shutil.chown(self.folder, USER)
            shutil.chown(self.password_file, USER)
        try:
            self.start_databases()
            self.start_servers()
            self.start_balancer()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.kill() if "pgbouncer" in str(process.args) else process.send_signal(signal.SIGQUIT)
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    # The databases

    def start_databases(self):
        ports = free_ports(2)
        self.primary = PostgreSQL(self, "first", ports[0])
        self.primary.sql(SHOP.format(rows=self.rows))
        self.replica = PostgreSQL(self, "second", ports[1], of=self.primary)
        # A commit is answered when the replica has it, so nothing is lost with the primary.
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.sql("SELECT pg_reload_conf()")
        user = f"cascade:{self.password}"
        if self.is_direct:
            self.relays = [Relay(self.replica.port), Relay(self.primary.port)]
            hosts = ",".join(f"127.0.0.1:{relay.port}" for relay in self.relays)
            self.source = f"postgres://{user}@{hosts}/postgres?target_session_attrs=prefer-standby"
            self.state = f"postgres://{user}@{hosts}/postgres"
            return
        [self.pooler_port] = free_ports(1)
        self.write_pooler()
        self.pooler = self.start(["pgbouncer", self.folder / "pgbouncer.ini"], "pgbouncer.log", USER)
        self.relays = [Relay(self.pooler_port)]
        at = f"postgres://{user}@127.0.0.1:{self.relays[0].port}"
        self.source, self.state = f"{at}/reading", f"{at}/writing"

    def write_pooler(self):
        """Writes where pgbouncer finds the primary and the replica."""
        places = {"writing": self.primary, "reading": self.replica}
        lines = ["[databases]"]
        for name, server in places.items():
            lines.append(f"{name} = host={self.folder} port={server.port} user=cascade dbname=postgres")
        lines += ["[pgbouncer]", "listen_addr = 127.0.0.1", f"listen_port = {self.pooler_port}",
                  "unix_socket_dir =", "auth_type = any", "pool_mode = transaction", "default_pool_size = 20",
                  "server_connect_timeout = 2", "server_login_retry = 1", "query_wait_timeout = 5"]
        (self.folder / "pgbouncer.ini").write_text("\n".join(lines) + "\n")

    def fail_over(self):
        """Kills the primary, and makes the replica the primary."""
        self.primary.kill()
        self.replica.promote()
        self.primary = self.replica
        if not self.is_direct:
            self.write_pooler()
            self.pooler.send_signal(signal.SIGHUP)

    @contextlib.contextmanager
    def cut(self):
        """Forwards nothing between the servers and the databases."""
        for relay in self.relays:
            relay.is_cut = True
        try:
            yield
        finally:
            for relay in self.relays:
                relay.is_cut = False

    # The servers

    def start_servers(self):
        self.ports = free_ports(self.count + 1)
        self.servers = [self.start_server(port) for port in self.ports[1:]]

    def start_server(self, port):
        arguments = ["serve", self.source, "--state", self.state, "--port", str(port), "--metrics",
                     "--trusted-proxy", "127.0.0.1", "--max-connections-per-address", "0", *self.options]
        process = self.start([self.program, *arguments], f"server-{port}.log")
        self.wait(lambda: self.is_ready(port), f"the server on port {port}")
        return process

    def is_ready(self, port):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False

    def kill_server(self, index):
        self.servers[index].kill()
        self.servers[index].wait()

    def replace_server(self, index):
        """Ends a server as an update does, which answers what it was asked, and starts the next one."""
        if self.servers[index].poll() is None:
            self.servers[index].terminate()
            self.servers[index].wait(30)
        self.servers[index] = self.start_server(self.ports[index + 1])

    def roll(self):
        for index in range(self.count):
            self.replace_server(index)
            # HAProxy sends requests to it again after two checks.
            time.sleep(1)

    # The balancer

    def start_balancer(self):
        lines = [
            "defaults", "mode http", "timeout connect 1s", "timeout client 60s", "timeout server 60s",
            "timeout queue 2s", "option http-no-delay", "option redispatch 1", "retries 3", "option forwardfor",
            # A request that no server has answered goes to another one, unless it may have changed something.
            "retry-on conn-failure empty-response",
            "frontend web", f"bind 127.0.0.1:{self.ports[0]}", "default_backend servers",
            'http-error status 503 content-type text/plain string "No server is ready." hdr Retry-After 1',
            "backend servers", "balance roundrobin", "http-request disable-l7-retry unless METH_GET",
            "option httpchk GET /readyz", "default-server inter 200ms fall 1 rise 2 observe layer4 on-error mark-down"]
        lines += [f"server s{port} 127.0.0.1:{port} check" for port in self.ports[1:]]
        (self.folder / "haproxy.cfg").write_text("\n".join(lines) + "\n")
        self.balancer = self.start(["haproxy", "-f", self.folder / "haproxy.cfg"], "haproxy.log")
        self.url = f"http://127.0.0.1:{self.ports[0]}"
        self.wait(lambda: self.is_ready(self.ports[0]), "HAProxy")

    # Programs

    def start(self, command, log, user=None):
        # A program that this one has started ends with it.
        prefix = ["setpriv", "--pdeathsig", "KILL"]
        if user:
            prefix += ["--reuid", user, "--regid", user, "--clear-groups"]
        environment = os.environ | {"PATH": os.environ["PATH"] + ":/usr/sbin"}
        with open(self.folder / log, "ab") as output:
            process = subprocess.Popen(
                [*prefix, "--", *map(str, command)], stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, cwd=self.folder, env=environment)
        self.processes.append(process)
        return process

    def run(self, command):
        options = {"user": USER, "group": USER, "extra_groups": []} if USER else {}
        subprocess.run([str(part) for part in command], check=True, capture_output=True, cwd=self.folder, **options)

    def wait(self, condition, name):
        end = time.monotonic() + 30
        while not condition():
            if time.monotonic() > end:
                logs = "".join(f"\n{log.name}: {log.read_text()[-1000:]}" for log in self.folder.glob("*.log"))
                raise RuntimeError(f"{name} does not answer.{logs}")
            time.sleep(0.05)


COMMANDS = {
    "kill N": "kills server N, 1 to 3", "start N": "starts server N again", "roll": "restarts one server after the other",
    "failover": "kills the primary and promotes the replica", "cut SECONDS": "cuts the way to the databases",
    "sql STATEMENT": "runs a statement on the primary", "quit": "ends everything"}


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if len(arguments) != 1:
        sys.exit(__doc__)
    with Cluster(pathlib.Path(arguments[0]).resolve(), is_direct="--direct" in sys.argv) as cluster:
        print(f"Serving at {cluster.url}/ from {len(cluster.servers)} servers. Type help, or quit.", flush=True)
        for line in sys.stdin:
            match line.strip().split(maxsplit=1):
                case ["kill", number]: cluster.kill_server(int(number) - 1)
                case ["start", number]: cluster.replace_server(int(number) - 1)
                case ["roll"]: cluster.roll()
                case ["failover"]: cluster.fail_over()
                case ["cut", seconds]:
                    with cluster.cut():
                        time.sleep(float(seconds))
                case ["sql", statement]: print(cluster.primary.sql(statement))
                case ["quit"]: break
                case []: continue
                case _:
                    for name, meaning in COMMANDS.items():
                        print(f"{name:15} {meaning}")
                    continue
            print("done", flush=True)


if __name__ == "__main__":
    main()
