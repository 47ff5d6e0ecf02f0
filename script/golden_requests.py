"""The requests of script/golden, by matter. A recorder sends them and notes the answers."""
import html
import json
import re
from html.parser import HTMLParser
from urllib.parse import quote, urlencode

FORMATS = ["", "table.json", "table.ndjson", "table.csv", "table.md", "table.txt"]
STYLES = ["plain", "grid", "fancy_grid", "psql", "org", "pipe", "rst", "latex", "html", "csv", "tsv"]
OPERATORS = [
    "exact", "not", "in", "contains", "notcontains", "startswith", "endswith", "gt", "gte", "lt", "lte", "isnull", "notnull",
    "empty",
]
LANGUAGES = ["en", "de", "he"]
JSON = {"Content_Type": "application/json"}


# Reading

def table(recorder, base, columns=(), value="1"):
    """Asks for a table in all ways of reading it."""
    for name in FORMATS: recorder.get(base + name)
    recorder.get(base)
    recorder.get(base + "table.json", Accept_Encoding="gzip")
    recorder.get(base, Accept_Language="de")
    recorder.get(base, User_Agent="Lynx/2.9")
    recorder.get(base + "?_edit=1")
    for shape in ["objects", "arrays", "array"]: recorder.get(f"{base}table.json?_shape={shape}&_size=5")
    first = recorder.json(base + "table.json?_size=3")
    for name in FORMATS: recorder.get(f"{base}{name}?_size=3")
    place, page = first.get("next"), first
    for _ in range(2):
        if not page.get("next_url"): break
        page = recorder.json(page["next_url"])
    if page.get("previous_url"): recorder.get(page["previous_url"])
    if place:
        for name in FORMATS: recorder.get(f"{base}{name}?_size=4&_next={quote(place)}")
    for query in ["_section=1", "_size=0", "_size=x", "_size=1000000", "_next=nonsense", "_unknown=1", "_search=a"]:
        recorder.get(f"{base}?{query}")
    recorder.get(base + "table.json?_section=1&_size=2")
    for path in ["sections/0", "sections/0.json", "sections/99", "rows/0/0", "rows/0/0.json", "rows/0/9999999", "rows/-1/0"]:
        recorder.get(base + path)
    recorder.get(base + "table.json?_since=0")
    for query in ["text=a", "edge=last", "edge=first", "number=3", "number=99999999"]: recorder.get(f"{base}find?{query}")
    row = next((row for section in first.get("sections", []) for row in section["rows"]), None)
    if row:
        recorder.get(f"{base}table.json?_row={quote(row['id'])}&_size=2")
        recorder.get(f"{base}edit/{row['section']}/{row['row']}.json")
    for column in columns:
        for direction in ["_sort", "_sort_desc"]:
            page = recorder.json(f"{base}table.json?{direction}={column}&_size=5")
            for way in ["next_url", "previous_url"] * 2:
                if page.get(way): page = recorder.json(page[way])
        recorder.get(f"{base}?_sort={column}&_size=5")
        recorder.get(f"{base}table.csv?_sort_desc={column}&_size=5")
        for operator in OPERATORS: recorder.get(f"{base}table.json?{column}__{operator}={quote(value)}&_size=3")
        recorder.get(f"{base}find?text=a&column={column}")
    recorder.get(base + "table.json?nocolumn=1")


def act(recorder, base):
    """Does what the rows, sections and the table offer, and shows the table after each action."""
    before = recorder.json(base + "table.json?_size=20")
    rows = [row for section in before.get("sections", []) for row in section["rows"]]
    paths = [row["select"] for row in rows[:3] if row.get("select")]
    for row in rows[:4]:
        place = f"{row['section']}/{row['row']}"
        paths += [action["url"] for action in row["actions"]]
        paths += [f"{base}{verb}/{place}" for verb in ["accessory", "expand", "deselect", "primary"]]
        paths += [f"{base}select/{place}?id={quote(row['id'])}", f"{base}select/{place}?id=nobody"]
    paths += [f"{base}commit/0/1/delete", f"{base}move?from=0.0&to=0.1", f"{base}select/77/0"]
    # A refreshed grid has a random order.
    if base != "/grid/": paths.insert(-1, f"{base}refresh")
    for path in paths:
        status, text = recorder.ask("POST", path)
        recorder.json(base + "table.json?_size=6")
        undo = json.loads(text).get("undo") if status == 200 else None
        if undo: recorder.ask("POST", undo["url"])
    recorder.get(base)
    recorder.get(base)
    recorder.ask("POST", f"{base}select/0/0", Accept="text/html")
    recorder.ask("POST", f"{base}batch", '{"gestures":[{"do":"select","row":"0.0"}]}', **JSON)


def settle(recorder, base):
    """Waits until photos are loaded."""
    for _ in range(30):
        if not re.search("Waiting|Loading|Filtering", recorder.send("GET", base)[2]): return
        recorder.send("POST", base + "refresh")


def query(recorder, base, *queries):
    """Asks for the rows of queries in each format, and for their page in each language."""
    for query in queries:
        for name in [*FORMATS, "table.xlsx"]: recorder.get(f"{base}{name}?{query}")
        for language in LANGUAGES[1:]: recorder.get(f"{base}?{query}&_lang={language}")


def pages(recorder, base, *queries):
    """Asks for a page and JSON of queries."""
    for query in queries:
        recorder.get(f"{base}?{query}", Accept="text/html")
        recorder.get(f"{base}table.json?{query}")


