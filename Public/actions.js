// The menu of a row, also as a context menu, and its swipe actions on touch screens.

import { on, table } from "./element.js";
import { make } from "./say.js";

const opened = () => table.querySelector("details.more[open]");

on("contextmenu", (event) => {
  const { target, clientX, clientY } = event;
  const details = target.closest(".row")?.querySelector("details.more");
  if (!details || isOnSelection || target.closest("a:not(.go), input, .menu")) return;
  event.preventDefault();
  details.open = true;
  details.lastChild.style.cssText = `--x: ${clientX}px; --y: ${clientY}px`;
  details.querySelector(".menu :is(button, a)").focus({ preventScroll: true });
});
// A menu that closes loses its place at the pointer. Next time it opens at its button.
on("toggle", ({ target }) => target.open || target.lastChild.removeAttribute("style"), table, true);
on("keydown", (event) => {
  const details = event.target.closest("details[open]");
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!details || !(step || event.key === "Escape" || event.key === "Tab")) return;
  if (event.key !== "Tab") event.preventDefault();
  const items = [...details.querySelectorAll(".menu :is(button, a)")];
  if (step) return items.at((items.indexOf(event.target) + step) % items.length).focus();
  details.firstChild.focus();
  details.open = false;
}, table, true);

let touch; // a finger on a row: the row, the start, and the panel with the swipe actions
let release;
let isOnSelection; // whether the pointer went down on selected text, which has the browser's menu

on("pointerdown", ({ target, pointerType, clientX }) => {
  isOnSelection = !getSelection().isCollapsed && getSelection().containsNode(target, true);
  if (!opened()?.contains(target)) opened()?.removeAttribute("open");
  if (target.closest(".swipe")) return;
  close();
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
on("refreshed", close);

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
  if (!release) return touch?.panel ?? close();
  release = release();
  const { action, panel, sign, start } = touch;
  const isUp = type === "pointerup";
  panel.style.minInlineSize = "";
  const width = panel.offsetWidth;
  if (isUp && !action && (clientX - start) * sign > width / 2) return draw(width * sign);
  close();
  if (isUp && action) action.form.requestSubmit(action);
}

function close() {
  touch?.panel?.remove();
  touch?.row.classList.remove("swiped");
  touch?.row.style.removeProperty("translate");
  touch = undefined;
}
