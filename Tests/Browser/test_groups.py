"""Groups, statistics, facets and chosen columns, by address."""

import sqlite3

import pytest
from playwright.sync_api import expect

ROWS = [("UA", "EWR", 10), ("UA", "JFK", -3), ("B6", "JFK", None), (None, "EWR", 4), ("UA", "EWR", 33)]


@pytest.fixture
def flights(serve, tmp_path):
    path = tmp_path / "flights.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE flights(id INTEGER PRIMARY KEY, carrier TEXT, origin TEXT, delay INTEGER)")
        database.executemany("INSERT INTO flights(carrier, origin, delay) VALUES (?, ?, ?)", ROWS)
    database.close()
    return path, f"{serve(path).url}/flights/"


def rows(page):
    return [row.split("\t") for row in page.locator("tr.row").all_inner_texts()]


def test_a_group_leads_to_its_rows(visitor, flights):
    page, url = visitor, flights[1]
    page.goto(f"{url}?_group=carrier&_mean=delay&origin=EWR")
    expect(page.locator("tr.row")).to_have_count(2)
    expect(page.locator(".chips")).to_contain_text("Grouped by carrier")
    expect(page.get_by_role("columnheader")).to_have_text(["carrier", "count", "mean_delay"])
    page.get_by_role("link", name="mean_delay").click()
    expect(page.locator("th[aria-sort]")).to_have_text("mean_delay")
    page.locator("tr.row").filter(has_text="UA").locator("a").first.click()
    page.wait_for_url("**/flights/?origin=EWR&carrier=UA")
    expect(page.locator("tr.row")).to_have_count(2)
    page.go_back()
    page.get_by_role("link", name="Remove filter: Grouped by carrier").click()
    page.wait_for_url("**/flights/?origin=EWR")
    expect(page.locator("tr.row")).to_have_count(3)


