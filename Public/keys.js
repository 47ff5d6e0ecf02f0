// The keys of a grid by the ARIA Authoring Practices, and the roles that promise these keys.

import { clear, extend } from "./cells.js";
import { on, table } from "./element.js";
import { act } from "./gestures.js";
import { further, more } from "./more.js";
import { say, sayPlace, toast } from "./say.js";
import { selectTo } from "./select.js";
import { busy } from "./server.js";

const widgets = "a[href], button, input, select, textarea, summary";

const isInside = () => stop.matches(widgets);
const isTarget = ({ id }) => id && `#${id}` === location.hash;
const leave = () => clear() || (isInside() && focus(cell));
const clickOn = (selector, part = line) => click(part.querySelector(selector));
const selectAll = () => !!table.grid.dataset.selected && act("select", { all: 1 });
const cross = (index) => focus([...line.cells].at(index));
const step = (delta) => go(index + delta);

const commands = {
  ArrowUp: [step, -1], ArrowDown: [step, 1], PageUp: [page, -1], PageDown: [page, 1],
  ArrowLeft: [turn, -1], ArrowRight: [turn, 1], Home: [cross, 0], End: [cross, -1],
  "Control+Home": [edge, -1], "Control+End": [edge, 1], "Shift+ArrowUp": [extendBy, -1], "Shift+ArrowDown": [extendBy, 1],
  "Shift+ArrowLeft": [extendAcross, -1], "Shift+ArrowRight": [extendAcross, 1],
  "Control+a": [selectAll], " ": [select], "Shift+ ": [select, true], Enter: [use], F2: [enter], Escape: [leave],
  Delete: [clickOn, ".edit.delete"], "Alt+ArrowUp": [clickOn, ".moves .up"], "Alt+ArrowDown": [clickOn, ".moves .down"],
};

let stop; // the element of the table that Tab reaches
let line; // the table row that contains it
let cell;
let index = 0; // the position of the line in lines()
let column = -1;
let isFocused = false; // false after a focus or press outside of the table

claim(table);
stopAt(at(lines().find(isTarget) ?? table.rows[0] ?? lines()[0]));
on("refresh", ({ detail }) => claim(detail));
// A link to a place on the page takes the focus away.
on("hashchange", () => (isFocused = false), window);
on("refreshed", () => claim(table) ?? recover());
on("keydown", press);
// After a focus or press outside the table, recover() does not return the focus.
on("focusin", visit, document);
on("pointerdown", visit, document);
new MutationObserver(recover).observe(table, { subtree: true, childList: true, attributeFilter: ["hidden"] });

function claim(page) {
  const grid = page.querySelector("#table");
  const isTree = !!grid.querySelector(".row [aria-expanded]");
  grid.role = isTree ? "treegrid" : "grid";
  grid.ariaMultiSelectable = grid.dataset.selected || grid.tHead ? "true" : null;
  for (const cell of grid.querySelectorAll("[role=cell]")) cell.role = "gridcell";
  for (const widget of grid.querySelectorAll(`:is(${widgets}):not([tabindex])`)) widget.tabIndex = -1;
  let level;
  for (const row of grid.querySelectorAll(".row, .expansion")) {
    const isRow = row.matches(".row");
    const state = (name) => (isRow && row.querySelector(`[${name}]`)?.getAttribute(name)) || null;
    if (isRow) level = 1 + Number(/ indent(\d)/.exec(row.className)?.[1] ?? 0);
    row.ariaSelected = state("aria-pressed");
    if (isTree) Object.assign(row, { ariaExpanded: state("aria-expanded"), ariaLevel: level + !isRow });
  }
}

/** Returns the table rows that the arrow keys reach. */
function lines() {
  return [...table.grid.querySelectorAll(`:is(.row, .expansion, .empty, tr:has(${widgets})):not([hidden])`)];
}

function press(event) {
  const { key, altKey, shiftKey } = event;
  const control = event.ctrlKey || event.metaKey;
  // Tab may leave the page, without another focus.
  if (key === "Tab") isFocused = false;
  if (event.target !== stop || event.defaultPrevented || event.isComposing) return;
  if (isInside() && (key === "Enter" || key === " ")) return;
  const name = [altKey && "Alt", control && "Control", shiftKey && "Shift", key].filter(Boolean).join("+");
  const isText = key.length === 1 && !altKey && !control && (key !== " " || text);
  const [command, ...values] = isText ? [find, key] : (commands[name] ?? []);
  if (command && command(...values) !== false) event.preventDefault();
}

function visit({ type, target }) {
  if (target.closest(".toast, dialog")) return;
  const row = target.closest("#table tr");
  const number = lines().indexOf(row);
  isFocused = (isFocused || type === "focusin") && table.contains(target) && (number >= 0 || target.matches(widgets));
  if (number < 0) return;
  [line, index, cell] = [row, number, target.closest("td, th")];
  column = cell?.cellIndex ?? -1;
  stopAt(target.closest(".menu")?.previousSibling ?? target.closest(`#table :is(${widgets})`) ?? cell ?? line);
}

/** Returns a lost focus to its element, or to the same control in the nearest line. */
function recover() {
  if (!table.contains(stop) || stop.closest("[hidden]")) {
    const left = lines();
    const nearest = left.find(({ id }) => id && id === line?.id) ?? left[Math.min(index, left.length - 1)];
    const same = stop?.matches(widgets) && nearest?.querySelector([stop.localName, ...stop.classList].join("."));
    stopAt(same || at(nearest));
  } else if (line) index = lines().indexOf(line);
  if (isFocused && document.activeElement?.matches("body, [hidden] *")) focus(stop);
}

function stopAt(element) {
  if (stop) stop.tabIndex = -1;
  stop = element;
  if (stop) stop.tabIndex = 0;
}

