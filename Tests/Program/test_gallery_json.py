"""Every example of the gallery for a program: its rows in JSON, and the responses to its actions."""

import dataclasses
import http.cookiejar
import json
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest


class Client:
    """A client that keeps cookies and reads JSON."""

    def __init__(self, url):
        self.url = url
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(jar)

    def request(self, path, method="GET"):
        request = urllib.request.Request(self.url + path, method=method, headers={"Accept": "application/json"})
        try:
            with self.opener.open(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.load(refusal)

    def table(self, path):
        status, table = self.request(path)
        assert status == 200, table
        return table

    def rows(self, path):
        """Returns the text of each row, by its section and row numbers."""
        rows = [row for section in self.table(path)["sections"] for row in section["rows"]]
        return {f"{row['section']}/{row['row']}": says(row) for row in rows}


def says(row):
    """Returns a row as one line: title, subtitle, fields, then its state."""
    cell = row["cell"]
    parts = [cell["title"], cell["subtitle"], *(f"{name}: {value}" for name, value in cell["fields"].items())]
    if row["accessory"] == "checkmark":
        parts.append("✓")
    if "on" in row:
        parts.append("on" if row["on"] else "off")
    if row.get("enabled") is False:
        parts.append("disabled")
    return " · ".join(part for part in parts if part is not None)


def assert_contains(whole, part, at=""):
    """Asserts that a document contains at least the other one."""
    if isinstance(part, dict):
        assert isinstance(whole, dict), f"{at} is {whole!r}"
        for key, value in part.items():
            assert key in whole, f"{at} has no {key}"
            assert_contains(whole[key], value, f"{at}/{key}")
    else:
        assert whole == part, f"{at} is {whole!r}"


@dataclasses.dataclass
class Case:
    """An example: its rows, its actions, and its rows after the actions."""

    name: str
    rows: dict  # texts of some of its rows
    head: dict = dataclasses.field(default_factory=dict)  # other parts of the table
    gestures: list = dataclasses.field(default_factory=list)  # (path of the POST, status, parts of the response)
    after: dict = dataclasses.field(default_factory=dict)  # texts after the actions; {} if unchanged; None if gone


def at(section, row, name=None):
    """Returns the place of a row, as the response to an action names it."""
    return {"section": section, "row": row} | ({"id": name} if name else {})


def refusal(detail):
    return {"ok": False, "detail": detail}


UNSELECTABLE = refusal("The row cannot be selected.")
UNUSABLE = refusal("The row cannot be used.")

CASES = [
    Case(
        "place",
        {"0/0": "The Lantern · A café in a lighthouse that was moved here stone by stone.",
         "1/1": "Telephone · +49 40 555 010",
         "2/0": "4.0 of 5 · 8 reviews",
         "3/0": "Ada · The cinnamon rolls are worth the walk along the quay. · Stars: 5",
         "3/3": "5 more"},
        {"count": 10, "refresh": "/place/refresh",
         "appearance": {"header": {"image": {"description": "A map with a pin at Mole 3, Old Harbour"}}}},
        [("select/3/0", 403, UNSELECTABLE),
         ("select/3/3", 200, {"changes": [{"type": "reloadSections", "sections": [3], "animation": "fade"}]}),
         ("select/3/6", 200, {"selected": None})],
        {"3/6": "Goro · Sit outside when the ferries come in. · Stars: 4",
         "3/7": "Hana · It was closed for a wedding, without a notice. · Stars: 2", "3/8": None}),
    Case(
        "place/net-loft",
        {"0/0": "The Net Loft · A bakery above the boats. It opened this week.",
         "4/0": "The Lantern · 200 m along the quay"},
        {"count": 5}),
    Case(
        "feed",
        {"0/0": "Mira · The first strawberries are ripe.", "0/1": "Above the fog",
         "0/2": "Picnic on Saturday? · 0 votes", "1/0": "The old quarry"},
        {"count": 5},
        [("select/0/2", 200, {"selected": at(0, 2), "changes": [{"type": "reloadRows", "rows": [[0, 2]]}]}),
         ("select/0/0", 200, {"changes": [{"type": "insertRows", "rows": [[0, 4]]}]}),
         ("select/0/1", 403, UNSELECTABLE), ("select/0/4", 403, UNSELECTABLE)],
        {"0/2": "Picnic on Saturday? · 1 vote", "0/4": "You · ↳ Mira: I read this."}),
    Case(
        "models",
        {"0/0": "Soup", "0/2": "Add a dish", "1/0": "Risotto", "2/0": "Sorbet"},
        {"count": 9, "index": [{"title": title, "section": index} for index, title in enumerate("SMS")]},
        [("select/1/0", 200, {"selected": at(1, 0)}),
         ("menu/1/1/paste", 404, refusal("The menu of the row has no entry \"paste\".")),
         ("menu/0/0/copy", 200, {"performed": at(0, 0)}), ("menu/1/1/paste", 200, {"performed": at(1, 1)}),
         ("commit/0/2/insert", 200, {"changes": [{"type": "insertRows", "rows": [[0, 2]]}]}),
         ("commit/0/2/insert", 403, refusal("The row has no insert button.")),
         ("move?from=1.2&to=2.0", 200, {"moved": at(2, 0)})],
        {"0/2": "New dish", "0/3": "Add a dish", "1/0": "Risotto · ✓", "1/1": "Soup", "2/0": "Pie", "2/1": "Sorbet"}),
    Case(
        "creatures",
        {"0/0": "Barbara · Nurse", "0/1": "Bub · 3 bites", "0/3": "Tarman · 12 bites"},
        {"count": 5},
        [("select/0/3", 200, {"selected": at(0, 3), "changes": [{"type": "reloadData"}]})]),
    Case(
        "static",
        {"0/0": "Apple · red", "0/1": "Pear · green", "0/2": "Plum", "1/0": "Count"},
        {"count": 5, "appearance": {"style": "insetGrouped"}},
        [("accessory/0/1", 200, {"tapped": at(0, 1, "pear")}), ("select/0/1", 403, UNSELECTABLE),
         ("select/0/0", 200, {"location": "https://en.wikipedia.org/wiki/Apple"}),
         ("select/1/0", 200, {"changes": [{"type": "reloadSections", "sections": [1]}]})]),
    Case(
        "settings",
        {"0/0": "Wi-Fi · Turn off to hide the network · on", "0/1": "Network · Kitchen",
         "0/2": "Forget this network", "1/1": "Medium · ✓", "2/0": "Monday"},
        {"count": 10},
        [("accessory/0/0", 200, {"tapped": at(0, 0, "wifi")}), ("select/0/1", 403, UNUSABLE),
         ("select/1/1", 200, {"selected": at(1, 1, "medium"), "changes": []}),
         ("select/1/2", 200, {"changes": [{"type": "reloadRows", "rows": [[1, 1], [1, 2]]}]}),
         ("select/2/0", 200, {}), ("select/2/1", 200, {}), ("select/2/2", 403, UNSELECTABLE)],
        {"0/0": "Wi-Fi · Turn off to hide the network · off", "0/1": "Forget this network · disabled",
         "0/2": None, "1/1": "Medium", "1/2": "Loud · ✓", "2/0": "Monday · ✓", "2/1": "Wednesday · ✓",
         "2/2": "Friday"}),
    Case(
        "text",
        {"0/0": "plain", "0/4": "psql", "0/10": "csv", "0/11": "tsv", "1/3": "Ganymede · 2634.1 km"},
        {"count": 19},
        [("select/0/4", 200, {"location": "/text/table.txt?_style=psql"})]),
    Case(
        "reorder",
        {"0/0": "Apples", "0/3": "Lemons", "1/0": "Rye bread", "2/0": "Milk", "2/2": "Gouda"},
        {"count": 9},
        [("move?from=0.3&to=1.0", 200, {"moved": at(1, 0, "Lemons"),
                                        "changes": [{"type": "moveRow", "rows": [[0, 3], [1, 0]]}]}),
         # A row of the fridge cannot leave it: it goes to the nearest end.
         ("move?from=2.2&to=0.1", 200, {"moved": at(2, 0, "Gouda")}),
         ("move?from=1.2&to=2.3", 200, {"moved": at(2, 3, "Rolls")}),
         ("move?from=1.1&to=2.0", 409, refusal("This shelf is full: Fridge.")),
         ("move?from=0.0&to=0.9", 404, refusal("There is no place 9 in section 0.")),
         ("select/0/0", 200, {"selected": at(0, 0, "Apples")}),
         ("move?from=0.0&to=0.2", 403, refusal("The row cannot be moved.")),
         ("move-section?from=2&to=0", 200, {"changes": [{"type": "moveSection", "sections": [2, 0]}]}),
         ("commit/1/1/delete", 200, {"committed": None})],
        {"0/0": "Gouda", "0/1": "Milk", "0/2": "Yoghurt", "0/3": "Rolls", "1/0": "Apples · ✓", "1/1": "Spinach", "2/0": "Lemons",
         "2/1": "Rye bread", "2/2": None}),
    Case(
        "swipe",
        {"0/0": "Library · Three books are due on Friday", "0/1": "Nadia · Photos from the lake"},
        {"count": 6},
        [("action/0/0/flag", 200, {"performed": at(0, 0)}),
         ("action/0/1/delete", 200, {"performed": None, "changes": [{"type": "deleteRows", "rows": [[0, 1]]}]}),
         ("action/0/1/eat", 404, refusal("The row has no action \"eat\"."))],
        {"0/0": "Library · Three books are due on Friday · Flag: ⚑", "0/1": "Cinema on the hill · What is on in May"}),
    Case(
        "index",
        {"0/0": "Abu Dhabi · capital of United Arab Emirates", "0/4": "Afghanistan · Kabul"},
        {"count": 386},
        [("select/0/0", 403, UNSELECTABLE)]),
    Case(
        "emoji",
        {"0/0": "🙂 smile · U+1F642", "0/5": "1️⃣ keycap · U+31 U+FE0F U+20E3"},
        {"count": 7}),
    Case(
        "emoji/family",
        {"0/0": "Character · 👨‍👩‍👧‍👦", "0/2": "Bytes in UTF-8 · 25", "0/3": "Graphemes · 1"},
        {"title": "👨‍👩‍👧‍👦 family"}),
    Case(
        "flip",
        {"0/0": "left · ✓", "0/3": "bottom"},
        {"appearance": {"animation": "left"}},
        [("select/0/3", 200, {"selected": at(0, 3, "bottom"), "changes": [{"type": "reloadData"}]})],
        {"0/0": "left", "0/3": "bottom · ✓"}),
    Case(
        "photos",
        {f"0/{row}": f"Photo {row + 1} · Waiting" for row in range(12)},
        {"count": 12, "refresh": "/photos/refresh"},
        [("action/0/11/cancel", 200, {"performed": at(0, 11, "photo-11")}),
         ("action/0/0/retry", 404, refusal("The row has no action \"retry\".")), ("refresh", 200, {"refreshed": None})],
        {f"0/{row}": f"Photo {row + 1} · {'Failed' if row % 5 == 4 else 'Done' if row < 11 else 'Cancelled'}"
         for row in range(12)}),
    Case(
        "remote",
        {"0/0": "Loading … · Press Refresh to wait for the moons. · disabled"},
        {"count": 1, "refresh": "/remote/refresh"},
        [("select/0/0", 403, UNUSABLE),
         ("refresh", 200, {"refreshed": None, "changes": [{"type": "reloadData"}]})],
        {"0/0": "Moon · Earth · Size: 0.66", "0/12": "Titan · Saturn · Size: 0.98",
         "0/20": "Charon · Pluto · Size: 0.23"}),
    Case(
        "remote/Titan",
        {"0/0": "Planet · Saturn", "0/1": "Mean radius · 2574.7 km", "0/2": "Discovered · 1655",
         "0/3": "Discovered by · Christiaan Huygens"}),
    Case(
        "grid",
        {"0/0": "Alder", "0/4": "Elm", "0/11": "Larch"},
        {"count": 12, "appearance": {"style": "grid"}},
        [("select/0/4", 200, {"selected": at(0, 0, "elm"),
                              "changes": [{"type": "moveRow", "rows": [[0, 4], [0, 0]]}]}),
         ("select/0/4?id=elm", 409, {"location": at(0, 0, "elm")})],
        {"0/0": "Elm", "0/1": "Alder", "0/4": "Dogwood", "0/5": "Fir"}),
    Case(
        "endless",
        {"0/0": "Café Aurora 1 · 0.0 km", "0/99": "Café Brink 100 · 9.9 km"},
        {"count": 10_000},
        [("select/0/0", 403, UNSELECTABLE)]),
    Case(
        "header",
        {"0/0": "February 1 · Long loop, 14 km", "0/2": "February 3 · Rest"},
        {"count": 28, "appearance": {"header": {"title": "Hill runs", "fields": {"Days": 28}}}},
        [("select/0/0", 403, UNSELECTABLE)]),
    Case(
        "expand",
        {"0/1": "A map of all the benches · New"},
        {"count": 4},
        [("expand/0/1", 200, {"expanded": at(0, 1)}), ("action/0/1/favourite", 200, {"performed": at(0, 1)}),
         ("select/0/1", 403, UNSELECTABLE)],
        {"0/0": "The bridge that was painted for forty years · New",
         "0/1": "A map of all the benches · Read · Favourite: ★"}),
    Case(
        "pile",
        {"0/0": "Library card", "0/3": "Museum"},
        {"appearance": {"style": "pile"}},
        [("expand/0/1", 200, {"expanded": at(0, 1)}), ("expand/0/3", 200, {"expanded": at(0, 3)})]),
]


@pytest.fixture
def client(serve):
    return Client(serve(command="gallery").url)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_an_example_in_json(client, case):
    path = f"/{case.name}/"
    table = client.table(path + "table.json")
    shown = {f"{row['section']}/{row['row']}": says(row) for section in table["sections"] for row in section["rows"]}
    assert {place: shown.get(place) for place in case.rows} == case.rows
    assert_contains(table, case.head)
    for gesture, status, answer in case.gestures:
        answered_status, answered = client.request(path + gesture, "POST")
        assert answered_status == status, f"{gesture}: {answered}"
        assert_contains(answered, answer, gesture)
    shown = client.rows(path + "table.json")
    after = case.after or case.rows
    assert {place: shown.get(place) for place in after} == after


def test_every_example_has_a_case_and_no_field_without_a_name(client):
    examples = client.table("/table.json")["sections"][0]["rows"]
    assert {row["id"] for row in examples} <= {case.name for case in CASES}
    for name in {case.name for case in CASES}:
        for section in client.table(f"/{name}/table.json")["sections"]:
            for row in section["rows"]:
                assert "" not in row["cell"]["fields"], f"{name}: {row}"


def test_a_place_hides_the_headers_of_what_nobody_wrote(client):
    def headers(path):
        return [section["header"] and section["header"]["title"] for section in client.table(path)["sections"]]

    assert headers("/place/table.json") == [None, "Good to know", "Rating", "Reviews", "Nearby"]
    assert headers("/place/net-loft/table.json") == [None, "Good to know", None, None, "Nearby"]


def test_a_refresh_shows_the_first_reviews_again(client):
    client.request("/place/select/3/3", "POST")
    assert client.rows("/place/table.json")["3/6"] == "2 more"
    client.request("/place/refresh", "POST")
    assert client.rows("/place/table.json")["3/3"] == "5 more"


def test_names_are_sorted_without_accents(client):
    names, path = [], "/index/table.json"
    while path:
        table = client.table(path)
        for section in table["sections"]:
            names += [(section["header"]["title"], row["cell"]["title"]) for row in section["rows"]]
        path = table["next_url"]
    assert len(names) == 386
    assert [letter for letter, _ in names] == sorted(letter for letter, _ in names)
    assert ("C", "Côte d'Ivoire") in names and ("A", "Asunción") in names
    titles = [name for _, name in names]
    for before, name, after in [
            ("Costa Rica", "Côte d'Ivoire", "Croatia"), ("Santo Domingo", "São Tomé", "São Tomé and Príncipe"),
            ("Tunisia", "Türkiye", "Turkmenistan")]:
        place = titles.index(name)
        assert titles[place - 1:place + 2] == [before, name, after]


def test_two_first_readers_load_the_moons_once(client):
    # The service fails for every third request for all moons.
    with ThreadPoolExecutor(8) as readers:
        first = list(readers.map(lambda _: client.rows("/remote/table.json"), range(8)))
    loading = min(first, key=len)
    assert loading["0/0"].startswith("Loading")
    deadline = time.monotonic() + 30
    while (now := client.rows("/remote/table.json")) == loading:
        assert time.monotonic() < deadline
    assert len(now) == 21
    assert client.request("/remote/refresh", "POST")[0] == 200
    assert client.rows("/remote/table.json") == now
    assert client.request("/remote/refresh", "POST")[0] == 200
    assert client.rows("/remote/table.json") == {
        "0/0": "Loading failed. Try again · The telescope is closed when it rains."}
    status, answer = client.request("/remote/select/0/0", "POST")
    assert status == 200 and answer["selected"] == {"section": 0, "row": 0, "id": "state"}
    assert client.rows("/remote/table.json")["0/0"].startswith("Loading")
    client.request("/remote/refresh", "POST")
    assert client.rows("/remote/table.json")["0/0"].startswith("Moon · Earth")


def test_a_page_that_the_service_cannot_tell_of_is_a_bad_gateway(client):
    status, problem = client.request("/remote/Charon/table.json")
    assert status == 502
    assert problem["detail"] == "The moon service failed: The telescope is closed when it rains."
    assert client.rows("/remote/Charon/table.json")["0/0"] == "Planet · Pluto"
    assert client.request("/remote/Vulcan/table.json")[0] == 404


def test_photos_are_worked_on_three_at_a_time(client):
    seen = set()
    deadline = time.monotonic() + 30
    while "Waiting" in (states := [row.split(" · ")[1] for row in client.rows("/photos/table.json").values()]):
        assert sum(state in ("Loading", "Filtering") for state in states) <= 3
        seen.update(states)
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert {"Waiting", "Loading", "Filtering", "Done", "Failed"} <= seen
    client.request("/photos/refresh", "POST")
    assert client.request("/photos/action/0/4/retry", "POST")[0] == 200
    client.request("/photos/refresh", "POST")
    assert client.rows("/photos/table.json")["0/4"] == "Photo 5 · Done"


def test_the_next_page_of_cafes_is_there_before_it_is_asked_for(client):
    # The service needs 0.3 s for a page.
    path, numbers, fastest = "/endless/table.json", [], 30
    for page in range(4):
        begin = time.monotonic()
        table = client.table(path)
        if page > 0:
            fastest = min(fastest, time.monotonic() - begin)
        numbers += [int(row["cell"]["title"].split()[-1]) for row in table["sections"][0]["rows"]]
        path = table["next_url"]
        time.sleep(1)
    assert numbers == list(range(1, 401))
    assert fastest < 0.3


def test_pictures_are_kept_and_told_unchanged(client):
    for picture in ["/gallery/images/cup/7.svg", "/gallery/icons/bin.svg"]:
        with urllib.request.urlopen(client.url + picture) as answer:
            assert answer.headers["Content-Type"] == "image/svg+xml" and b"<svg" in answer.read()
            assert "max-age=" in answer.headers["Cache-Control"]
            tag = answer.headers["ETag"]
        again = urllib.request.Request(client.url + picture, headers={"If-None-Match": tag})
        with pytest.raises(urllib.error.HTTPError) as unchanged:
            urllib.request.urlopen(again)
        assert unchanged.value.code == 304 and unchanged.value.read() == b""
    assert client.request("/gallery/icons/unicorn.svg")[0] == 404
    assert client.request("/gallery/images/unicorn/1.svg")[0] == 404
