// A click anywhere on a row clicks its link or button, unless it selects text.

import { selectTo } from "./cells.js";
import { on, table } from "./element.js";

const isModified = ({ altKey, ctrlKey, metaKey, shiftKey }) => altKey || ctrlKey || metaKey || shiftKey;

/** Returns the link or button of a row; null for a row without one, false on another control. */
export function mainAt({ target }) {
  const control = target.closest("a, button, input, select, textarea, label, summary, .menu, .moves");
  return (!control || control.matches(".go")) && target.closest(".row")?.querySelector(".go");
}

/** Returns the primary button of the clicked row, unless the click is on a link or with a modifier key. */
export function primaryAt(event) {
  const row = event.target.closest(".row");
  const isOnRow = mainAt(event) !== false && !event.target.closest("a") && !isModified(event);
  return isOnRow ? row?.querySelector(".menu [formaction*='/primary/']") : null;
}

let start; // the last press of the pointer
let stopWaiting; // for a second click

on("pointerdown", (event) => {
  start = event;
  const link = event.target.closest(".row a");
  if (link) link.draggable = false;
});

// The second click of a double click selects a word, or edits a cell, so a click of the mouse waits for it.
on("click", (event) => {
  const { detail, target, clientX, clientY } = event;
  const main = mainAt(event);
  const isText = !getSelection().isCollapsed;
  const isDrag = start?.pointerType !== "touch" && Math.hypot(clientX - start?.clientX, clientY - start?.clientY) > 5;
  if (detail && isText && isDrag && target.closest(".row a")) event.preventDefault();
  if (selectTo(event)) return event.preventDefault();
  if (main === null && !isText && !isDrag) target.closest(".row").classList.toggle("whole");
  if (!main || !detail || (isModified(event) && main.contains(target))) return;
  const row = main.closest(".row");
  const isSecond = detail > 1;
  const isEditable = table.hasAttribute("editable");
  const isPatient = start?.pointerType === "mouse" && !primaryAt(event) && (isEditable || isOnText(event));
  if (isSecond) stopWaiting?.();
  // The browser has not yet cleared a selection that is clicked.
  if (isSecond || isDrag || row.ariaBusy || (isText && !isPatient)) return event.preventDefault();
  if (isModified(event)) return void main.dispatchEvent(new MouseEvent("click", event));
  if (!isPatient) return main.contains(target) || main.click();
  event.preventDefault();
  row.classList.add("pressed");
  const timer = setTimeout(() => {
    stop();
    if (getSelection().isCollapsed && main.isConnected) main.click();
  }, 250);
  const stop = () => {
    clearTimeout(timer);
    row.classList.remove("pressed");
  };
  stopWaiting = stop;
});

/** Returns whether the pointer is on letters, and not beside them. */
export function isOnText({ clientX, clientY }) {
  const caret = document.caretPositionFromPoint ?? document.caretRangeFromPoint;
  const { offsetNode, startContainer } = caret.call(document, clientX, clientY) ?? {};
  const text = offsetNode ?? startContainer;
  if (!text?.data) return false;
  const range = document.createRange();
  range.selectNode(text);
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => left <= clientX && clientX <= right && top <= clientY && clientY <= bottom);
}