def lists(recorder):
    """Sorted, filtered and searched albums. PostgreSQL does not always search all of them in the time for a count."""
    query(
        recorder, "/albums/", "_sort=year&_sort_desc=price&year__gt=2015&title__contains=7",
        "_sort_desc=title&notes__notnull=&artist=7", "_search=plain+9&year=1990", "year__in=1950,1951,&_or=1&price__lt=0.1")
    pages(
        recorder, "/albums/", "_labels=1&_size=5", "_labels=1&_sort=artist&_size=5", "_col=title&_col=year&_size=4",
        "_nocol=notes&_nocol=sold&_size=4", "_col=nothing", "_sort=title&_search=12&year=1991&_size=3", "_fresh=1&_size=2",
        "_filter_column=year&_filter_op=gt&_filter_value=2.020&_lang=de&_filter_or=0", "year__gt=x", "price=1,5",
        "released=1960-11", "released__gt=2020-01-01&_size=3", "sold=true&_size=3", "sold=1&_size=3", "sold=x", "id=x",
        "title__between=1", "_sort=nothing", "_sort=id&_sort=year&_sort=price&_sort=title&_sort=artist", "_or=2",
        "_sort=id&_sort_desc=id", "_next=0.1&_prev=0.1", "_row=77&_size=3", "_row=nobody", "_row=77&_sort=title&_size=3",
        "_search=%22plain%22&year=1992", "_search=nothing+like+this&year=1993", "notes__empty=&_size=3", "notes__isnull=&_size=3", "_lang=xx",
        "_embed=/albums/&_size=2", "_edit=2", "_expanded=7&_size=3", "title=Album+7&title=Album+8", "_size=max&year=1960")
    for query_ in ["_sort=year&year__gt=2010", "notes__startswith=pl"]:
        for style in STYLES: recorder.get(f"/albums/table.txt?{query_}&_size=40&_style={style}")
        for shape in ["cells", "objects", "arrays", "array"]:
            for name in ["table.json", "table.ndjson"]: recorder.get(f"/albums/{name}?{query_}&_size=3&_shape={shape}")
        recorder.get(f"/albums/table.csv?{query_}&_size=5&_bom=1")
        for text in ["text=a", "text=album+77&column=title", "number=40", "edge=first", "edge=last", "text=19&column=year",
                     "text=zzz&after=0.4", "text=a&column=nothing", "number=x", ""]:
            recorder.get(f"/albums/find?{query_}&{text}")
            recorder.get(f"/albums/find?{query_}&{text}", Accept="text/html")
        recorder.get(f"/albums/columns?{query_}")
        for column in ["year", "title", "artist", "nothing"]: recorder.get(f"/albums/columns?{query_}&column={column}")
        page = recorder.json(f"/albums/table.json?{query_}&_size=50")
        while page.get("next_url"): page = recorder.json(page["next_url"])
        if page.get("previous_url"): recorder.get(page["previous_url"])


def groups(recorder):
    """Groups, statistics and facets."""
    base = "/albums/"
    query(
        recorder, base, "_group=year", "_group=artist&_mean=price&_sum=price&_min=year&_max=title&_sort_desc=mean_price",
        "_group=sold&_group=artist&_sum=year&year__gt=2000&_size=30", "_group=released&_bin=year&_avg=price&_sort=released",
        "_stats=price&_stats=year&_stats=title&_stats=released&_stats=sold", "_stats=price&artist=7")
    pages(
        recorder, base, "_group=price&_bin=10", "_group=released&_bin=month&_size=5", "_group=released&_bin=day&_size=5",
        "_group=price&_bin=0.1&_size=5", "_group=year&_bin=10&_group=released&_bin=year&_size=5", "_group=nothing", "_bin=5",
        "_group=year&_bin=x", "_group=year&_group=sold&_group=artist", "_group=year&_sum=nothing", "_group=year&_sum=title",
        "_group=notes&_size=4", "_group=artist&_labels=1&_size=4", "_group=year&_search=plain&_size=4", "_stats=nothing",
        "_group=year&_complete=1&_size=3", "_group=title&_size=5", "_group=year&_sort=count&_size=5&_row=x", "_complete=2",
        "_group=year&year__gt=1990&_or=1&sold=true&_size=3", "_facet=year&_size=3", "_facet=artist&_facet=sold&_size=3",
        "_facet=nothing", "_facet=year&_group=year", "_facet=notes&title__contains=7&_size=3", "_group=year&count__gt=160",
        "_group=year&_median=price", "_stats=year&_group=year")
    first = recorder.json(base + "table.json?_group=year&_size=10&_sort=year")
    for way in ["next_url", "next_url", "previous_url"]:
        if first.get(way): first = recorder.json(first[way])
    pages(recorder, "/tracks/", "_group=cover", "_group=album&_mean=milliseconds&_size=4", "_stats=milliseconds", "_stats=cover")
    pages(recorder, "/artists/", "_group=country", "_facet=country&_size=2", "_stats=country")
    pages(recorder, "/catalogue/", "_group=artist&_size=5&_max=year", "_facet=artist&_size=2", "_stats=year")
    pages(recorder, "/empty/", "_group=text", "_facet=text", "_stats=text", "_stats=id")


def statements(recorder):
    """Pages of SQL of visitors, and of queries with a name."""
    recorder.get("/-/sql/")
    for language in LANGUAGES[1:]: recorder.get(f"/-/sql/?_lang={language}")
    joined = quote("SELECT albums.id, title, name, price FROM albums JOIN artists ON artists.id = artist "
                   "WHERE year >= :least ORDER BY albums.id")
    query(recorder, "/-/sql/", f"sql={joined}&least=2020")
    pages(
        recorder, "/-/sql/", f"sql={joined}&least=2020&_sort_desc=price&_size=3", f"sql={joined}&least=2020&price__gt=39",
        f"sql={joined}&least=2020&_group=name&_size=4", f"sql={joined}&least=2020&_stats=price", f"sql={joined}",
        f"sql={joined}&least=x", f"sql={joined}&least=2020&_facet=name&_size=2", f"sql={joined}&least=2020&_search=77&_size=2")
    for sql in ["SELECT nothing FROM albums", "DELETE FROM albums", "SELECT 1; SELECT 2", "", "SELEC", "SELECT 1 AS a, 2 AS a",
                "SELECT NULL AS n, 'x' AS t, 1.5 AS r", "SELECT * FROM notes ORDER BY text, stars LIMIT 5", "SELECT * FROM empty",
                "INSERT INTO empty VALUES (1, 'x')", "SELECT text FROM empty WHERE text = :a OR text = :_b"]:
        pages(recorder, "/-/sql/", "sql=" + quote(sql))
    page = recorder.json(f"/-/sql/table.json?sql={joined}&least=2000&_size=20")
    for way in ["next_url", "next_url", "previous_url"]:
        if page.get(way): page = recorder.json(page[way])
    recorder.get(f"/-/sql.csv?sql={joined}&least=2020")
    recorder.get(f"/-/sql?sql={joined}&least=2020")
    query(recorder, "/-/sql/albums_since/", "year=2023")
    pages(recorder, "/-/sql/albums_since/", "", "year=x", "year=2020&_sort_desc=title&_size=3", "year=2020&_group=year", "nothing=1")
    query(recorder, "/-/sql/per_artist/", "_size=4")
    pages(recorder, "/-/sql/nothing/", "")
    recorder.get("/-/sql/per_artist.csv")


