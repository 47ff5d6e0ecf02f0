// What scripts say: a toast at the foot of the page, and news for those who do not see what changed.

export const make = (name, properties) => Object.assign(document.createElement(name), properties);

const words = JSON.parse(document.querySelector("cascading-table").dataset.words);
const news = make("p", { id: "news", className: "hidden" });
const polite = make("div", { className: "toasts", role: "status", ariaAtomic: "false" });
const urgent = make("div", { className: "toasts", role: "alert" });
polite.append(news);
document.body.append(polite, urgent);

/** Tells by the page's words of that name, in which each `%` is one of the values. */
export function say(name, ...values) {
  news.textContent = words[name].replace(/%/g, () => values.shift());
}

export function sayPlace(row) {
  const { ariaRowCount, rows } = row.closest("table");
  say("place", row.ariaRowIndex ?? row.rowIndex + 1, ariaRowCount ?? rows.length);
}

/** Shows what was done and can be undone or, where nothing can, why it was not done. */
export function toast(text = words.unreachable, undo, onclick) {
  dismiss();
  const toast = make("p", { className: "toast", textContent: text, onanimationend: dismiss });
  if (undo) toast.append(make("button", { textContent: undo.redo ? words.redo : words.undo, onclick }));
  (undo ? polite : urgent).append(toast);
}

export function dismiss() {
  document.querySelector(".toast")?.remove();
}
