"""The browser tests wait for what they read: no assert is earlier than the page, and nothing sleeps."""

import ast
import pathlib
import textwrap

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Browser"
ACTIONS = {"click", "dblclick", "tap", "press", "press_sequentially", "type", "up"}
READS = {
    "all", "all_inner_texts", "all_text_contents", "bounding_box", "count", "evaluate_all", "get_attribute", "inner_text",
    "input_value", "is_checked", "is_enabled", "is_hidden", "is_visible", "text_content"}
WAITS = {"expect", "settled", "until", "goto", "reload", "go_back", "go_forward"}
SLEEPS = {"sleep", "wait_for_timeout"}


def is_wait(name):
    return name in WAITS or name.startswith(("wait_for_", "expect_")) and name not in SLEEPS or name == "wait_for"


class Reader:
    """Reads a function in the order in which it runs. `has_acted` is whether its last action is not waited for."""

    def __init__(self, helpers):
        self.helpers, self.has_acted, self.reads_first, self.waits, self.early = helpers, False, False, False, []

    def body(self, nodes):
        for node in nodes:
            self.read(node)

    def read(self, node):
        match node:
            case ast.FunctionDef() | ast.Lambda():
                return
            case ast.For() | ast.While():
                # What the end of a loop does comes before its begin.
                for _ in range(2):
                    self.body(ast.iter_child_nodes(node))
            case ast.With():
                for item in node.items:
                    self.read(item.context_expr)
                self.body(node.body)
                # `with page.expect_response(…):` waits at its end.
                for item in node.items:
                    if isinstance(item.context_expr, ast.Call) and is_wait(name_of(item.context_expr)):
                        self.wait()
            case ast.Attribute(ast.Name("page" | "visitor"), "url"):
                self.look("url", node)
            case ast.Call():
                self.body(ast.iter_child_nodes(node))
                self.call(name_of(node), node)
            case _:
                self.body(ast.iter_child_nodes(node))

    def wait(self):
        self.has_acted, self.waits = False, True

    def call(self, name, node):
        helper = self.helpers.get(name) if not isinstance(node.func, ast.Attribute) or name not in ACTIONS else None
        if helper:
            if helper.reads_first:
                self.look(name, node)
            self.waits |= helper.waits
            self.has_acted = helper.has_acted or (self.has_acted and not helper.waits)
        elif is_wait(name):
            self.wait()
        elif name in ACTIONS:
            self.has_acted = True
        elif name in SLEEPS:
            if self.has_acted:
                self.early.append((node.lineno, name))
        elif name in READS and isinstance(node.func, ast.Attribute) and (name != "count" or not node.args):
            self.look(name, node)

    def look(self, name, node):
        self.reads_first |= not self.waits
        if self.has_acted:
            self.early.append((node.lineno, name))


def name_of(call):
    return getattr(call.func, "attr", None) or getattr(call.func, "id", "")


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def readers(trees):
    """Returns a reader of each function. A helper's own effects are known after a few rounds."""
    helpers = {}
    for _ in range(4):
        found = {}
        for node in trees:
            reader = Reader(helpers)
            reader.body(node.body)
            found[node.name] = reader
        helpers = {name: reader for name, reader in found.items() if not name.startswith("test_") and not is_wait(name)}
    return found


def early(source):
    """Returns what a module reads, and where it sleeps, after an action that it has not waited for: lines and names."""
    found = readers(functions(ast.parse(source))).values()
    return sorted({place for reader in found for place in reader.early})


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_no_test_is_too_early(path):
    names = [f"{path.name}:{line}: {name}, after an action without expect or settled" for line, name in early(path.read_text())]
    assert names == []


@pytest.mark.parametrize("body, line", [
    ("button.click()\nassert rows.count() == 1", 2),
    ("button.click()\ntime.sleep(1)", 2),
    ("button.press('Enter')\nassert page.url == '/'", 2),
    ("button.click()\nassert titles(page) == []", 2),
    ("for _ in range(2):\n    assert rows.count() == 1\n    button.click()", 2),
    ("press(page)\nassert rows.count() == 1", 2),
])
def test_what_is_too_early_is_found(body, line):
    helpers = "def titles(page):\n    return page.all_inner_texts()\ndef press(page):\n    page.click()\n"
    lines = [found for found, _ in early(f"{helpers}def test():\n" + textwrap.indent(body, "    "))]
    assert lines == [line + len(helpers.splitlines()) + 1]


@pytest.mark.parametrize("body", [
    "button.click()\nsettled(page)\nassert rows.count() == 1",
    "button.click()\nexpect(rows).to_have_count(1)\nassert rows.count() == 1",
    "with page.expect_response('/'):\n    button.click()\nassert rows.count() == 1",
    "button.click()\npage.goto('/')\nassert page.url == '/'",
    "button.click()\nassert text.count('x') == 1",
    "time.sleep(1)\nbutton.click()",
])
def test_what_waits_is_not_too_early(body):
    assert early("def test():\n" + textwrap.indent(body, "    ")) == []
