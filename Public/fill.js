// Values for a range of cells: pasted, filled down, or taken away, in tables whose rows can be edited.

import { chosenCells, jsonOf, nameOf, wholeValues } from "./cells.js";
import { showSent } from "./edit.js";
import { on, table } from "./element.js";
import { make, toast, words } from "./say.js";
import { busy } from "./server.js";

const most = 10; // the server changes so many cells without a question

/** Returns the chosen cells of a table whose cells can be changed; none while something else has the focus. */
function editableCells(target) {
  const isElsewhere = target.closest?.("input, textarea, select, [contenteditable], dialog");
  if (isElsewhere || !table.hasAttribute("editable") || table.grid.matches(".record")) return [];
  return chosenCells().filter(([cell]) => cell.closest(".row[id]"));
}

on("paste", (event) => {
  const cells = editableCells(event.target);
  const text = event.clipboardData.getData("text/plain");
  if (!cells.length || !text) return;
  event.preventDefault();
  const values = gridOf(text);
  const place = around(cells, values);
  if (!place) return toast(words.notFitting);
  change(place, (row, column) => values[row % values.length][column % values[0].length] || null);
}, document);

on("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isFill = key.toLowerCase() === "d" && (ctrlKey || metaKey) && !altKey && !shiftKey;
  if (!isFill && (key !== "Delete" || ctrlKey || metaKey || altKey)) return;
  const cells = editableCells(target);
  if (!cells.length || !target.matches("td, th, body")) return;
  event.preventDefault();
  event.stopPropagation();
  if (isFill) fillDown(cells);
  else change(cells, () => null);
}, document, true);

/** Gives all cells the values of the first row of the range. One row gets those of the row above it. */
async function fillDown(cells) {
  const { rows } = table;
  const above = rows[rows.indexOf(cells[0][0].parentElement) - 1];
  const first = cells.length > 1 ? cells[0] : above && cells[0].map(({ cellIndex }) => above.cells[cellIndex]);
  if (!first) return;
  const [values] = await wholeValues([first]);
  change(cells.length > 1 ? cells.slice(1) : cells, (row, column) => values[column]);
}

/** Reads what a spreadsheet copies: lines of values between tabs, with quotes around those that have such signs. */
function gridOf(text) {
  const part = /(?:"((?:[^"]|"")*)"|([^\t\n\r]*))(\t|\r?\n|\r|$)/y;
  const whole = text.replace(/\r?\n$/, "");
  const rows = [[]];
  for (let end = "\t"; end; ) {
    const [, quoted, plain, mark] = part.exec(whole);
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (mark && mark !== "\t") rows.push([]);
    end = mark;
  }
  const width = Math.max(...rows.map(({ length }) => length));
  return rows.map((row) => [...row, ...Array(width - row.length).fill("")]);
}

/** Returns the cells that pasted values are for: the range if they fill it, or else as many as there are values. */
function around(cells, values) {
  const count = (chosen, size) => (chosen % size ? size : chosen);
  const [height, width] = [count(cells.length, values.length), count(cells[0].length, values[0].length)];
  const { rows } = table;
  const first = rows.indexOf(cells[0][0].parentElement);
  const start = cells[0][0].cellIndex;
  const place = rows.slice(first, first + height).map((row) => [...row.cells].slice(start, start + width));
  return place.length === height && place.every(({ length }) => length === width) ? place : undefined;
}

/** Sends new values with those that the page shows. Many are shown on a page of their own first. */
async function change(cells, valueAt) {
  const seen = await wholeValues(cells);
  const object = (row, value) => row.map((cell, column) => `${JSON.stringify(nameOf(cell))}:${value(cell, column)}`);
  const rows = cells.map((row, index) => {
    const id = JSON.stringify(decodeURIComponent(row[0].parentElement.id.slice(4)));
    const values = object(row, (_, column) => JSON.stringify(valueAt(index, column)));
    const old = object(row, (cell, column) => jsonOf(seen[index][column], cell));
    return `{"id":${id},"values":{${values}},"old":{${old}}}`;
  });
  const form = make("form", {
    method: "post", action: `${table.base}cells?${new URLSearchParams({ _query: location.search.slice(1) })}`, hidden: true,
  });
  form.append(make("textarea", { name: "cells", value: `{"rows":[${rows}]}` }));
  if (cells.flat().length > most) {
    document.body.append(form);
    return form.submit();
  }
  const body = new URLSearchParams(new FormData(form));
  const answer = fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body });
  const refusal = await busy(answer.then(showSent)).catch(() => toast());
  if (refusal?.querySelector("[name=plan]")) {
    document.body.append(form);
    return form.submit();
  }
  if (refusal) toast((refusal.querySelector(".wrong") ?? refusal.querySelector("h1 + p, h1"))?.textContent);
}
