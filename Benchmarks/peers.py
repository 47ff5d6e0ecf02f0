"""Other servers that do the same work: Hummingbird and FlyingFox in Swift, and Datasette for SQLite."""
import contextlib, json, os, tempfile

from programs import Failure, body, serving_at

ALIKE = 0.02  # the share by which a peer's page may differ in length


@contextlib.contextmanager
def swift(program, name, url):
    """Yields the address and process of a peer that has our first page in memory, and renders it for each request."""
    ours = {path: body(url + path) for path in ("/", "/table.json")}
    with tempfile.NamedTemporaryFile(suffix=".json") as table, tempfile.NamedTemporaryFile() as page:
        table.write(ours["/table.json"])
        table.flush()
        page.write(template(ours["/"].decode(), json.loads(ours["/table.json"])).encode())
        page.flush()
        with serving_at(lambda port: [program, name, table.name, page.name, str(port)]) as (peer, process):
            check_alike(name, ours, {path: body(peer + path) for path in [*ours, "/named"]})
            yield peer, process


def template(page, table):
    """Returns our page as a Mustache template: its first section and first row, with tags instead of values."""
    start, end = page.index("<tbody"), page.rindex("</tbody>\n")
    section, row = table["sections"][0], table["sections"][0]["rows"][0]
    first = page.index("<tr id=\"row-")
    last = page.index("</tr>\n", first) + len("</tr>\n")
    head = tagged(page[start:first], [(f"-{section['id']}\"", "-{{id}}\""),
                                      (f">{section['header']['title']} <", ">{{header.title}} <")])
    place = f"{row['section']}%s{row['row']}\""
    line = tagged(page[first:last], [
        (f"-{row['id']}\"", "-{{id}}\""), (f"\"{row['id']}\"", "\"{{id}}\""),
        (place % ".", "{{section}}.{{row}}\""), (f"\"{row['select']}\"", "\"{{select}}\""),
        *((f">{value}<", f">{{{{cell.fields.{name}}}}}<") for name, value in row["cell"]["fields"].items())])
    return (f"{page[:start]}{{{{#sections}}}}{head}{{{{#rows}}}}{line}{{{{/rows}}}}</tbody>\n{{{{/sections}}}}"
            f"{page[end + len('</tbody>' + chr(10)):]}")


def tagged(markup, values):
    for value, tag in values:
        if value not in markup:
            raise Failure(f"the page has changed: there is no {value} in {markup}")
        markup = markup.replace(value, tag)
    return markup


def check_alike(name, ours, theirs):
    """Checks that the peer does the same work."""
    if json.loads(ours["/table.json"]) != json.loads(theirs["/table.json"]):
        raise Failure(f"{name} has other values in its table.json")
    if theirs["/"] != theirs["/named"]:
        raise Failure(f"{name} has different pages at / and /named")
    sizes = len(ours["/"]), len(theirs["/"])
    if abs(sizes[1] / sizes[0] - 1) > ALIKE:
        raise Failure(f"the page of {name} has {sizes[1]} bytes, ours {sizes[0]}")


def datasette(program, database):
    """Runs Datasette with an immutable file (-i), as its authors advise. Yields its address and process."""
    return serving_at(lambda port: [program, "serve", "-i", database, "-h", "127.0.0.1", "-p", str(port)],
                      stderr=open(os.devnull, "w"))
