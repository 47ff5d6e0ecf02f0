// Messages of scripts: toasts at the foot of the page, and announcements for screen readers.

export const make = (name, properties) => Object.assign(document.createElement(name), properties);

export const words = JSON.parse(document.querySelector("cascading-table").dataset.words);
const announcement = make("p", { id: "announcement", className: "hidden" });
const polite = make("div", { className: "toasts", role: "status", ariaAtomic: "false" });
const urgent = make("div", { className: "toasts", role: "alert" });
polite.append(announcement);
document.body.append(polite, urgent);

/** Announces a text of the page by its name. Each `%` is replaced with one of the values. */
export function say(name, ...values) {
  announcement.textContent = words[name].replace(/%/g, () => values.shift());
}

export function sayPlace(row) {
  const { ariaRowCount, rows } = row.closest("table");
  say("place", row.ariaRowIndex ?? row.rowIndex + 1, ariaRowCount ?? rows.length);
}

let last; // the button of the last action, also after its toast has left

/** Shows an action, with its Undo or Redo button if it has one. Without an action, it shows an error. */
export function toast(text = words.unreachable, undo, onclick) {
  dismiss();
  const toast = make("p", { className: "toast", textContent: text, onanimationend: dismiss });
  if (onclick) toast.append((last = make("button", { textContent: undo.redo ? words.redo : words.undo, onclick })));
  (undo ? polite : urgent).append(toast);
}

export function dismiss() {
  document.querySelector(".toast")?.remove();
}

/** Returns the button that undoes or repeats the last action: of a toast, or of the page that told about it. */
export function buttonTo(name) {
  const buttons = [last, document.querySelector(".notice:not(.used) button")];
  return buttons.find((button) => button?.textContent === words[name]);
}

const next = "cascading-message";

/** Tells something on the page that opens now. */
export function tellNext(text) {
  try {
    sessionStorage[next] = JSON.stringify({ text, time: Date.now() });
  } catch {
    // A browser that stores nothing does not tell it.
  }
}

try {
  const { text, time } = JSON.parse(sessionStorage[next] ?? "{}");
  delete sessionStorage[next];
  // A page without a table shows no message, and afterwards it is too late.
  if (Date.now() - time < 10_000) toast(text, {});
} catch {
  // There is no message.
}
