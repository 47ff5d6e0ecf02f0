// The menu of a row, also as a context menu, and its swipe actions on touch screens.

import { cellsFor, copy, formats } from "./cells.js";
import { on, table } from "./element.js";
import { filtersBy } from "./filter.js";
import { make, words } from "./say.js";

const opened = () => table.querySelector("details.more[open]");

on("contextmenu", (event) => {
  const { target, clientX, clientY } = event;
  const row = target.closest(".row");
  if (!row || isOnSelection || target.closest("a:not(.go), input, .menu")) return;
  const details = row.querySelector("details.more") ?? menuToCopy(row, event);
  if (!details) return;
  event.preventDefault();
  details.open = true;
  offerFilters(details, target.closest(".row > *"));
  offerCopies(details);
  details.lastChild.style.cssText = `--x: ${clientX}px; --y: ${clientY}px`;
  details.querySelector(".menu :is(button, a)").focus({ preventScroll: true });
});
// A menu that closes loses its place at the pointer. Next time it opens at its button.
on("toggle", ({ target: details }) => {
  if (!details.matches(".more")) return;
  if (details.open) return offerCopies(details);
  details.lastChild.removeAttribute("style");
  for (const item of details.querySelectorAll(".copies")) item.remove();
  if (details.matches(".ours")) details.remove();
}, table, true);

/** Returns a menu for a row that has none. A link keeps the menu of the browser, and so does a finger, which selects text. */
function menuToCopy(row, { pointerType, target }) {
  if (!table.grid.tHead || pointerType === "touch" || target.closest("a")) return;
  const details = make("details", { className: "more ours" });
  details.append(make("summary", { className: "hidden", tabIndex: -1 }), make("div", { className: "menu" }));
  (target.closest(".row > *") ?? row.cells[0]).append(details);
  return details;
}

/** Adds the formats in which a row, the selected rows or the range can be copied. */
function offerCopies(details) {
  const cells = table.grid.tHead && cellsFor(details.closest(".row"));
  if (!cells || details.querySelector("button.copies")) return;
  const buttons = Object.keys(formats).map((format) => make("button", {
    type: "button", className: "copies", tabIndex: -1, textContent: words.copyAs.replace("%", format), onclick() {
      close(details);
      copy(cells, format);
    },
  }));
  details.lastChild.append(...buttons);
}

/** Adds the filters by the value of a cell. */
function offerFilters(details, cell) {
  if (!table.grid.tHead || !cell || details.querySelector("a.copies")) return;
  const links = filtersBy(cell);
  for (const link of links) {
    Object.assign(link, { className: "copies", tabIndex: -1 });
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      close(details);
      table.visit(link.href);
    });
  }
  details.lastChild.append(...links);
}

/** Closes a menu. The focus goes back to its button, or to its cell. */
function close(details) {
  details.open = false;
  (details.matches(".ours") ? details.parentElement : details.firstChild).focus({ preventScroll: true });
}
on("keydown", (event) => {
  const details = event.target.closest("details[open]");
  const isMenu = details?.matches(".more");
  const step = isMenu && { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!details || !(step || event.key === "Escape" || (isMenu && event.key === "Tab"))) return;
  if (event.key !== "Tab") event.preventDefault();
  const items = [...details.querySelectorAll(".menu :is(button, a)")];
  if (step) return items.at((items.indexOf(event.target) + step) % items.length).focus();
  close(details);
}, table, true);

let touch; // a finger on a row: the row, the start, and the panel with the swipe actions
let release;
let isOnSelection; // whether the pointer went down on selected text, which has the browser's menu

on("pointerdown", ({ target, pointerType, clientX }) => {
  isOnSelection = !getSelection().isCollapsed && getSelection().containsNode(target, true);
  for (const details of table.querySelectorAll(":is(.more, .tools details)[open]")) details.open = details.contains(target);
  if (target.closest(".swipe")) return;
  cover();
  const row = pointerType !== "mouse" && !target.closest(".menu") && target.closest(".row");
  if (row) touch = { row, start: clientX };
}, document);
// The browser scrolls for a finger that moves up or down, and cancels its pointer.
on("pointermove", ({ clientX }) => {
  const offset = clientX - touch?.start;
  if (Math.abs(offset) > 10 && !touch.panel) reveal(offset > 0);
  if (release) draw(offset);
});
on("pointerup", end);
on("pointercancel", end);
on("refreshed", cover);

function reveal(isToRight) {
  const { row } = touch;
  const edge = isToRight === row.matches(":dir(ltr)") ? "leading" : "trailing";
  const buttons = [...row.querySelectorAll(`.menu [data-edge=${edge}]`)];
  if (!buttons.length) return;
  const panel = make("div", { className: `swipe ${edge}` });
  panel.append(...buttons.map((button) => button.cloneNode(true)));
  row.firstElementChild.append(panel);
  row.classList.add("swiped");
  touch.panel = panel;
  touch.primary = buttons.find((button) => "primary" in button.dataset);
  touch.sign = isToRight ? 1 : -1;
  release = table.hold();
}

function draw(offset) {
  const { panel, primary, row, sign } = touch;
  const distance = Math.max(0, offset * sign);
  // A swipe across most of the row performs the primary action when the finger is lifted.
  touch.action = distance > 0.6 * row.offsetWidth && primary;
  panel.classList.toggle("full", !!touch.action);
  panel.style.minInlineSize = `${distance}px`;
  row.style.translate = `${distance * sign}px`;
}

function end({ type, clientX }) {
  if (!release) return touch?.panel ?? cover();
  release = release();
  const { action, panel, sign, start } = touch;
  const isUp = type === "pointerup";
  panel.style.minInlineSize = "";
  const width = panel.offsetWidth;
  if (isUp && !action && (clientX - start) * sign > width / 2) return draw(width * sign);
  cover();
  if (isUp && action) action.form.requestSubmit(action);
}

/** Moves a swiped row back over its actions. */
function cover() {
  touch?.panel?.remove();
  touch?.row.classList.remove("swiped");
  touch?.row.style.removeProperty("translate");
  touch = undefined;
}
