// Ranges of cells by pointer and keys, as in a spreadsheet, and what is copied of cells, ranges and rows.

import { on, table } from "./element.js";
import { make, say, words } from "./say.js";
import { busy } from "./server.js";

let start; // the cell at which a range begins: the last one that was pressed or focused
let end;
let range = []; // the rows of the range, each a list of cells
let release; // ends a drag over cells, during which the page is not refreshed
let isExtending = false;
let isForMenu = false; // whether the pointer opens a menu

/** Returns the cell of a table with columns that contains an element. */
const cellAt = (element) => table.grid.tHead && element.closest?.("#table .row > :is(td, th)");
const rowOf = (cell) => cell.parentElement;

on("pointerdown", ({ button, pointerType, shiftKey, target }) => {
  isForMenu = button > 0;
  if (button || shiftKey || target.closest(".menu")) return;
  clear();
  start = cellAt(target);
  if (start && pointerType === "mouse" && !target.closest(".tool, input")) on("pointermove", drag, document);
}, document);
on("pointerup", drop, document);
on("pointercancel", drop, document);

/** Selects text while the pointer is in one cell, and cells beyond it. A movable row is dragged instead. */
function drag({ buttons, target }) {
  const cell = cellAt(target);
  if (!buttons || rowOf(start).draggable) return drop();
  if (!cell || (cell === start && !release)) return;
  release ??= table.hold();
  table.grid.classList.add("ranging");
  getSelection().removeAllRanges();
  if (cell === end && range.length) return;
  select(cell);
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function drop() {
  document.removeEventListener("pointermove", drag);
  table.grid.classList.remove("ranging");
  if (!release) return;
  release = release();
  extend(focusEnd);
}

function focusEnd() {
  end.tabIndex = -1;
  end.focus({ preventScroll: true });
}

// In one cell, Shift and a click select text. In a table that allows several selected rows, they select rows.
const isRange = ({ shiftKey, target }) =>
  shiftKey && start?.isConnected && !table.grid.dataset.selected && ![null, start].includes(cellAt(target));

on("mousedown", (event) => {
  if (isRange(event)) event.preventDefault();
});

/** Selects the cells up to one that is clicked with Shift. Returns whether the click does that. */
export function selectTo(event) {
  if (!isRange(event)) return false;
  select(cellAt(event.target));
  extend(focusEnd);
  return true;
}

/** Extends the range to the cell that a movement of the focus reaches. */
export async function extend(move) {
  isExtending = true;
  await move();
  isExtending = false;
  const cell = cellAt(document.activeElement);
  if (!cell) return;
  select(cell);
  say("selected", range.flat().length);
}

// Without a cell that loses it, the focus comes back to the window, or from a row that was deleted.
on("focusin", ({ target, relatedTarget }) => {
  const cell = cellAt(target);
  const isMenu = target.closest(".menu") || (isForMenu && range.flat().includes(cell));
  if (!cell || isExtending || release || isMenu || (range.length && !relatedTarget)) return;
  clear();
  start = cell;
});
on("selectionchange", () => getSelection().isCollapsed || clear(), document);
on("refreshed", () => {
  const rows = range.map(([cell]) => rowOf(cell));
  const left = rows.filter((row) => row.isConnected);
  if (!left.length) return clear();
  // Instead of a deleted row, the range ends at the nearest one that is left.
  const near = (cell) => (cell.isConnected ? cell : left.at(-(rowOf(cell) !== rows[0])).cells[cell.cellIndex]);
  start = near(start);
  select(near(end));
});

function select(cell) {
  end = cell;
  const { rows } = table;
  const span = (one, other) => [Math.min(one, other), Math.max(one, other) + 1];
  const columns = span(start.cellIndex, end.cellIndex);
  mark(rows.slice(...span(...[start, end].map((cell) => rows.indexOf(rowOf(cell)))))
    .map(({ cells }) => [...cells].slice(...columns)));
}

/** Takes the range away. Returns whether there was one. */
export function clear() {
  const { length } = range;
  mark([]);
  return length > 0;
}

function mark(rows) {
  for (const cell of range.flat()) cell.ariaSelected = null;
  range = rows;
  for (const cell of range.flat()) cell.ariaSelected = "true";
  showFigures();
}

const figures = make("output", { id: "figures", hidden: true });
document.body.append(figures);

/** Shows the sum and the mean of the numbers in the range. */
function showFigures() {
  const numbers = range.flat().filter(isNumber).map(valueOf).filter((text) => /\d/.test(text ?? ""));
  const sum = numbers.reduce((sum, text) => sum + Number(text), 0);
  figures.hidden = numbers.length < 2 || !Number.isFinite(sum);
  if (figures.hidden) return;
  // Sums of decimals have no more digits than the numbers: 0.1 and 0.2 are 0.3.
  const decimals = Math.min(6, Math.max(...numbers.map((text) => text.split(".")[1]?.length ?? 0)));
  const shown = (number, more) =>
    number.toLocaleString(document.documentElement.lang, { maximumFractionDigits: Math.min(decimals + more, 6) });
  const parts = [numbers.length, shown(sum, 0), shown(sum / numbers.length, 2)];
  figures.textContent = words.selectedFigures.replace(/%/g, () => parts.shift());
}

/** Returns the cells that a key is about, row by row: those of the range, or the one that has the focus. */
export function chosenCells() {
  const { activeElement } = document;
  return range.length ? range : activeElement === cellAt(activeElement) ? [[activeElement]] : [];
}

/** Returns the cells that the menu of a row copies: those of the range, of all selected rows, or of the row. */
export function cellsFor(row) {
  if (range.some(([cell]) => cell && rowOf(cell) === row)) return range;
  const rows = row.ariaSelected === "true" ? table.rows.filter(({ ariaSelected }) => ariaSelected === "true") : [row];
  return rows.map(({ cells }) => [...cells]);
}

/** Returns the value of a cell as programs read it, or null. The text on the page may be rounded or translated. */
export function valueOf(cell) {
  if (cell.querySelector(".null")) return null;
  if (cell.dataset.v) return cell.dataset.v;
  const part = cell.querySelector("time, progress, a[rel]");
  if (part) return part.getAttribute("href") ?? part.getAttribute("datetime") ?? `${part.value}`;
  const copy = cell.cloneNode(true);
  for (const extra of copy.querySelectorAll(".tool, .more, .edit, .hidden, .ref, input")) {
    // A blank stands between a key and the name beside it.
    if (extra.matches(".ref") && extra.previousSibling?.data === " ") extra.previousSibling.remove();
    extra.remove();
  }
  const notes = copy.querySelectorAll(".sub");
  const whole = copy.textContent;
  for (const note of notes) note.remove();
  const text = notes.length ? copy.textContent.trim() || whole.trim() : whole;
  return isNumber(cell) ? plain(text) : text;
}

const isNumber = (cell) => !!cell.dataset.v || (cell.matches(".num") && !cell.querySelector("q"));

/** Returns a number without the grouping and the signs of the page's language. */
function plain(text) {
  const { lang } = document.documentElement;
  const [group, decimal] = ["group", "decimal"].map((part) =>
    new Intl.NumberFormat(lang).formatToParts(12345.6).find(({ type }) => type === part).value);
  return text.replaceAll(group, "").replace(decimal, ".").replace(/^\u200e?[-−]/, "-");
}

const headingOf = (cell) => table.grid.tHead.rows[0].cells[cell.cellIndex];
export const nameOf = (cell) => headingOf(cell).dataset.column;
const lines = (rows, separator, special) => rows.map((row) => row.map((text) =>
  special.test(text) ? `"${text.replaceAll('"', '""')}"` : text).join(separator)).join("\n");
const withNames = (cells, rows) => [cells[0].map(nameOf), ...rows];
const texts = (values) => values.map((row) => row.map((value) => value ?? ""));

/** Returns the JSON of a cell's value: a number or true or false as the database has it, and otherwise a text. */
export function jsonOf(value, cell) {
  const isToken = /^(-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?|true|false)$/i.test(value);
  return isNumber(cell) && isToken ? value : JSON.stringify(value);
}

// The formats that menus offer. Each gets the cells and their values, row by row.
export const formats = {
  TSV: (cells, values) => lines(withNames(cells, texts(values)), "\t", /[\t\n\r]|^"/),
  CSV: (cells, values) => lines(withNames(cells, texts(values)), ",", /[",\n\r]/),
  JSON: (cells, values) => {
    const object = (row, index) => row.map((cell, column) =>
      `${JSON.stringify(nameOf(cell))}: ${jsonOf(values[index][column], cell)}`);
    return `[\n${cells.map((row, index) => `  {${object(row, index).join(", ")}}`).join(",\n")}\n]`;
  },
  Markdown: (cells, values) => {
    const line = (row) => `| ${row.map((text) => text.replace(/[\\|]/g, "\\$&").replace(/\s+/g, " ")).join(" | ")} |`;
    const [names, ...rows] = withNames(cells, texts(values)).map(line);
    return [names, line(cells[0].map((cell) => (headingOf(cell).matches(".num") ? "--:" : "---"))), ...rows].join("\n");
  },
};

const short = (cell) => cell.querySelector(".cut");
const maxReads = 200; // rows whose values are read for one copy

/** Returns the values of cells. Of a long text the page has only the beginning, so its row is read. */
export async function wholeValues(cells) {
  const rows = [...new Set(cells.flat().filter(short).map(rowOf))].slice(0, maxReads);
  const whole = new Map(await Promise.all(rows.map(async (row) => [row, await read(row)])));
  return cells.map((line) => line.map((cell) => {
    const value = short(cell) && whole.get(rowOf(cell))?.[nameOf(cell)];
    return typeof value === "string" ? value : valueOf(cell);
  }));
}

/** Returns the values of a row by their names, or nothing. */
async function read(row) {
  const query = new URLSearchParams(location.search);
  for (const name of ["_next", "_prev", "_section", "_nocol", "_col"]) query.delete(name);
  for (const [name, value] of Object.entries({ _row: decodeURIComponent(row.id.slice(4)), _size: 1, _shape: "objects" })) {
    query.set(name, value);
  }
  const answer = await fetch(`table.json?${query}`).catch(() => ({}));
  return answer.ok ? (await answer.json()).rows[0] : undefined;
}

/** Returns what the clipboard gets, by its type: cells as spreadsheets read them, or a text in one of the formats. */
function contents(cells, values, format) {
  if (format) return { "text/plain": formats[format](cells, values) };
  const grid = make("table");
  for (const row of texts(values)) {
    const line = grid.insertRow();
    for (const value of row) line.insertCell().textContent = value;
  }
  // One value is copied as it is.
  const isOne = values.length === 1 && values[0].length === 1;
  const plain = isOne ? texts(values)[0][0] : lines(texts(values), "\t", /[\t\n\r]|^"/);
  return { "text/plain": plain, "text/html": grid.outerHTML };
}

let chosen; // what the next event copies

/** Copies cells in one of the formats, or as spreadsheets read them. */
export async function copy(cells, format) {
  if (cells.flat().some(short)) {
    const all = wholeValues(cells).then((values) => contents(cells, values, format));
    const item = (type) => [type, all.then((all) => new Blob([all[type]], { type }))];
    const types = format ? ["text/plain"] : ["text/plain", "text/html"];
    const { clipboard } = navigator;
    // Pages without encryption have no clipboard but that of an event.
    await busy(clipboard?.write([new ClipboardItem(Object.fromEntries(types.map(item)))]) ?? all.then(put));
  } else put(contents(cells, cells.map((row) => row.map(valueOf)), format));
  say("copied", cells.flat().length);
}

function put(all) {
  chosen = all;
  document.execCommand("copy");
  chosen = undefined;
}

// Selected text is copied by the browser. Otherwise the range is copied, or the cell that has the focus.
on("copy", (event) => {
  const { clipboardData, target } = event;
  if (chosen) {
    event.preventDefault();
    for (const [type, text] of Object.entries(chosen)) clipboardData.setData(type, text);
    return;
  }
  if (!getSelection().isCollapsed || target.closest?.("input, textarea, select")) return;
  const cells = chosenCells();
  if (!cells.length) return;
  event.preventDefault();
  if (cells.flat().some(short)) return void copy(cells);
  const all = contents(cells, cells.map((row) => row.map(valueOf)));
  for (const [type, text] of Object.entries(all)) clipboardData.setData(type, text);
  say("copied", cells.flat().length);
}, document);