def music(recorder):
    """The same tables in SQLite and in PostgreSQL, which are only read."""
    for path in ["/healthz", "/readyz", "/-/tables.json", "/anomalies", "/metrics", "/nothing", "/nothing.csv", "/heights.css?px=44"]:
        recorder.get(path)
        recorder.get(path, Accept="text/html", Accept_Language="de")
    table(recorder, "/")
    query(recorder, "/", "_sort=name")
    table(recorder, "/albums/", ["id", "title", "artist", "year", "price", "released", "sold"], "1960")
    table(recorder, "/tracks/", ["name", "milliseconds"], "Track 7")
    table(recorder, "/artists/", ["name", "country"], "France")
    table(recorder, "/awards/", ["code", "won"], "2010-02-01")
    table(recorder, "/notes/", ["stars"], "3")
    table(recorder, "/catalogue/", ["artist"], "Artist 5")
    table(recorder, "/empty/")
    for path in ["/albums/row/7", "/tracks/row/5,3", "/artists/row/3", "/awards/row/A~2F13~2C%C3%A9", "/albums/row/11990"]:
        table(recorder, path + "/")
        recorder.get(path + ".json")
        for name in ["csv", "xlsx"]: recorder.get(f"{path}.{name}")
        recorder.get(path + "/?_sort=title&_lang=he")
    for path in ["/notes/row/9", "/notes/row/(0,9)", "/albums/row/99999", "/albums/row/x", "/albums/row/7,8", "/catalogue/row/3"]:
        recorder.get(path + "/")
        recorder.get(path + ".json")
    for name in ["json", "csv", "xlsx", "ndjson", "md", "txt", "pdf"]: recorder.get(f"/artists.{name}?_sort=name")
    for row in [0, 150, 9_990, 10_500, 11_995]:
        recorder.get(f"/albums/rows/0/{row}.json")
        recorder.get(f"/albums/table.json?_size=3&_row={row}")
    for path in ["0/4/notes", "0/11989/notes", "0/11989/notes?id=11990", "0/11989/notes?id=7", "0/11/nothing", "0/99999/notes", "0/3/price"]:
        recorder.get(f"/albums/values/{path}")
    recorder.get("/tracks/values/0/4/cover")
    for method in ["HEAD", "OPTIONS", "PUT"]: recorder.ask(method, "/albums/")
    recorder.get("/albums/", Accept="application/json")
    recorder.get("/albums/table.json", If_None_Match='"x"')
    act(recorder, "/albums/")
    lists(recorder)
    groups(recorder)
    statements(recorder)
    refused(recorder)


def refused(recorder):
    """Changes of tables that are only read."""
    recorder.ask("POST", "/artists/", '{"values": {"name": "New"}}', **JSON)
    recorder.ask("PATCH", "/artists/row/1/", '{"values": {"name": "New"}, "old": {"name": "x"}}', **JSON)
    recorder.ask("DELETE", "/artists/row/1/", **JSON)
    for path in ["new", "row/1/edit", "row/1/delete", "paste", "choices?column=country", "row/1/restore"]:
        recorder.get(f"/artists/{path}", Accept="text/html")
    recorder.ask("POST", "/artists/rows/delete", "rows=@1", Accept="text/html")


def changed(recorder):
    """Albums after another program changed some."""
    recorder.get("/albums/table.json?_fresh=1&_size=1")
    for name in FORMATS: recorder.get(f"/albums/{name}?_size=6")
    for query in ["_size=3&_next=0.4~5", "_row=5", "_size=3&_sort=title&title__startswith=C"]:
        recorder.get(f"/albums/table.json?{query}")
    recorder.get("/albums/row/5.json")


def gallery(recorder):
    names = sorted(set(re.findall(r'href="(/[a-z-]+/)"', recorder.get("/")[1])))
    settle(recorder, "/photos/")
    columns = {"/": ["example"], "/remote/": ["title"], "/grid/": []}
    for base in ["/", *names]: table(recorder, base, columns.get(base, []), "A place")
    for base in ["/", *names]: act(recorder, base)


def sample(recorder):
    table(recorder, "/", ["name", "area", "joined"], "France")
    query(recorder, "/", "_sort_desc=area&area__gt=1000000", "_search=land")
    pages(recorder, "/", "_group=section", "_facet=capital&_size=2", "_stats=area")
    act(recorder, "/")


def one_table(recorder):
    """One table at the address /, with small pages, labels and guarded formulas."""
    table(recorder, "/", ["artist"], "7")
    query(recorder, "/", "_labels=1&notes__startswith=%3D&_size=5")
    for path in ["/row/7/", "/row/7.json", "/row/7", "/artists/", "/row/99999/", "/-/sql/"]: recorder.get(path)
    act(recorder, "/")


