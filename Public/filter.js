// The lines of the filter form: their number, inputs for the type of a column, and known values while typing.

import { nameOf, valueOf } from "./cells.js";
import { on, table } from "./element.js";
import { make } from "./say.js";
import { busy } from "./server.js";

let isEdited = false; // whether the form has changes that are not applied
let waiting;
const known = new Map(); // the frequent values of columns, by the query that asks for them

const theForm = () => table.querySelector(".filter form");
const partsOf = (line) => ["column", "op", "value"].map((name) => line.querySelector(`[name=_filter_${name}]`));

on("refreshed", () => theForm()?.querySelectorAll(".line").forEach(suit));
theForm()?.querySelectorAll(".line").forEach(suit);
// The rows change while the visitor edits the form.
on("refresh", ({ detail }) => {
  if (isEdited) detail.querySelector(".filter form")?.replaceWith(theForm().cloneNode(true));
});
on("submit", () => (isEdited = false));
on("toggle", ({ target }) => target.matches(".filter") && !target.open && (isEdited = false), table, true);
on("input", ({ target }) => {
  const line = target.closest(".filter .line");
  if (!line) return;
  isEdited = true;
  if (!target.matches("input")) return suit(line);
  clearTimeout(waiting);
  waiting = setTimeout(() => offer(target), 250);
});
on("focusin", ({ target }) => target.matches("[name=_filter_value]") && offer(target));
on("click", (event) => {
  const { target } = event;
  const link = target.closest(".filter .remove, .chips .line");
  if (target.matches(".filter .add")) add();
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (link.matches(".remove")) return remove(link.closest(".line"));
  table.querySelector(".filter").open = true;
  edit(table.querySelector(link.hash));
});

// A pasted list has a value in each line, or between tabs or semicolons. Filters have commas between them.
on("paste", (event) => {
  const { target: input, clipboardData } = event;
  if (!input.matches("[name=_filter_value]")) return;
  const [, test] = partsOf(input.closest(".line"));
  const lists = { exact: "in", in: "in", not: "notin", notin: "notin" };
  const values = clipboardData.getData("text/plain").split(/[\n\r\t;]+/).map((value) => value.trim()).filter(Boolean);
  if (values.length < 2 || !lists[test.value]) return;
  event.preventDefault();
  const list = values.map((value) => (/[",]|^@/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(", ");
  input.setRangeText(list, input.selectionStart, input.selectionEnd, "end");
  test.value = lists[test.value];
  isEdited = true;
});

/** Returns links to the rows with, without, above and below the value of a cell, for a column that has filters. */
export function filtersBy(cell) {
  const form = theForm();
  const column = form && [...form.querySelector("[name=_filter_column]").options].find(({ value }) => value === nameOf(cell));
  if (!column || !column.value || cell.querySelector(".cut, .sub:only-child")) return [];
  const value = valueOf(cell);
  const tests = value === null ? ["isnull", "notnull"] : value === "" ? ["exact", "not"] : ["exact", "not", "gte", "lte"];
  const titles = [...form.querySelector("[name=_filter_op]").options];
  return tests.map((test) => {
    const address = new URL(location);
    for (const name of ["_next", "_prev", "_section", "_row"]) address.searchParams.delete(name);
    if (address.searchParams.get("_or") === "1") joinFilters(address.searchParams);
    address.searchParams.append(`${column.value}__${test}`, value ?? "1");
    address.hash = "";
    const words = [column.text, titles.find(({ value }) => value === test).text, value === "" ? "“”" : value];
    const text = words.filter((word) => word !== null).join(" ");
    return make("a", { href: address, textContent: text.length > 60 ? `${text.slice(0, 59)}…` : text });
  });
}

/** Writes each filter but the first as another way to match, so that a further one must hold for all rows. */
function joinFilters(query) {
  const filters = [...query].filter(([name]) => !/^_[a-z]/.test(name));
  query.delete("_or");
  for (const [name] of filters) query.delete(name);
  for (const [index, [name, value]] of filters.entries()) {
    query.append(...(index ? ["_or", `${name}=${value}`] : [name, value]));
  }
}

/** Opens the form with a line for a column. */
export function filterBy(name) {
  table.querySelector(".filter").open = true;
  const line = [...theForm().querySelectorAll(".line")].at(-1);
  const [column] = partsOf(line);
  column.value = name;
  suit(line);
  edit(line);
}

function edit(line) {
  const [column, test, value] = partsOf(line);
  (!column.value ? column : value.checkVisibility({ visibilityProperty: true }) ? value : test).focus();
}

function add() {
  const last = [...theForm().querySelectorAll(".line")].at(-1);
  const line = last.cloneNode(true);
  line.id = `filter-${Number(last.id.split("-")[1]) + 1}`;
  last.after(line);
  for (const part of partsOf(line)) part.value = part.matches("input") ? "" : part.options[0].value;
  isEdited = true;
  suit(line);
  edit(line);
}

function remove(line) {
  const next = line.nextElementSibling;
  line.remove();
  isEdited = true;
  edit(next);
}

/** Gives a line the input for the type of its column. One date is chosen if all known values are days. */
async function suit(line) {
  const [column, test, value] = partsOf(line);
  const { kind } = column.selectedOptions[0]?.dataset ?? {};
  value.inputMode = kind === "number" ? "decimal" : "";
  value.placeholder = { between: "10, 20", within: "30d", in: "a, b, c", notin: "a, b, c" }[test.value] ?? "";
  const isDay = (text) => /^\d{4}-\d\d-\d\d$/.test(text);
  // The visitor goes on while the values are read.
  const isOneDate = () => /^(exact|not|gte?|lte?)$/.test(test.value) && !/[^\d-]/.test(value.value);
  const days = kind === "date" && isOneDate() ? (await valuesOf(column.value)).values : [];
  value.type = days.length && isOneDate() && days.every(({ value }) => value === null || isDay(value)) ? "date" : "text";
}

/** Offers the frequent values of the column that begin with the typed text. */
async function offer(input) {
  const [column, test] = partsOf(input.closest(".line"));
  if (!column.value || input.type === "date" || /^(between|within)$/.test(test.value)) return;
  const { kind } = column.selectedOptions[0].dataset;
  // A list is continued after its last comma.
  const [list = "", text] = test.value === "in" ? input.value.split(/(.*,\s*)(?=[^,]*$)/s).slice(1) : [];
  const typed = (text ?? input.value).trim();
  let found = await valuesOf(column.value);
  if (found.more && typed && !kind) found = await valuesOf(column.value, typed);
  if (document.activeElement !== input) return;
  const { lang } = document.documentElement;
  const options = found.values.filter(({ value }) => ["string", "number", "boolean"].includes(typeof value)).map(({ value, count }) => {
    const number = typeof value === "number" && value.toLocaleString(lang, { maximumFractionDigits: 20, useGrouping: false });
    const written = number || `${value}`;
    const quoted = list && /[",]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
    return new Option(count.toLocaleString(lang), list + quoted);
  });
  theForm().querySelector("datalist").replaceChildren(...options);
}

/** Returns the most frequent values of a column, among those that begin with a text. */
async function valuesOf(column, text) {
  const query = new URLSearchParams({ _facet: column, _size: 1 });
  if (text) query.set(`${column}__startswith`, text);
  if (!known.has(`${query}`)) {
    const load = fetch(`${table.base}table.json?${query}`).then((answer) => (answer.ok ? answer.json() : {}));
    known.set(`${query}`, busy(load.then(({ facets }) => facets?.[0]).catch(() => {})));
  }
  return (await known.get(`${query}`)) ?? { values: [] };
}
