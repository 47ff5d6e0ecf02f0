// Loads the values of facets after the rows, and shows them below the links of the page.

import { make } from "./say.js";
import { on } from "./element.js";

on("refreshed", load);
load();

async function load() {
  const place = document.querySelector(".facets");
  if (!place || place.querySelector("ul")) return;
  const answer = await fetch(place.dataset.url);
  if (!answer.ok) return;
  const { facets } = await answer.json();
  for (const [index, facet] of facets.entries()) {
    const list = make("ul");
    for (const { value, count, selected, url } of facet.values) {
      const item = list.appendChild(make("li"));
      const text = value === null ? "—" : typeof value === "object" ? (value.text ?? "") : String(value);
      const label = make(url ? "a" : "span", { textContent: text });
      if (url) label.href = url;
      if (selected) label.ariaCurrent = "true";
      const number = count.toLocaleString(document.documentElement.lang);
      item.append(label, " ", make("span", { className: "count", textContent: facet.complete ? number : `≥ ${number}` }));
    }
    if (facet.more) list.appendChild(make("li")).append(make("a", { href: facet.url, textContent: "…" }));
    const section = place.children[index];
    section?.querySelector("ul")?.remove();
    section?.append(list);
  }
}