def shops(recorder):
    table(recorder, "/", ["city", "turnover"], "City 3")
    query(recorder, "/", "_sort=name&turnover__gt=900", "_search=77")
    pages(recorder, "/", "_group=city", "_facet=city&_size=4", "_stats=turnover", "_section=2&_size=3", "city=CITY+3&_size=3")
    act(recorder, "/")


def odd(recorder):
    table(recorder, "/odd%20name,%2050%25/", ["first%20column", "select", "gr%C3%B6%C3%9Fe"], "1")
    for row in recorder.json("/odd%20name,%2050%25/table.json?_size=14").get("sections", [{"rows": []}])[0]["rows"]:
        recorder.get(f"/odd%20name,%2050%25/row/{quote(row['id'])}.json")
    pages(recorder, "/odd%20name,%2050%25/", "_sort__exact=1", "_group=select&_size=3", "_stats=select", "_facet=_sort&_size=3")
    table(recorder, "/texts/", ["title"], "Text 7")
    pages(recorder, "/texts/", "_search=lorem&_size=4", "_search=%22sit+amet%22+7&_size=3", "_search=lor*&_size=3", "_search=%22")
    table(recorder, "/made/", ["b", "at"], "30")
    pages(recorder, "/made/", "at__gt=2026-01-20", "at=2026-01-20", "_group=at&_bin=day&_size=5", "_stats=b&_stats=at")
    act(recorder, "/texts/")


def types(recorder):
    """Types and tables that only PostgreSQL has."""
    table(recorder, "/")
    columns = ["total", "small", "ratio", "at", "local", "day", "clock", "mood", "tags", "ref", "span", "net", "range", "data"]
    table(recorder, "/kinds/", columns, "7")
    for path in ["/kinds/row/3", "/kinds/row/151", "/totals/row/3", "/events/row/2026-01-03,Event%2014", "/sales.regions/row/r3"]:
        recorder.get(path + "/")
        recorder.get(path + ".json")
    query(recorder, "/kinds/", "id__gt=145", "mood=glad&_sort_desc=at&_size=4")
    pages(
        recorder, "/kinds/", "at__gt=2026-01-05T12:00:00Z&_size=3", "at=2026-01-03", "total=NaN", "mood=x", "_group=mood",
        "_group=at&_bin=month&_sum=total", "_group=region&_mean=ratio&_max=at", "_stats=total&_stats=at&_stats=mood&_stats=data",
        "_facet=mood&_facet=tags&_size=2", "_labels=1&_size=3", "data__contains=77", "ratio=0.14285715")
    for base in ["/totals/", "/moods/", "/events/", "/sales.regions/", "/broken/", "/Odd%20name,%2050%25/"]: table(recorder, base)
    recorder.get("/kinds/values/0/2/long")
    change(recorder, "POST", "/kinds/", values={"total": 12345678901234567.890, "data": {"b": [1]}, "mood": "sad", "tags": "{a,b}"})
    change(recorder, "POST", "/kinds/", values={"mood": "x"})
    change(recorder, "POST", "/kinds/", values={"total": "x", "at": "y"})
    change(recorder, "POST", "/kinds/", values={"id": 7})
    change(recorder, "PATCH", "/kinds/row/3/", values={"ratio": 2.5, "at": "2026-05-05T10:00:00Z"}, old={"ratio": 1, "at": None})
    form = Form(recorder, "/kinds/row/3/edit")
    form.send(**{"value.mood": "sad", "value.day": "2026-03-04", "value.span": "1 day", "value.data": '{"q": 1}'})
    form.send(**{"value.mood": "happy", "value.day": "x", "value.data": "{"})
    Form(recorder, "/events/new").send(**{"value.at": "2026-04-05", "value.what": "New"})
    Form(recorder, "/events/new").send(**{"value.at": "2030-04-05", "value.what": "New"})
    for path in ["/totals/new", "/moods/new", "/sales.regions/new", "/kinds/new", "/kinds/choices?column=region&text=1"]:
        recorder.get(path, Accept="text/html")


# Editing

class Form(HTMLParser):
    """The inputs of a page's form, as a browser sends them."""

    def __init__(self, recorder, path=None, page=None, **headers):
        super().__init__()
        self.recorder, self.inputs, self.action, self.open = recorder, [], path, None
        self.headers = {"Accept": "text/html"} | headers
        self.feed(page if page is not None else recorder.get(path, **self.headers)[1])

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form" and "find" not in (values.get("action") or ""): self.action = values.get("action") or self.action
        if tag == "select": self.open = values.get("name")
        if tag == "option" and "selected" in values and self.open: self.inputs.append((self.open, values.get("value", "")))
        isSent = tag == "input" and (values.get("type") not in ["checkbox", "file"] or "checked" in values)
        if isSent and values.get("name"): self.inputs.append((values["name"], values.get("value", "")))
        if tag == "button" and values.get("name") == "plan": self.plan = values["value"]
        if tag == "textarea": self.open, self.text = values.get("name"), ""

    def handle_data(self, data):
        if getattr(self, "text", None) is not None: self.text += data

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.inputs.append((self.open, self.text.removeprefix("\n")))
            self.text = None
        if tag in ["select", "textarea"]: self.open = None

    def send(self, confirms=False, **values):
        """Sends the form with other values, with its plan if there is one to confirm, and returns the form of the answer."""
        inputs = [(name, value) for name, value in self.inputs if name not in values]
        inputs += [(name, value) for name, value in values.items() if value is not None]
        if confirms and hasattr(self, "plan"): inputs.append(("plan", self.plan))
        status, page = self.recorder.ask("POST", self.action, urlencode(inputs), **self.headers)
        return Form(self.recorder, self.action, page, **self.headers)


def change(recorder, method, path, key=None, match=None, **body):
    """Sends a change in JSON, and returns the answer."""
    headers = dict(JSON)
    if key: headers["Idempotency_Key"] = key
    if match: headers["If_Match"] = match
    status, text = recorder.ask(method, path, json.dumps(body, ensure_ascii=False) if body else None, **headers)
    try: return json.loads(text)
    except ValueError: return {}


