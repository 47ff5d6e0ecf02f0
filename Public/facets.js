// Loads the values of facets after the rows, and shows them beside the rows.

import { on, table } from "./element.js";
import { make, words } from "./say.js";
import { busy } from "./server.js";

let loading;
let whole; // the address whose rows are all counted, however long that takes

on("refresh", ({ detail }) => {
  // Until the new values are there, the page keeps those that it has.
  for (const facet of table.querySelectorAll(".facet")) {
    const fresh = [...detail.querySelectorAll(".facet")].find(({ dataset }) => dataset.column === facet.dataset.column);
    const list = facet.querySelector("ul");
    if (fresh && list) fresh.append(list.cloneNode(true));
  }
});
on("refreshed", load);
load();

async function load() {
  loading?.abort();
  const place = table.querySelector(".facets");
  if (!place) return;
  loading = new AbortController();
  const { url } = place.dataset;
  place.ariaBusy = "true";
  try {
    const all = whole === url ? `${url}${url.includes("?") ? "&" : "?"}_complete=1` : url;
    const answer = await busy(fetch(all, { signal: loading.signal }));
    if (answer.ok) show(place, (await busy(answer.json())).facets);
  } catch {
    // Another page took the place of this one, or the server cannot be reached. The rows tell that.
  }
  if (place.dataset.url === url) place.ariaBusy = null;
}

/** Returns whether a value is a number that is written without an exponent. */
const isPlain = (value) => value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e17 && typeof value === "number");

/** Returns the number of decimal places of a number, without the noise of a computation. */
function decimals(number) {
  let places = 0;
  while (places < 20 && Math.abs(number.toFixed(places) - number) > Math.abs(number) * 1e-15) places++;
  return places;
}

function show(place, facets) {
  const { lang } = document.documentElement;
  for (const [index, { complete, more, url, values }] of facets.entries()) {
    const list = make("ul");
    const most = Math.max(...values.map(({ count }) => count));
    const places = Math.max(0, ...values.map(({ value }) => (isPlain(value) ? decimals(value) : 0)));
    const style = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false };
    for (const { value, label, count, selected, url } of values) {
      const item = list.appendChild(make("li"));
      const text = value === null ? "—" : typeof value === "object" ? (value.text ?? "")
        : isPlain(value) ? value.toLocaleString(lang, style) : String(value);
      const link = make(url ? "a" : "span", { textContent: text || '""', title: label ?? "" });
      if (url) link.href = url;
      if (selected) link.ariaCurrent = "true";
      if (label) link.append(" ", make("span", { className: "sub", textContent: label }));
      const number = count.toLocaleString(lang);
      item.style.setProperty("--share", `${(100 * count) / most}%`);
      item.append(link, " ", make("span", { className: "number", textContent: complete ? number : `≥ ${number}` }));
    }
    const last = list.appendChild(make("li"));
    if (!complete) last.append(make("button", { type: "button", textContent: words.goOn, onclick: goOn }));
    if (more) last.append(make("a", { href: url, textContent: "…" }));
    if (!last.firstChild) last.remove();
    const facet = place.children[index];
    facet?.querySelector("ul")?.remove();
    facet?.append(list);
  }
}

function goOn() {
  whole = table.querySelector(".facets").dataset.url;
  load();
}
