// Selects a range of rows by Shift+click, and adds or removes a row by Control+click.

import { on, table } from "./element.js";
import { act } from "./gestures.js";
import { mainAt } from "./press.js";

let start; // the row at which the range begins
let end;

on("click", (event) => {
  const { ctrlKey, metaKey, shiftKey, target } = event;
  const button = target.closest("[aria-pressed]");
  const row = target.closest(".row");
  if (!button || !(ctrlKey || metaKey || shiftKey) || !table.grid.dataset.selected) return;
  // Otherwise the browser opens a window or a tab.
  event.preventDefault();
  if (shiftKey && end?.isConnected) return selectTo(end, row);
  start = end = row;
  choose(button.ariaPressed === "true" ? "deselect" : "select", [row]);
});
// Otherwise Shift+click also selects text.
on("mousedown", (event) => {
  const isRange = event.shiftKey && table.grid.dataset.selected && mainAt(event);
  if (isRange) event.preventDefault();
});

/** Selects the range from its start to a row, and deselects the other rows of the previous range. */
export function selectTo(from, to) {
  const { rows } = table;
  if (end !== from || !rows.includes(start)) start = from;
  end = to;
  const [now, before] = [to, from].map((end) => {
    const [one, other] = [start, end].map((row) => rows.indexOf(row));
    return rows.slice(Math.min(one, other), Math.max(one, other) + 1);
  });
  choose("select", now);
  choose("deselect", before.filter((row) => !now.includes(row)));
}

function choose(gesture, rows) {
  const ends = new Set([rows.at(0), rows.at(-1)].map((row) => row?.dataset.place));
  if (rows.length) act(gesture, { rows: [...ends].join("-") });
}
