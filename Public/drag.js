// Moves rows and sections by dragging, if they also have buttons that move them.

import { on, table } from "./element.js";
import { act } from "./gestures.js";
import { isOnText } from "./press.js";

let item; // the dragged row or section
let spot; // the drop position: before or after another element
let release;

on("pointerdown", (event) => {
  const movable = movableAt(event.target);
  // The mouse selects texts, and drags the row at any other place.
  if (movable) movable.draggable = event.pointerType !== "mouse" || !isOnText(event);
});
on("dragstart", ({ target, dataTransfer, offsetX, offsetY }) => {
  item = movableAt(target);
  if (!item) return;
  dataTransfer.setData("text/plain", item.innerText);
  dataTransfer.setDragImage(item, offsetX, offsetY);
  item.classList.add("lifted");
  release = table.hold();
});
on("dragover", (event) => {
  if (item) show(spotAt(event));
  if (spot) event.preventDefault();
});
on("drop", (event) => {
  event.preventDefault();
  if (item && spot) drop();
});
on("dragend", () => {
  show();
  item?.classList.remove("lifted");
  item = undefined;
  release?.();
});

function show(next) {
  spot?.other.classList.remove("before", "after");
  spot = next;
  spot?.other.classList.add(spot.isAfter ? "after" : "before");
}

function movableAt(target) {
  const row = target.closest?.(".row, .header") ?? target.querySelector?.(".header");
  if (row?.querySelector(".moves button")) return row.matches(".row") ? row : row.parentElement;
}

function spotAt({ target, clientX, clientY }) {
  const other = target.closest(item.matches("tr") ? "tbody tr" : "tbody");
  if (!other) return;
  const { x, y, width, height } = other.getBoundingClientRect();
  const isRight = clientX > x + width / 2;
  if (other.matches(".grid .row")) return { other, isAfter: isRight === other.matches(":dir(ltr)") };
  if (other.matches(".row, tbody")) return { other, isAfter: clientY > y + height / 2 };
  // A drop on a header goes before the section's first row; on any other line, after its last row.
  const isAfter = !other.matches(".header");
  return { other: [...other.parentElement.querySelectorAll(".row")].at(-isAfter) ?? other, isAfter };
}

function drop() {
  const { other, isAfter } = spot;
  const [from, to] = [item, other].map(placeOf);
  const last = to.length - 1;
  if (isAfter && other.matches(".row, tbody")) to[last] += 1;
  if ((!last || to[0] === from[0]) && from[last] < to[last]) to[last] -= 1;
  const id = item.querySelector("[name=id]")?.value;
  const address = `move${last ? "" : "-section"}?from=${from.join(".")}&to=${to.join(".")}`;
  if (`${from}` !== `${to}`) act(address, last ? { id } : {}, item);
}

/** Returns the section and row of a row, or the number of a section, which comes from its rows. */
function placeOf(part) {
  if (part?.dataset.place) return part.dataset.place.split(".").map(Number);
  if (part?.matches("tr")) return [...placeOf(part.parentElement), 0];
  if (!part?.matches("tbody")) return [-1];
  const row = part.querySelector(".row");
  return [row ? placeOf(row)[0] : placeOf(part.previousElementSibling)[0] + 1];
}