function focus(element) {
  stopAt(element);
  stop?.focus({ preventScroll: true });
  stop?.scrollIntoView({ block: "nearest" });
}

function at(line) {
  if (column < 0 && line?.ariaLevel) return line;
  return line?.cells[Math.min(Math.max(column, 0), line.cells.length - 1)];
}

async function go(index) {
  if (index > 0 && !lines()[index]) await more();
  if (lines()[index]) focus(at(lines()[index]));
  else if (further(index)) {
    storeNext(index);
    further(index).click();
  }
}

/** Moves by about the height of the window. */
function page(delta) {
  const top = (line) => line.getBoundingClientRect().top;
  const far = lines().filter((other) => Math.abs(top(other) - top(line)) < innerHeight * 0.8).at(Math.min(-delta, 0));
  go(far === line ? index + delta : lines().indexOf(far));
}

function inReadingOrder(delta) {
  return line.matches(":dir(rtl)") ? -delta : delta;
}

function turn(delta) {
  const step = inReadingOrder(delta);
  if (stop === line) {
    if (line.ariaExpanded === `${step < 0}`) return clickOn("[aria-expanded]");
    if (step < 0) return focus(lines().slice(0, index).findLast((other) => other.ariaLevel < line.ariaLevel) ?? line);
  }
  // The cells of the line, and their controls except the one that Enter activates.
  const all = [...line.cells].flatMap((cell) => {
    const inside = within(cell);
    const main = cell.querySelector(".go, .sort") ?? (inside.length === 1 && inside[0]);
    return [cell, ...inside.filter((widget) => widget !== main)];
  });
  if (line.ariaLevel) all.unshift(line);
  const here = all.indexOf(all.includes(stop) ? stop : cell);
  focus(all[Math.max(here + step, 0)] ?? stop);
}

function edge(delta) {
  if (!line.ariaLevel) column = delta < 0 ? 0 : 999;
  if (further(delta)) seek({ edge: delta < 0 ? "first" : "last" });
  else focus(at(table.rows.at(delta < 0 ? 0 : -1)));
}

/** Extends the selected rows, in a table that allows several, or else the range of cells. */
function extendBy(delta) {
  const next = lines()[index + delta];
  if (!table.grid.dataset.selected) return void extend(() => step(delta));
  if (next) selectTo(line, next);
  if (next) step(delta);
}

function extendAcross(delta) {
  const next = line.cells[cell?.cellIndex + inReadingOrder(delta)];
  if (next) extend(() => focus(next));
}

function select(isOnly) {
  const button = line.querySelector("[aria-pressed], input[name=rows]");
  return (isOnly && button?.ariaPressed === "true") || click(button);
}

function use() {
  const main = line.querySelector(".go");
  const inside = within(stop);
  const own = inside.length === 1 && inside[0] !== main && inside[0];
  // The browser's Back button returns to this row.
  if (main?.href && !own) history.replaceState(history.state, "", `#${line.id}`);
  return click(own || (!main?.href && line.querySelector(".menu [formaction*='/primary/']")) || main || inside[0]);
}

function enter() {
  if (isInside()) return leave();
  if (!clickOn("[data-edit]")) focus(within(stop)[0] ?? stop);
}

function click(button) {
  button?.click();
  return !!button;
}

function within(cell) {
  return [...cell.querySelectorAll(`:is(${widgets}):not(:disabled, .menu *, .open)`)];
}

let text = "";
let after;
let asked;
let forgetting;
let leaving;

/** Finds the next row that begins with the typed text. A pause of one second starts a new text. */
function find(letter) {
  clearTimeout(leaving);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (text = ""), 1000);
  // A repeated letter moves from row to row.
  const isRepeated = [...text].every((other) => other === letter);
  if (isRepeated) after = line.dataset.place ?? "";
  text += letter;
  const heading = table.grid.tHead?.rows[0].cells[cell?.cellIndex];
  seek({ text: isRepeated ? letter : text, after, ...heading?.dataset });
}

async function seek(question) {
  asked = question;
  const query = new URLSearchParams(location.search);
  if (history.state) query.set("_size", history.state.step);
  for (const name of ["_next", "_prev", "_section", "_row"]) query.delete(name);
  for (const name in question) query.set(name, question[name]);
  const headers = { Accept: "application/json" };
  const answer = busy(fetch(`${table.base}find?${query}`, { headers })).then((answer) => busy(answer.json()));
  const { row, url, searched, detail } = await answer.catch(() => ({}));
  if (asked !== question) return;
  // A search that failed has not found out that there is no row.
  if (row === undefined) return toast(detail);
  if (!row && searched) return say("unfound", searched.toLocaleString(document.documentElement.lang), question.text);
  if (!row) return say("missing", question.text);
  const found = table.rowAt(row);
  // The visitor may still be typing, so another page opens only after a pause.
  if (!found) return (leaving = setTimeout(() => location.assign(url), question.text ? 400 : 0));
  focus(at(found));
  sayPlace(found);
}

// Until the page has loaded, the browser moves the focus to the target of the address.
if (document.readyState === "complete") arrive();
else on("load", () => requestAnimationFrame(arrive), window);

/** Stores which row of the page that opens now gets the focus, the first one for a positive index. Returns what was stored. */
function storeNext(index) {
  try {
    const { nextIndex } = sessionStorage;
    if (index === undefined) delete sessionStorage.nextIndex;
    else sessionStorage.nextIndex = index;
    return nextIndex;
  } catch {
    // A browser that stores nothing shows the next page without a focus.
  }
}

function arrive() {
  const nextIndex = storeNext();
  const row = lines().find(isTarget) ?? (nextIndex && table.rows.at(nextIndex > 0 ? 0 : -1));
  if (row && !isFocused) focus(at(row));
}