def undo(recorder, answer, times=1):
    """Undoes a change, undoes that, and so on."""
    for _ in range(times):
        if not answer.get("undo"): return
        path = answer["undo"]["url"]
        answer = json.loads(recorder.ask("POST", path)[1])
    recorder.ask("POST", path)


def edits(recorder):
    """The same tables in SQLite and in PostgreSQL, which are changed."""
    for base in ["/", "/albums/", "/artists/", "/catalogue/", "/albums/row/7/", "/tracks/row/5,3/", "/cascade_history/"]:
        table(recorder, base)
    forms(recorder)
    rows(recorder)
    lists_of_rows(recorder)
    form_changes(recorder)
    pasted(recorder)
    selected(recorder)
    history(recorder)
    for base in ["/", "/albums/", "/artists/", "/awards/", "/tracks/", "/notes/"]: query(recorder, base, "_size=20")
    # Values that SQLite stores, and PostgreSQL does not.
    for values in [{"title": "x", "released": "someday"}, {"title": "x", "year": 2 ** 70}]:
        change(recorder, "POST", "/albums/", values=values)
    change(recorder, "POST", "/albums/?_any=1", values={"title": "x", "price": "cheap"})


def forms(recorder):
    paths = [
        "/albums/new", "/albums/new?from=7", "/albums/new?_query=_sort%3Dtitle", "/albums/row/7/edit", "/albums/row/7/edit?column=year",
        "/albums/row/7/delete", "/albums/row/7/edit?column=nothing", "/albums/paste", "/artists/row/3/delete", "/albums/row/99999/edit",
        "/albums/row/3/delete", "/tracks/row/5,3/edit", "/tracks/new?from=5,3", "/awards/row/A~2F13~2C%C3%A9/edit", "/catalogue/new",
        "/cascade_history/new", "/albums/row/11990/edit", "/albums/new?from=99999", "/albums/row/7/restore", "/notes/new"]
    for path in paths:
        for language in LANGUAGES: recorder.get(path, Accept="text/html", Accept_Language=language)
    recorder.get("/albums/new")
    recorder.ask("POST", "/albums/rows/edit", "rows=@1&rows=@2", Accept="text/html")
    recorder.ask("POST", "/albums/rows/edit", "", Accept="text/html")
    for text in ["", "7", "Artist 1", "artist", "zzz", "%25"]: recorder.get(f"/albums/choices?column=artist&text={quote(text)}")
    recorder.get("/albums/choices?column=title&text=a")
    recorder.get("/albums/choices?column=nothing")
    recorder.get("/tracks/choices?column=album&text=album+12")


def rows(recorder):
    """Changes of single rows in JSON."""
    made = change(recorder, "POST", "/artists/", values={"name": "New", "country": None})
    change(recorder, "POST", "/albums/", values={
        "title": "N", "artist": 3, "year": 2001, "price": 1.25, "released": "2001-02-03", "sold": True, "notes": "é\n"})
    change(recorder, "POST", "/albums/?_rehearse=1", values={"title": "Rehearsed", "artist": 3})
    for values in [{"title": None}, {}, {"title": "x", "artist": 999}, {"title": "x", "year": 1800}, {"title": "x", "year": "y"},
                   {"title": "x", "nothing": 1}, {"title": "x", "id": 7}, {"title": "x", "sold": "maybe"}, {"title": ["a"]},
                   {"title": "x", "price": "1,5"}]:
        change(recorder, "POST", "/albums/", values=values)
    change(recorder, "POST", "/artists/", values={"name": "New"})
    change(recorder, "POST", "/tracks/", values={"album": 1, "number": 77, "cover": {"base64": "AP8="}})
    change(recorder, "POST", "/tracks/", values={"album": 1, "number": 78, "cover": {"base64": "?"}})
    for body in ["", "{", "[]", '{"values": 7}', '{"rows": {}}', '{"values": {"title": "a", "title": "b"}}']:
        recorder.ask("POST", "/albums/", body, **JSON)
    recorder.ask("POST", "/albums/", "title=x")
    recorder.ask("POST", "/albums/?_unknown=1", '{"values": {}}', **JSON)
    recorder.ask("POST", "/albums/?_rehearse=2", '{"values": {}}', **JSON)
    row = "/albums/row/7/"
    _, text = recorder.get("/albums/row/7.json")
    old = json.loads(text)
    done = change(recorder, "PATCH", row, values={"title": "A"}, old={"title": old["title"]})
    recorder.get("/albums/table.json?_size=8")
    change(recorder, "PATCH", row, values={"title": "B"}, old={"title": old["title"]})
    change(recorder, "PATCH", row, values={"title": "B", "year": 1990}, old={"title": "no", "year": 1})
    recorder.ask("PATCH", row, '{"values": {"title": "B"}, "old": {"title": "no"}}', Accept="text/html", Accept_Language="de", **JSON)
    change(recorder, "PATCH", row, values={"title": "B"})
    change(recorder, "PATCH", row, values={"title": "B"}, old={"year": 1})
    change(recorder, "PATCH", row, match='"row.0123456789abc"', values={"title": "B"})
    change(recorder, "PATCH", row, match="*", values={"title": "B"})
    change(recorder, "PATCH", row, match="*", values={"title": "B"})
    change(recorder, "PATCH", row, match="*", values={"title": None, "year": 1800})
    change(recorder, "PATCH", row, match="*", values={"artist": 999})
    change(recorder, "PATCH", row, values={"title": "C"}, old={"title": "B"}, rows=[])
    change(recorder, "PATCH", row + "?_rehearse=1", match="*", values={"title": "Rehearsed", "id": 20_000})
    undo(recorder, done)
    done = change(recorder, "PATCH", row, values={"title": "C", "year": None}, old={"title": "B", "year": old["year"]})
    recorder.get("/albums/", Accept="text/html")
    undo(recorder, done, 3)
    recorder.get("/albums/row/7.json")
    undo(recorder, change(recorder, "PATCH", row, match="*", values={"id": 20_000}))
    change(recorder, "PATCH", "/albums/row/99999/", match="*", values={"title": "B"})
    change(recorder, "PATCH", "/catalogue/row/0/", match="*", values={"title": "B"})
    change(recorder, "PATCH", "/cascade_history/row/1/", match="*", values={"kind": "B"})
    change(recorder, "DELETE", "/artists/row/3/", match="*")
    recorder.get("/artists/row/3/delete", Accept="text/html", Accept_Language="de")
    change(recorder, "DELETE", "/albums/row/7/?_rehearse=1", match="*")
    done = change(recorder, "DELETE", "/albums/row/7/", match="*")
    for path in ["/albums/row/7.json", "/tracks/table.json?album=7", "/awards/table.json?_size=2", "/albums/row/7/"]: recorder.get(path)
    undo(recorder, done, 3)
    for path in ["/albums/row/7.json", "/tracks/table.json?album=7", "/awards/table.json?_size=2", "/albums/row/7/"]: recorder.get(path)
    change(recorder, "DELETE", "/albums/row/8/", old={"title": "no"})
    change(recorder, "DELETE", "/albums/row/8/")
    change(recorder, "DELETE", "/albums/row/99999/", match="*")
    for name in ["N1", "N1", "N2"]: change(recorder, "POST", "/artists/", key="first-key", values={"name": name})
    change(recorder, "POST", "/artists/", key="", values={"name": "N3"})
    recorder.get("/artists/table.json?id__gt=60")


