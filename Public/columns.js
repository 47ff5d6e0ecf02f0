// The menus of column headings, the choice of columns, and the widths and pins of columns, which the browser keeps.

import { copy, formats } from "./cells.js";
import { on, table } from "./element.js";
import { visitForm } from "./gestures.js";
import { make, toast, words } from "./say.js";
import { pageAt } from "./server.js";

const list = () => table.querySelector(".tools .columns"); // the link to the columns of the page
const headings = (page = table) => [...page.querySelectorAll("#table > thead th")];
const sheet = new CSSStyleSheet();
const key = `columns of ${table.base}`;
const kept = { widths: {}, pins: [], ...read() };
const menu = make("div", { id: "column", popover: "auto", role: "dialog" });
let heading; // the heading whose menu is open

document.body.append(menu);
document.adoptedStyleSheets.push(sheet);
new ResizeObserver(() => draw()).observe(table.grid);
on("refresh", ({ detail }) => show(detail));
on("refreshed", () => show(table));
show(table);

/** Adds a button for the menu and an edge to drag to each heading of a page. */
function show(page) {
  if (page === table) draw();
  if (!page.querySelector(".tools .columns")) return;
  for (const cell of headings(page)) {
    cell.ariaHasPopup = "dialog";
    if (cell.querySelector(".open")) continue;
    // Keys and screen readers open the menu from the heading itself.
    cell.append(make("button", { type: "button", className: "open", tabIndex: -1, ariaHidden: "true" }));
    cell.append(make("span", { className: "edge" }));
  }
}

on("click", (event) => {
  const { target } = event;
  const cell = target.closest("thead th");
  if (target.closest(".open")) return void open(target, cell);
  if (!target.closest(".tools .columns, thead .sort") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest(".columns") && !event.shiftKey) open(target);
  // Shift and a click add the column to the order.
  else if (cell && event.shiftKey && list()) addToOrder(cell);
  else return;
  event.preventDefault();
}, table, true);
on("contextmenu", (event) => {
  const cell = event.target.closest("thead th");
  if (!cell || !list() || event.pointerType === "touch") return;
  event.preventDefault();
  open(cell, cell);
});
on("keydown", (event) => {
  const { target, key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (!target.matches("thead th") || !list() || ctrlKey || metaKey) return;
  const step = shiftKey && !altKey && { ArrowLeft: -16, ArrowRight: 16 }[key];
  if (step) resize(target, target.offsetWidth + (target.matches(":dir(rtl)") ? -step : step));
  else if (altKey && key === "ArrowDown") open(target, target);
  else return;
  event.preventDefault();
}, table, true);

/** Returns the part of the page of columns that shows a menu, or the choice of columns. */
async function partOf(cell) {
  const address = new URL(list().href);
  if (cell) address.searchParams.set("column", cell.dataset.column);
  const part = (await pageAt(address)).querySelector(".column, .choose");
  if (!part) location.assign(address);
  return part;
}

async function addToOrder(cell) {
  const order = cell.querySelector(".sort");
  const isFirst = !headings().some((other) => other !== cell && other.ariaSort);
  const ways = isFirst ? null : (await partOf(cell)).querySelectorAll("ul:first-of-type a");
  // The third and fourth link add the column to the order: ascending, and descending.
  table.visit((ways && (ways[cell.ariaSort === "ascending" ? 3 : 2] ?? ways[0])?.href) ?? order.href);
}

async function open(place, cell) {
  const part = await partOf(cell).catch(() => toast());
  if (!part) return;
  heading = cell;
  menu.ariaLabel = cell ? words.columnMenu : place.textContent;
  menu.replaceChildren(document.importNode(part, true));
  if (cell) offer(cell);
  else offerAll(menu.firstChild);
  if (cell) cell.focus({ preventScroll: true });
  const { left, right, bottom } = place.getBoundingClientRect();
  const start = menu.matches(":dir(rtl)") ? right - 256 : left;
  menu.style.cssText = `--x: ${Math.max(start, 4)}px; --y: ${bottom + 2}px`;
  menu.showPopover();
  items()[0]?.focus({ preventScroll: true });
}

const items = () => [...menu.querySelectorAll("a, button, input, select")].filter((item) => item.checkVisibility());
const button = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

/** Adds what only scripts can do: copying and pinning a column. */
function offer(cell) {
  const { column } = cell.dataset;
  const isPinned = kept.pins.includes(column);
  const part = menu.firstChild;
  const pin = make("li");
  pin.append(button(isPinned ? words.unpin : words.pin, () => {
    menu.hidePopover();
    kept.pins = isPinned ? kept.pins.filter((name) => name !== column) : [...kept.pins, column];
    keep();
  }));
  part.querySelector("ul:last-of-type").prepend(pin);
  const copies = make("p", { className: "copies" });
  copies.append(words.copy, ...Object.keys(formats).map((format) => {
    const copier = button(format, () => {
      menu.hidePopover();
      copy(table.rows.map(({ cells }) => [cells[cell.cellIndex]]), format);
    });
    return Object.assign(copier, { ariaLabel: words.copyAs.replace("%", format) });
  }));
  part.append(copies);
}

/** Adds a box for all columns. A column that is chosen comes after those that are chosen already. */
function offerAll(form) {
  // A column of another table is among them once it is chosen.
  const boxes = () => [...form.querySelectorAll(":scope > ul [name=_col]")];
  const all = make("input", { type: "checkbox", checked: boxes().every(({ checked }) => checked) });
  all.onchange = () => boxes().forEach((box) => (box.checked = all.checked));
  const label = make("label");
  label.append(all, ` ${words.allColumns}`);
  form.prepend(label);
  form.onchange = ({ target }) => {
    if (target === all) return;
    const line = target.closest("li");
    const last = boxes().findLast((box) => box.checked && box !== target)?.closest("li");
    if (!target.checked || !last) form.querySelector("ul").prepend(...(target.checked ? [line] : []));
    else last.after(line);
    all.checked = boxes().every(({ checked }) => checked);
    target.focus();
  };
}

on("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const cell = link.closest("li")?.querySelector("[name=_col]")?.value;
  menu.hidePopover();
  const other = cell && headings().find(({ dataset }) => dataset.column === cell);
  if (other) open(other, other);
  else if (cell) location.assign(link.href);
  else table.visit(link.href);
}, menu);
on("submit", (event) => {
  event.preventDefault();
  menu.hidePopover();
  visitForm(event.target, event.submitter);
}, menu);
on("keydown", (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || event.target.matches("select")) return;
  event.preventDefault();
  const all = items();
  all.at((all.indexOf(event.target) + step) % all.length).focus();
}, menu);
on("toggle", ({ newState }) => newState === "closed" && heading?.isConnected && heading.focus({ preventScroll: true }), menu);