def test_the_foot_has_figures_of_all_rows(visitor, flights):
    page, url = visitor, flights[1]
    page.goto(f"{url}columns?column=delay&_col=origin&_col=delay&origin=EWR")
    page.get_by_label("In the foot").select_option("Sum")
    page.get_by_label("In the foot").locator("xpath=ancestor::form").get_by_role("button").click()
    page.wait_for_url("**/flights/?origin=EWR&_sum=delay&_col=origin&_col=delay")
    foot = page.locator("tfoot td")
    expect(foot).to_have_text(["", "Sum 47 ×"])
    page.locator("tr.row a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("flights 1")
    page.go_back()
    page.goto(f"{page.url}&_max=delay&_size=1")
    expect(foot.last.locator("div")).to_have_text(["Sum 47 ×", "Greatest 33 ×"])
    page.get_by_role("link", name="Remove figure: Sum").click()
    expect(foot).to_have_text(["", "Greatest 33 ×"])


def test_numbers_are_coloured_by_their_values(visitor, flights, problems):
    page, url = visitor, flights[1]
    page.goto(f"{url}columns?column=delay")
    page.get_by_role("link", name="Colour by value").click()
    page.wait_for_url("**/flights/?_heat=delay")
    page.get_by_role("link", name="Remove filter: Colour by value: delay").click()
    page.wait_for_url("**/flights/")
    page.goto(f"{url}?_heat=delay")

    def colours():
        cells = page.locator("tr.row td:last-child")
        return cells.evaluate_all("cells => cells.map((cell) => [cell.innerText.split('\\n')[0], cell.dataset.heat ?? null])")

    # -3 is the least, 7 the median, 33 the greatest.
    assert colours() == [["10", None], ["-3", "-4"], ["—", None], ["4", "-1"], ["33", "4"]]
    shades = page.locator("td[data-heat]").evaluate_all("cells => cells.map((cell) => getComputedStyle(cell).backgroundImage)")
    assert len(set(shades)) == 3 and "none" not in shades
    page.emulate_media(media="print")
    assert page.locator("td[data-heat]").first.evaluate("cell => getComputedStyle(cell).backgroundImage") != "none"
    page.emulate_media(media="screen")
    # The colours of a page are those of all rows of the query.
    page.goto(f"{url}?_heat=delay&_size=1&origin=EWR&_sort=delay")
    assert colours()[0] == ["4", "-4"]
    page.goto(f"{url}?_group=carrier&_sum=delay&_heat=sum_delay")
    assert [colour for _, colour in colours()] == ["4", "-4", None]
    page.get_by_role("link", name="Remove filter: Grouped by carrier").click()
    page.wait_for_url("**/flights/")
    # The total of a cross table is no part of the scale.
    page.goto(f"{url}?_group=carrier&_across=origin&_heat=total")
    assert [colour for _, colour in colours()] == [None, None, "4", "4"]
    page.goto(f"{url}?_heat=delay&_facet=carrier")
    page.locator('a[href*="_group=carrier"]').first.click()
    page.wait_for_url("**/flights/?_group=carrier")
    # A text and an infinity among the numbers take their colours from nobody.
    with sqlite3.connect(flights[0]) as database:
        database.execute("UPDATE flights SET delay = 'late' WHERE delay IS NULL")
        database.execute("INSERT INTO flights(carrier, origin, delay) VALUES ('XX', 'EWR', 9e999)")
    database.close()
    page.goto(f"{url}?_heat=delay&_fresh=1")
    assert [colour for _, colour in colours()] == [None, "-4", None, "-1", "4", None]
    page.goto(f"{url}?_heat=carrier&_size=2")
    assert page.locator("td[data-heat]").count() == 0
    assert page.goto(f"{url}?_heat=none").status == 400
    problems.forget(400)


def test_a_figure_follows_the_filter_and_a_change(page, flights):
    path, url = flights
    page.goto(f"{url}?_sum=delay")
    foot = page.locator("tfoot td").last
    expect(foot).to_have_text("Sum 44 ×")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE flights SET delay = 1000 WHERE id = 3")
    expect(foot).to_have_text("Sum 1044 ×")
    page.get_by_role("searchbox").fill("B6")
    page.keyboard.press("Enter")
    expect(foot).to_have_text("Sum 1000 ×")
    page.get_by_role("button", name="Export").or_(page.locator("summary", has_text="Export")).click()
    expect(page.get_by_role("link", name="CSV")).to_have_attribute("href", "/flights/table.csv?_search=B6")


def test_facets_come_after_the_rows(page, flights):
    url = flights[1]
    page.goto(f"{url}?_facet=carrier&_facet=origin&delay__gt=-5")
    facet = page.locator(".facet").first
    expect(facet.get_by_role("listitem")).to_have_text(["UA 3", "— 1"])
    facet.get_by_role("link", name="UA").click()
    expect(page.locator("tr.row")).to_have_count(3)
    expect(page.locator(".facet").first.get_by_role("link", name="UA")).to_have_attribute("aria-current", "true")


def test_facets_are_links_without_a_script(page_without_javascript, flights):
    page, url = page_without_javascript, flights[1]
    page.goto(f"{url}?_facet=carrier&delay__gt=-5")
    expect(page.locator("tr.row")).to_have_count(4)
    page.locator(".facet").get_by_role("link", name="carrier", exact=True).click()
    expect(page.locator("tr.row")).to_have_count(2)


def test_chosen_columns_stay_while_rows_change(page, flights):
    path, url = flights
    page.goto(f"{url}?_col=delay&_col=carrier&_sort=id")
    expect(page.get_by_role("columnheader")).to_have_text(["delay", "carrier"])
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO flights(carrier, origin, delay) VALUES ('DL', 'LGA', 7)")
    database.close()
    expect(page.locator("tr.row")).to_have_count(6)
    expect(page.get_by_role("columnheader")).to_have_text(["delay", "carrier"])


def test_statistics_have_a_histogram(visitor, flights):
    page, url = visitor, flights[1]
    page.goto(f"{url}?_stats=delay&_stats=carrier")
    expect(page.locator("tr.row")).to_have_count(2)
    expect(page.locator("tr.row svg")).to_have_count(1)
    page.locator("tr.row").filter(has_text="carrier").locator("a").first.click()
    expect(page.locator("tr.row")).to_have_count(3)


def test_a_form_makes_a_cross_table_whose_figures_lead_to_their_rows(visitor, flights):
    page, url = visitor, flights[1]
    page.goto(f"{url}?delay__notnull=1")
    page.get_by_role("link", name="Group", exact=True).click()
    form = page.locator(".grouper form")
    form.get_by_label("Group by").select_option("carrier")
    form.get_by_label("then by").select_option("origin")
    form.get_by_label("as columns").check()
    form.locator("[name=_figure]").select_option("sum")
    form.locator("[name=_figure_of]").select_option("delay")
    form.get_by_role("button", name="Group").click()
    page.wait_for_url("**/flights/?delay__notnull=1&_group=carrier&_across=origin&_sum=delay")
    expect(page.get_by_role("columnheader")).to_have_text(["carrier", "EWR", "JFK", "total"])
    assert [[cell.split("\n")[0].strip() for cell in row] for row in rows(page)] == [
        ["—", "4", "—", "4"], ["UA", "43", "-3", "40"], ["total", "47", "-3", "44"]]
    expect(page.locator("figure.chart rect")).to_have_count(3)
    expect(page.get_by_role("link", name="Heat map")).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="43").click()
    page.wait_for_url("**/flights/?delay__notnull=1&carrier=UA&origin=EWR")
    expect(page.locator("tr.row")).to_have_count(2)