def lists_of_rows(recorder):
    """Changes of several rows in JSON."""
    done = change(recorder, "POST", "/artists/", rows=[{"values": {"name": f"L{n}"}} for n in range(3)])
    change(recorder, "POST", "/artists/", rows=[{"values": {"name": "M"}}, {"values": {"name": "L1"}}, {"values": {}}])
    change(recorder, "POST", "/artists/?_rehearse=1", rows=[{"values": {"name": "M"}}, {"values": {"name": "L1"}}, {"values": {}}])
    change(recorder, "POST", "/artists/", rows=[])
    undo(recorder, done, 2)
    some = [{"id": str(n), "values": {"notes": f"note {n}"}, "old": {"notes": None}} for n in [13, 19]]
    done = change(recorder, "PATCH", "/albums/", rows=some)
    change(recorder, "PATCH", "/albums/", rows=some)
    change(recorder, "PATCH", "/albums/?_rehearse=1", rows=[*some, {"id": "99999", "values": {"year": 1}, "old": {"year": 2}}])
    change(recorder, "PATCH", "/albums/", rows=[{"values": {"year": 1}}])
    change(recorder, "PATCH", "/albums/", rows=[{"id": "13", "values": {"year": 1}}])
    change(recorder, "PATCH", "/albums/", values={"year": 1})
    change(recorder, "PATCH", "/albums/row/19/", match="*", values={"notes": "other"})
    undo(recorder, done)
    done = change(recorder, "DELETE", "/albums/", rows=[{"id": str(n), "old": {"id": n}} for n in [35, 36]])
    recorder.get("/albums/table.json?id__gt=33&_size=3")
    undo(recorder, done, 2)
    change(recorder, "DELETE", "/albums/?_rehearse=1", rows=[{"id": "37", "old": {"id": 37}}, {"id": "38", "old": {"id": 1}}])
    change(recorder, "DELETE", "/artists/", rows=[{"id": "1", "old": {"id": 1}}])
    recorder.get("/albums/table.json?_size=40")


def form_changes(recorder):
    """Changes with forms, and conflicts."""
    Form(recorder, "/albums/new").send(**{"value.title": "Form", "value.artist": "4", "state.artist": "value"})
    recorder.get("/albums/", Accept="text/html")
    Form(recorder, "/albums/new?from=9").send(**{"value.title": "Copy"})
    Form(recorder, "/albums/new").send()
    for language in LANGUAGES:
        Form(recorder, "/albums/new", Accept_Language=language).send(**{
            "value.title": "", "value.year": "1800", "value.price": "x", "value.released": "x", "value.artist": "999"})
        form = Form(recorder, "/albums/new", Accept_Language=language)
        form.send(**{"value.title": "x", "value.year": "1800"})
        form.send(**{"value.title": "x", "value.artist": "999"})
        form.send(**{"value.title": "x", "value.id": "7"})
        form.send(**{"value.title": "x", "value.nothing": "7"})
        form.send(**{"value.title": "x", "value.year": "1999", "state.year": "null"})
    Form(recorder, "/albums/row/9/edit?column=year").send(**{"value.year": "1999"})
    Form(recorder, "/albums/row/9/edit?column=year").send(**{"value.year": "", "state.year": "null"})
    Form(recorder, "/albums/row/9/edit").send()
    Form(recorder, "/albums/row/9/edit").send(**{"value.price": "12.5", "value.sold": "true", "value.notes": "a\r\nb"})
    recorder.get("/albums/row/9.json")
    for language in LANGUAGES:
        old = Form(recorder, "/albums/row/10/edit", Accept_Language=language)
        change(recorder, "PATCH", "/albums/row/10/", match="*", values={"title": f"Theirs {language}"})
        conflict = old.send(**{"value.title": f"Mine {language}"})
        old.send(**{"value.price": f"{LANGUAGES.index(language)}"})
        conflict.send()
        old = Form(recorder, "/albums/row/10/delete", Accept_Language=language)
        change(recorder, "PATCH", "/albums/row/10/", match="*", values={"title": f"Theirs again {language}"})
        old.send()
    old = Form(recorder, "/albums/row/11/edit")
    Form(recorder, "/albums/row/11/delete").send()
    recorder.get("/albums/", Accept="text/html")
    old.send(**{"value.title": "Mine"})
    Form(recorder, "/albums/row/3/delete").send()
    recorder.ask("POST", "/albums/row/14/edit", "value.title=x", Accept="text/html")
    recorder.ask("POST", "/albums/row/14/delete", "", Accept="text/html")
    Form(recorder, "/artists/row/5/delete").send()
    Form(recorder, "/tracks/row/20,3/edit").send(**{"value.name": "Form"})
    Form(recorder, "/awards/row/A~2F15~2C%C3%A9/edit").send(**{"value.code": "A/15,ö"})
    recorder.get("/awards/table.json?_size=5")


