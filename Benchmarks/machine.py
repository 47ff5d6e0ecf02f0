"""The machine and the programs of a measurement."""
import datetime, json, os, platform, re, resource, subprocess

from programs import said

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
DOUBTFUL = 0.1  # share of the cores


class Busy:
    """The share of all cores that other programs have used since its creation, without this one and its children."""

    def __init__(self):
        self.begin = self.now()

    @staticmethod
    def now():
        with open("/proc/stat") as file:
            user, nice, system, idle, wait, irq, softirq, steal = map(int, file.readline().split()[1:9])
        own = sum(getattr(resource.getrusage(who), name) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
                  for name in ("ru_utime", "ru_stime"))
        return user + nice + system + steal, idle + wait + irq + softirq, own * os.sysconf("SC_CLK_TCK")

    def share(self):
        busy, rest, own = (now - then for now, then in zip(self.now(), self.begin))
        return max(0, busy - own) / max(1, busy + rest)

    def said(self):
        share = self.share()
        return f"other programs used {share:.0%} of the cores" + (", so the results are doubtful" if share > DOUBTFUL else "")


def described(datasette=None):
    """Returns names and values, in the order in which they are shown."""
    facts = {
        "Date": datetime.date.today().isoformat(),
        "Processor": f"{processor()}, {os.cpu_count()} cores",
        "Memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "System": f"{distribution()}, Linux {platform.release()}",
        "Compilers": f"{first(['swift', '--version'], r'Swift version [^ ]+')}, {first(['cc', '--version'], r'.+')}",
        "Libraries": f"libmicrohttpd {package('libmicrohttpd')}, SQLite {package('sqlite3')}",
        "Peers": ", ".join(peers(datasette)),
        "Load by": first(["wrk", "-v"], r"wrk [^ ]+") + ", -t1 -c32 by default, on the same machine over loopback",
        "Of": commit(),
        "Busy before": f"load average {os.getloadavg()[0]:.2f}",
    }
    return {name: value for name, value in facts.items() if value}


def first(command, pattern):
    """Returns the first match of the pattern in a program's output, whatever its exit status is."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(pattern, run.stdout + run.stderr)
    return found[0] if found else ""


def processor():
    with open("/proc/cpuinfo") as file:
        found = re.search(r"^model name\s*: (.+)$", file.read(), re.MULTILINE)
    return found[1] if found else platform.machine()


def distribution():
    with open("/etc/os-release") as file:
        found = re.search(r'^PRETTY_NAME="?([^"\n]+)', file.read(), re.MULTILINE)
    return found[1] if found else platform.system()


def package(name):
    return first(["pkg-config", "--modversion", name], r"\S+")


def peers(datasette):
    """Yields the name and version of each peer that was built."""
    path = os.path.join(HERE, "Package.resolved")
    if os.path.exists(path):
        with open(path) as file:
            pins = {pin["identity"]: pin["state"].get("version") for pin in json.load(file)["pins"]}
        for name, identity in [("Hummingbird", "hummingbird"), ("swift-mustache", "swift-mustache"),
                               ("FlyingFox", "flyingfox")]:
            if pins.get(identity):
                yield f"{name} {pins[identity]}"
    if datasette:
        version = first([datasette, "--version"], r"[\d.]+\w*")
        python = first([os.path.join(os.path.dirname(datasette), "python"), "--version"], r"Python \S+")
        yield f"Datasette {version} on {python}"


def commit():
    try:
        return "commit " + said(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=10"]).strip()
    except Exception:
        return ""