// Widths, by the edge of a heading. A double click takes the width away.
on("pointerdown", (event) => {
  const { target: edge, clientX: start, pointerId } = event;
  if (!edge.matches?.(".edge") || event.button) return;
  event.preventDefault();
  const cell = edge.parentElement;
  const width = cell.offsetWidth;
  const release = table.hold();
  edge.setPointerCapture(pointerId);
  edge.onpointermove = ({ clientX }) => resize(cell, width + (cell.matches(":dir(rtl)") ? start - clientX : clientX - start));
  edge.onpointerup = edge.onpointercancel = () => {
    edge.onpointermove = edge.onpointerup = edge.onpointercancel = null;
    release();
  };
});
on("dblclick", ({ target }) => target.matches(".edge") && resize(target.parentElement));

function resize(cell, width) {
  const { column } = cell.dataset;
  if (width) kept.widths[column] = Math.round(Math.max(width, 40));
  else delete kept.widths[column];
  keep();
}

function read() {
  try {
    return JSON.parse(localStorage[key]);
  } catch {
    return null;
  }
}

function keep() {
  try {
    localStorage[key] = JSON.stringify(kept);
  } catch {
    // A browser that keeps nothing still shows them on this page.
  }
  draw();
}

/** Writes the rules for the widths and pins of the columns on the page. */
function draw() {
  const all = headings();
  const cells = (index) => `#table > * > tr > :nth-child(${index + 1}):not([colspan])`;
  const widths = all.flatMap(({ dataset }, index) => {
    const width = kept.widths[dataset.column];
    return width ? [`${cells(index)} { inline-size: ${width}px; min-inline-size: ${width}px; max-inline-size: ${width}px; overflow-wrap: anywhere }
      ${cells(index)}:not(:has(.menu)) { overflow: clip }`] : [];
  });
  set(widths);
  const [first] = all;
  if (!first || !kept.pins.length) return;
  const isSticky = getComputedStyle(first).insetInlineStart !== "auto" && all.length > 4;
  let start = isSticky ? first.offsetWidth + parseFloat(getComputedStyle(first).insetInlineStart) : 0;
  const pins = all.flatMap((cell, index) => {
    // Pinned columns leave half of the window for the others.
    if (!kept.pins.includes(cell.dataset.column) || (isSticky && !index) || start + cell.offsetWidth > innerWidth / 2) return [];
    const rules = [`${cells(index)} { position: sticky; inset-inline-start: ${start}px; border-inline-end: 1px solid var(--line) }
      #table > tbody > .row > :nth-child(${index + 1}) { z-index: 2; background: inherit }
      #table > thead th:nth-child(${index + 1}) { z-index: 4 }`];
    start += cell.offsetWidth;
    return rules;
  });
  set([...widths, ...pins]);
}

function set(rules) {
  const text = rules.join("\n");
  if (text !== set.text) sheet.replaceSync((set.text = text));
}