def pasted(recorder):
    """Rows that are pasted, and files."""
    texts = [
        "id\ttitle\tartist\tyear\n15\tPasted\t2\t1993\n\tNew\t1\t1970\n", "id\ttitle\tyear\n16\tx\t1800\n99999\ty\t1990\n",
        "Pasted alone\nTwo\n", "title;artist;price\nA;1;1,5\nB;2;2,25\n", "title,nothing\nA,1\n", "", "title\ttitle\na\tb\n",
        "id,title,year\n17,Same id,1990\n17,Again,1991\n", 'title,notes\n"a, b","two\nlines"\nc,""\n',
        '[{"title": "J", "year": 2001}, {"title": "K", "sold": true}]', "a\tb\tc\td\te\tf\tg\th\ti\tj\n"]
    for text in texts:
        for language in LANGUAGES: recorder.ask("POST", "/albums/paste", urlencode({"text": text}), Accept="text/html", Accept_Language=language)
        plan = Form(recorder, "/albums/paste").send(text=text)
        plan.send(confirms=True)
        plan.send(confirms=True)
    plan = Form(recorder, "/albums/paste").send(text="id\ttitle\n18\tMine\n")
    plan.send(**{"names": None})
    plan.send(**{"column.1": "notes"})
    plan.send(**{"column.1": ""})
    plan.send(separator="59")
    change(recorder, "PATCH", "/albums/row/18/", match="*", values={"title": "Theirs"})
    plan.send(confirms=True).send(confirms=True)
    recorder.get("/albums/", Accept="text/html")
    part = '--b\r\nContent-Disposition: form-data; name="file"; filename="new.csv"\r\nContent-Type: text/csv\r\n\r\ntitle;notes\nÅ;1\n\r\n--b--\r\n'
    recorder.ask("POST", "/albums/paste", part, Accept="text/html", Content_Type="multipart/form-data; boundary=b")
    recorder.ask("POST", "/tracks/paste", urlencode({"text": "album\tnumber\tname\n1\t1\tA\n1\t90\tB\n"}), Accept="text/html")
    recorder.ask("POST", "/awards/paste", urlencode({"text": "code\twon\nA/13,é\t2020-01-01\nX\tsoon\n"}), Accept="text/html")
    recorder.ask("POST", "/catalogue/paste", urlencode({"text": "title\nA\n"}), Accept="text/html")
    recorder.get("/albums/table.json?id__gt=12000")
    recorder.get("/albums/table.json?_size=20")


def selected(recorder):
    """Changes and deletions of selected rows."""
    def form(path, *rows, **headers):
        page = recorder.ask("POST", path, urlencode([("rows", row) for row in rows]), Accept="text/html", **headers)[1]
        return Form(recorder, path, page, **headers)
    for language in LANGUAGES:
        plan = form("/albums/rows/edit", "@21", "0.3@22", Accept_Language=language)
        plan = plan.send(**{"value.year": "2002", "value.sold": "true"})
        form("/albums/rows/edit", "@21", "@22", Accept_Language=language).send(**{"value.year": "1800"})
        form("/albums/rows/edit", "@21", "@99999", Accept_Language=language).send(**{"value.year": "x"})
        form("/albums/rows/delete", "@21", "@22", "@99999", Accept_Language=language)
        form("/artists/rows/delete", "@1", "@9001", Accept_Language=language)
    plan.send(confirms=True)
    plan.send(confirms=True)
    recorder.get("/albums/", Accept="text/html")
    form("/albums/rows/edit", "@23").send(**{"state.notes": "null"}).send(confirms=True)
    plan = form("/albums/rows/delete", "@21", "@28")
    change(recorder, "PATCH", "/albums/row/28/", match="*", values={"title": "Theirs"})
    plan.send(confirms=True).send(confirms=True)
    page = recorder.get("/albums/", Accept="text/html")[1]
    if found := re.search(r'action="(/albums/undo/[^"]+)"', page): recorder.ask("POST", html.unescape(found[1]), "", Accept="text/html")
    recorder.get("/albums/table.json?id__gt=20&_size=10")
    recorder.get("/albums/?_edit=1&_sort=title&_size=5")
    recorder.get("/albums/?_search=Theirs&_size=5", Accept="text/html")


def history(recorder):
    """The past of rows and of the table."""
    # Not as a workbook or aligned text, because times and the widths of columns differ.
    for name in FORMATS[:4]: recorder.get("/cascade_history/" + name)
    pages(recorder, "/cascade_history/", "table=albums&key=10", "_group=kind", "kind=delete&_sort_desc=id", "_search=Theirs")
    for path in ["/cascade_history/row/1/", "/cascade_history/row/3.json", "/albums/row/10/", "/albums/row/7/", "/albums/row/5/"]:
        for language in LANGUAGES: recorder.get(path, Accept="text/html", Accept_Language=language)
    page = recorder.json("/cascade_history/table.json?table=albums&key=10&_shape=objects")
    for entry in page.get("rows", [])[:3]:
        recorder.get(f"/albums/row/10/?_at={quote(entry['time'])}")
        recorder.get(f"/albums/row/10.json?_at={quote(entry['time'])}")
    for time in ["2026-01-01", "2126-01-01", "x", "2126-01-01T12:00:00Z"]:
        recorder.get(f"/albums/row/10/?_at={time}", Accept="text/html")
        recorder.get(f"/albums/row/10.json?_at={time}")
        recorder.get(f"/albums/row/11.json?_at={time}")
    for language in LANGUAGES: recorder.get("/albums/row/11/", Accept="text/html", Accept_Language=language)
    form = Form(recorder, "/albums/row/11/restore")
    form.send()
    form.send()
    recorder.get("/albums/row/11/", Accept="text/html")
    recorder.get("/albums/row/11/restore", Accept="text/html")


