// Closes and opens the sections of a table with columns, by a button before their titles.

import { on, table } from "./element.js";
import { make, words } from "./say.js";

// The identifiers of the closed sections. The full-text indexes of a database belong to its tables.
const closed = new Set(["section-full-text%20indexes"]);

on("refresh", ({ detail }) => show(detail));
on("refreshed", () => show(table));
on("click", ({ target }) => {
  const section = target.closest(".fold")?.closest("tbody");
  if (!section) return;
  if (!closed.delete(section.id)) closed.add(section.id);
  show(table);
});
show(table);

/** Adds the buttons to the sections of a page, and hides the rows of closed sections. */
function show(page) {
  if (!page.querySelector("#table thead")) return;
  for (const section of page.querySelectorAll("#table tbody:has(> .header)")) {
    const cell = section.querySelector(".header .cell");
    const isOpen = !closed.has(section.id);
    if (!cell.querySelector(".fold")) {
      cell.prepend(make("button", { type: "button", className: "fold", tabIndex: -1 }));
    }
    const button = cell.querySelector(".fold");
    button.ariaExpanded = `${isOpen}`;
    button.ariaLabel = words[isOpen ? "fold" : "unfold"].replace("%", button.nextSibling.textContent);
    for (const row of section.rows) row.hidden = !isOpen && !row.matches(".header");
  }
}

