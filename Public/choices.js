// Foreign keys are chosen by typing: the list below a field has the rows whose key or label has the typed text.

import { busy } from "./server.js";

let last; // the last request, which a later one ends

addEventListener("input", async ({ target }) => {
  const list = target.list;
  if (!list?.dataset.url) return;
  last?.abort();
  last = new AbortController();
  try {
    const address = `${list.dataset.url}&text=${encodeURIComponent(target.value)}`;
    const { choices } = await busy(fetch(address, { signal: last.signal }).then((answer) => answer.json()));
    list.replaceChildren(...choices.map(({ value, label }) => new Option(label, value)));
  } catch {
    // The list stays as it is. Any key can be typed.
  }
});