def test_a_figure_of_groups_is_filtered_in_its_menu(page_without_javascript, flights):
    page, url = page_without_javascript, flights[1]
    page.goto(f"{url}columns?column=count&_group=carrier")
    page.get_by_label("Comparison").select_option("gt")
    page.get_by_label("Value").fill("1")
    page.get_by_role("button", name="Filter").click()
    page.wait_for_url("**/flights/?_group=carrier&_having=count__gt%3D1")
    expect(page.locator("tr.row")).to_have_count(1)
    page.get_by_role("link", name="Remove filter: count is more than 1").click()
    expect(page.locator("tr.row")).to_have_count(3)


def test_groups_are_drawn_beside_them_and_as_a_file(page, flights):
    path, url = flights
    page.goto(f"{url}?_group=carrier")
    bars = page.locator("figure.chart rect title")
    expect(bars).to_have_text(["UA: 3", "—: 1", "B6: 1"])
    table, chart = page.locator("table").bounding_box(), page.locator("figure.chart").bounding_box()
    assert chart["x"] >= table["x"] + table["width"] and chart["y"] <= table["y"] + 1
    with sqlite3.connect(path) as database:
        database.execute("INSERT INTO flights(carrier, origin, delay) VALUES ('B6', 'LGA', 7)")
    database.close()
    expect(bars).to_have_text(["UA: 3", "B6: 2", "—: 1"])
    page.get_by_role("link", name="Vertical bars").click()
    page.wait_for_url("**/flights/?_group=carrier&_chart=columns")
    expect(page.locator("figure.chart rect")).to_have_count(3)
    page.get_by_role("link", name="SVG").click()
    page.wait_for_url("**/flights/table.svg?_group=carrier&_chart=columns")
    expect(page.locator("svg rect title")).to_have_count(3)
    page.go_back()
    page.get_by_role("link", name="No chart").click()
    expect(page.locator("figure.chart svg")).to_have_count(0)


def test_filters_of_ranges_and_lists(visitor, flights):
    page, url = visitor, flights[1]
    page.goto(url)
    page.locator("details.filter summary").click()
    page.get_by_label("Column", exact=True).first.select_option("delay")
    page.get_by_label("Comparison").first.select_option("between")
    page.get_by_label("Value").first.fill("4, 10")
    page.locator(".filter").get_by_role("button", name="Apply").click()
    page.wait_for_url("**/flights/?delay__between=4%2C%2010")
    expect(page.locator("tr.row")).to_have_count(2)
    expect(page.locator(".chips")).to_contain_text("delay is between 4, 10")
