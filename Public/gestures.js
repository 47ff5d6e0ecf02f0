// Sends the page's forms in the background, and shows the results without loading a new page.

import { on, table } from "./element.js";
import { windowOf } from "./frame.js";
import { primaryAt } from "./press.js";
import { buttonTo, dismiss, make, say, sayPlace, tellNext, toast } from "./say.js";
import { busy, pageAt, send } from "./server.js";

on("submit", async (event) => {
  const { target: form, submitter: button } = event;
  if (!button || !form.matches("#touch, #selection")) return;
  // The buttons that change or delete rows of a database lead to pages of their own.
  if (form.matches(".leaves") && !button.matches("[formaction*='selected/']")) return;
  event.preventDefault();
  const element = button.closest(".row") ?? button;
  // A second press of the same button does nothing. Another button of the row waits for the first.
  const isOther = pressed.get(element) !== button;
  while (isOther && element.ariaBusy) await working;
  if (button.isConnected) unlessBusy(element, () => submit(form, button), button);
});
// Sorting, filtering and searching lead to another page of the table, which is shown in place.
on("click", (event) => {
  const link = event.target.closest(".sort, .chips a:not(.line), .facets a");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  table.visit(link.href);
});
on("submit", async (event) => {
  const { target: form, submitter } = event;
  const filter = form.closest(".filter");
  if ((form.method !== "get" && !filter) || !form.closest(".tools")) return;
  event.preventDefault();
  const page = await visitForm(form, submitter);
  if (!filter) return;
  // The page of an error has the form with what is wrong in it.
  const refused = page?.querySelector(".problem .filter form");
  if (refused) {
    form.replaceWith(refused);
    return refused.querySelector("[aria-invalid]")?.focus();
  }
  form.reset();
  filter.open = false;
  filter.firstChild.focus();
});
on("dblclick", (event) => primaryAt(event)?.click());
// The last action is undone wherever the focus is, except where the browser undoes what was typed.
on("keydown", (event) => {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const name = { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
  if (!name || altKey || !(ctrlKey || metaKey) || target.matches(":read-write, dialog *")) return;
  const button = buttonTo(name);
  if (!button) return;
  event.preventDefault();
  button.click();
}, document);

const longest = 4000; // characters of the filters in an address

/** Shows the page that a form leads to. Filters with many values are sent, and the server gives them a short address. */
export function visitForm(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  if (form.method === "post" && `${body}`.length > longest) return table.visit(form.action, body);
  const address = new URL(form.method === "post" ? table.base : form.action, location);
  address.search = body;
  return table.visit(address);
}

export function act(address, fields, element = {}) {
  return unlessBusy(element, () => post(table.base + address, fields));
}

let working; // the promise of the last action
const pressed = new WeakMap(); // the last pressed button of each row

/** Runs work for an element, which is busy meanwhile. Does nothing if it is busy already. */
export async function unlessBusy(element, work, button) {
  if (element.ariaBusy) return;
  element.ariaBusy = "true";
  pressed.set(element, button);
  await (working = work().catch(() => toast()));
  element.ariaBusy = null;
}

async function submit(form, button) {
  const address = button.getAttribute("formaction") ?? form.action;
  const fields = new FormData(form, button);
  const row = button.closest(".row");
  const menu = button.closest("details");
  if (menu?.contains(document.activeElement)) menu.firstChild.focus({ preventScroll: true });
  menu?.removeAttribute("open");
  if (/\/menu\/.*\/(copy|cut)$/.test(address)) navigator.clipboard?.writeText(row.innerText).catch(() => {});
  const isAsked = button.formMethod === "get";
  if (isAsked && !(await ask(address, fields))) return;

  // The page shows the expected result before the response.
  const { ariaChecked, role } = button;
  const focused = document.activeElement;
  const isHidden = isAsked && row && address.endsWith("/delete");
  if (role === "switch") button.ariaChecked = `${ariaChecked !== "true"}`;
  if (isHidden) row.hidden = true;
  const isDone = await post(address, fields);
  if (isDone) return form.id === "selection" && form.reset();
  button.ariaChecked = ariaChecked;
  if (!isHidden) return;
  row.hidden = false;
  focused.focus();
}

/** Sends an action and shows its result. Returns whether it succeeded. */
async function post(address, fields) {
  const result = await send(address, fields).catch((problem) => (problem.question ? problem : refuse(problem)));
  if (!result) return false;
  if (result.question) {
    const { answer, values } = await choose(result.question);
    const all = new URLSearchParams(fields);
    for (const [name, value] of values) all.set(name, value);
    return answer && post(`${address}${address.includes("?") ? "&" : "?"}_answer=${answer}`, all);
  }
  const { location: page, message, moved, undo } = result;
  dismiss();
  const there = page && new URL(page, location);
  if (there && there.pathname !== location.pathname) {
    if (message && there.origin === location.origin) tellNext(message);
    return !windowOf(there).location.assign(there);
  }
  if (page) history.pushState(history.state, "", page);
  await table.refresh();
  if (moved) sayPlace(table.rowAt(moved));
  if (/select$/.test(address)) say("selected", table.grid.dataset.selected);
  if (message || undo) toast(message ?? undo.title, undo ?? {}, undo && (() => post(undo.url, fields)));
  return true;
}

/** Shows what a page that is not shown itself would tell: what was done, with the button that undoes it. */
export function tell(notice) {
  // A page that could not show all rows has a link.
  if (!notice || notice.querySelector("a")) return;
  const address = notice.querySelector("button")?.getAttribute("formaction");
  toast(notice.firstChild.textContent, {}, address && (() => post(address, {})));
}

/** Shows why the server refused an action, and highlights the row at its current place. */
async function refuse({ detail, status, location: place }) {
  toast(detail);
  if (status === 403 || status > 412) return;
  await table.refresh();
  const row = place && table.rowAt(place);
  row?.scrollIntoView({ block: "nearest" });
  row?.classList.add("found");
}

/** Asks the server's confirmation question in a dialog. Returns whether the visitor confirms. */
async function ask(address, fields) {
  const page = await pageAt(`${address}?${new URLSearchParams(fields)}`);
  const [heading, text, form] = ["h1", "h1 + p", ".confirm"].map((part) => page.querySelector(part));
  if (!form) return refuse({ detail: text?.textContent });
  const link = form.querySelector("a");
  link.replaceWith(make("button", { textContent: link.textContent, autofocus: true }));
  form.querySelector("button").value = "yes";
  return (await answerIn(form, heading)) === "yes";
}

/** Asks the question of an action in a dialog. Returns the values, and the answer: an empty text if the visitor cancels. */
async function choose({ title, message, fields = [], choices }) {
  const form = make("form", { className: "confirm" });
  form.append(...fields.map(fieldFor), ...choices.map(({ title, style, answer = "" }) => make("button", {
    textContent: title, value: answer, className: style === "destructive" ? style : "",
    autofocus: !answer && !fields.length, formNoValidate: !answer })));
  const text = message ? [make("p", { textContent: message })] : [];
  const answer = await answerIn(form, make("h1", { textContent: title }), ...text);
  return { answer, values: new FormData(form) };
}

function fieldFor({ name, label, kind, value, required, error }, index) {
  const type = ["date", "email", "password"].includes(kind) ? kind : "text";
  const input = make("input", { name, type, value, required, autofocus: !index, ariaInvalid: error ? "true" : null });
  const field = make("label", { className: "field", textContent: label });
  field.append(input, ...(error ? [make("span", { className: "wrong", textContent: error })] : []));
  return field;
}

/** Shows a form below its question as a dialog. Returns the value of the button that ends it; an empty text for none. */
async function answerIn(form, heading, ...text) {
  form.method = "dialog";
  const dialog = make("dialog", { ariaLabel: heading.textContent, closedBy: "any" });
  dialog.append(heading, ...text, form);
  document.body.append(dialog);
  dialog.showModal();
  const closed = new Promise((resolve) => (dialog.onclose = resolve));
  form.onsubmit = () => void busy(closed);
  await closed;
  dialog.remove();
  return dialog.returnValue;
}
