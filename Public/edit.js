// The forms of rows of a database: a cell is edited where it stands, with the form that pages without scripts have.

import "./choices.js";
import { on, table } from "./element.js";
import { tell, unlessBusy } from "./gestures.js";
import { make, toast } from "./say.js";
import { busy } from "./server.js";

const dialog = make("dialog", { id: "editor" });
let cell; // the cell that is edited

const isEditable = () => table.hasAttribute("editable");

/** Returns the address of the form for a cell; nothing for a cell that has none. */
function formOf(cell) {
  const row = cell.closest(".row[id]");
  if (!row || cell.closest("thead")) return;
  const isRecord = table.grid.classList.contains("record");
  if (isRecord && row.parentElement.id !== "section-columns") return;
  const key = decodeURIComponent(row.id.slice(4));
  // The row of a column is named as the addresses of rows are; see PathSegment.swift.
  const name = isRecord
    ? decodeURIComponent(encodeURIComponent(key).replace(/~([0-9A-F]{2})/g, "%$1"))
    : table.grid.tHead?.rows[0].cells[cell.cellIndex]?.dataset.column;
  const base = isRecord ? table.base : `${table.base}row/${encodeURIComponent(key)}/`;
  return name && `${base}edit?column=${encodeURIComponent(name)}`;
}

async function open(target) {
  const address = isEditable() && target && formOf(target);
  if (!address) return false;
  cell = target;
  try {
    const part = partOf(await busy(fetch(address, { headers: { Accept: "text/html" } }).then(pageOf)));
    // A value that the database computes has no form.
    if (!part.matches("form")) return toast(part.querySelector("h1, p:not(.status)")?.textContent);
    show(part);
  } catch {
    toast();
  }
}

const pageOf = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

/** Returns the form of a page, or else all that it says. */
function partOf(page) {
  return page.querySelector(".fields-of-row") ?? page.querySelector("main") ?? page.body;
}

function show(part) {
  dialog.replaceChildren(document.importNode(part, true));
  const { left, right, top } = cell.getBoundingClientRect();
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
  const start = cell.matches(":dir(rtl)") ? right - dialog.offsetWidth : left;
  const x = Math.max(8, Math.min(start, innerWidth - dialog.offsetWidth - 8));
  const y = Math.max(8, Math.min(top, innerHeight - dialog.offsetHeight - 8));
  dialog.style.cssText = `--x: ${x}px; --y: ${y}px`;
  const field = dialog.querySelector("[aria-invalid], [autofocus], input:not([type=hidden]), textarea");
  field?.focus();
  field?.select?.();
}

on("submit", (event) => {
  event.preventDefault();
  // A second press of Enter would send the old values again, which are no longer those that are stored.
  unlessBusy(event.target, () => save(event.target));
}, dialog);

async function save(form) {
  const data = new FormData(form);
  const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
  const answer = await busy(fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body }));
  const page = await busy(showSent(answer));
  if (page) show(partOf(page));
}

/** Shows the changes that the server made. Returns its page instead if it made none. */
export async function showSent(answer) {
  const page = await pageOf(answer);
  if (!answer.redirected) return page;
  dialog.close();
  table.refresh();
  // The server tells once what was done, and has told it to this page.
  tell(page.querySelector(".notice"));
}

// Cancelling, or keeping the values of others, shows the page as it is now.
on("click", (event) => {
  if (event.target === dialog) return dialog.close();
  if (!event.target.closest("a") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  dialog.close();
  table.refresh();
}, dialog);

on("close", () => {
  dialog.remove();
  if (cell?.isConnected) cell.focus({ preventScroll: true });
}, dialog);

// Enter saves from a field of one line, as in every form, and Ctrl+Enter from one of several.
on("keydown", ({ key, target, ctrlKey, metaKey }) => {
  if (key === "Enter" && (ctrlKey || metaKey)) target.form?.requestSubmit();
}, dialog);

// Typing into a field chooses its value instead of NULL or the default.
function choose({ target }) {
  const state = target.closest(".field")?.querySelector(".state");
  if (state && target !== state) state.value = "value";
}
on("input", choose, dialog);

on("dblclick", (event) => {
  const target = event.target.closest("#table .row > td, #table .row > th");
  if (!isEditable() || !target || event.target.closest("a, button, input")) return;
  getSelection().removeAllRanges();
  open(target);
});
on("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key !== "Enter" || ctrlKey || metaKey || altKey || shiftKey || !isEditable()) return;
  // Enter on the name of a row opens its page.
  if (!target.matches("#table .row > td")) return;
  event.preventDefault();
  event.stopPropagation();
  open(target);
}, table, true);