def token(recorder):
    """Changes on a server that others can reach."""
    body = '{"values": {"name": "Token"}}'
    recorder.ask("POST", "/artists/", body, **JSON)
    recorder.ask("POST", "/artists/", body, Authorization="Bearer wrong", **JSON)
    for path in ["/artists/new", "/artists/", "/albums/new", "/-/sql/", "/artists/row/1/edit", "/artists/paste"]:
        recorder.get(path, Accept="text/html")
    recorder.ask("POST", "/-/editor", "token=wrong", Accept="text/html")
    recorder.ask("POST", "/artists/", body, Authorization=f"Bearer {recorder.token}", **JSON)
    recorder.ask("POST", "/albums/", '{"values": {"title": "Token"}}', Authorization=f"Bearer {recorder.token}", **JSON)
    recorder.ask("POST", "/-/editor", f"token={recorder.token}", Accept="text/html")
    recorder.get("/artists/new", Accept="text/html")
    for headers in [{"Host": "other.example"}, {"Host": "music.example"}, {"Sec_Fetch_Site": "cross-site"}]:
        recorder.get("/artists/row/1.json", **headers)
        recorder.ask("POST", "/artists/", body, **JSON, **headers)


# Files and commands

def file_of_rows(recorder, base):
    table(recorder, base, ["id"], "7")
    columns = recorder.json(base + "table.json?_size=1").get("columns", [])
    query(recorder, base, *[f"_sort_desc={quote(column['name'])}&_size=5" for column in columns[:2]])
    for column in columns[:4]: pages(recorder, base, f"_stats={quote(column['name'])}", f"_group={quote(column['name'])}&_size=4")


def files(recorder):
    """Several files: those of rows, and a database."""
    table(recorder, "/", ["name", "size"])
    for name in re.findall(r'href="(/[^/"]+/)"', recorder.get("/?_size=50")[1]):
        table(recorder, name)
        for path in dict.fromkeys(re.findall(rf'href="({re.escape(name)}[^/"?]+/)"', recorder.get(name)[1])):
            file_of_rows(recorder, path)
        recorder.get(f"{name}-/sql/")
    recorder.get("/nothing.csv/")


def commands(recorder, program, sqlite, postgres, files, folder):
    def run(*arguments, text=None): recorder.run(program, *arguments, text=text)
    for command in [[], ["serve"], ["export"], ["import"], ["inspect"], ["watch"], ["gallery"]]: run(*command, "--help")
    run("--version")
    run("nothing")
    for source in [sqlite, postgres]:
        for form in ["json", "ndjson", "csv", "tsv", "xlsx", "md", "simple", "html", *STYLES[:8]]:
            run("export", source, "--table", "artists", "--format", form)
        for shape in ["cells", "objects", "array", "arrays"]:
            for form in ["json", "ndjson"]: run("export", source, "--table", "awards", "--format", form, "--shape", shape)
        run("export", source, "--table", "albums", "--format", "csv", "--guard-formulas", "--bom", "--size", "7")
        run("export", source, "--table", "albums", "--max-width", "20")
        run("export", source, "--table", "catalogue", "-f", "tsv")
        run("export", source, "--table", "tracks", "-f", "ndjson", "--output", f"{folder}/tracks.ndjson")
        for wrong in [["--table", "nothing"], [], ["--table", "artists", "--format", "pdf"], ["--table", "artists", "--size", "0"],
                      ["--table", "artists", "--output", f"{folder}/none/x"]]: run("export", source, *wrong)
        for wrong in [["--table", "nothing"], ["--section-by", "year"], ["--editable=nothing"], ["--history"], ["--port", "70000"],
                      ["--keep", "x"], ["--label", "x"], ["--key", "x"], ["--table", "albums", "--section-by", "nothing"],
                      ["--queries", f"{folder}/none.sql"], ["--state", "x"], ["--size", "0"], ["--host", "0.0.0.0"]]:
            run("serve", source, "--port", "0", *wrong)
    for form in ["simple", "csv", "json"]: run("export", "--format", form)
    for source in [f"{folder}/none.db", folder, files[0], "postgres://nobody@127.0.0.1:1/x", f"{postgres}-none"]:
        run("export", source, "--table", "x")
        run("serve", source, "--table", "x", "--port", "0")
    for path in [*files, sqlite, f"{folder}/nothing.csv", f"{folder}/none.csv"]:
        run("inspect", path)
        run("inspect", path, "--format", "json")
    into = f"{folder}/into.db"
    for path in [*files, f"{folder}/nothing.csv"]:
        run("import", path, "--into", into, "--dry-run")
        run("import", path, "--into", into)
    for options in [["--key", "id", "--dry-run"], ["--key", "id"], ["--key", "zip"], ["--key", "nothing"], ["--table", "lines"],
                    ["--separator", ";"], ["--separator", "xx"]]:
        run("import", files[0], "--into", into, *options)
    run("import", "-", "--into", into, "--table", "piped", text='{"a": 1}\n{"a": "x"}\n')
    run("import", "-", "--into", into, text="a\n1\n")
    run("import", f"{folder}/faulty.csv", "--into", sqlite, "--table", "artists")
    run("import", f"{folder}/faulty.csv", "--into", sqlite, "--table", "catalogue", "--dry-run")
    run("inspect", into)
    for name in ["orders", "tabs", "lines", "list", "latin", "piped"]: run("export", into, "--table", name, "-f", "json")
    for action in ["install", "install", "remove", "remove", "x"]: run("watch", action, postgres)
    run("watch", "install", sqlite)
