// Loads more rows when the visitor comes near the last one, and keeps their number in the address.

import { on, table } from "./element.js";
import { isEmbedded } from "./frame.js";
import { toast } from "./say.js";
import { pageAt } from "./server.js";

const most = 1000; // the server's maximum of rows on a page
const observer = new IntersectionObserver(
  ([{ isIntersecting, target }]) => {
    // More rows would move the focused link out of view.
    if (isIntersecting && !target.matches(":focus-visible")) more();
  },
  { rootMargin: "100%" },
);
let loading;

on("refreshed", watch);
on("focusout", ({ target }) => target === further() && watch());
watch();

function watch() {
  observer.disconnect();
  const link = further();
  // A page chooses the number of rows in its frames. Links lead to more.
  if (link && !isEmbedded) observer.observe(link);
}

// The next page of a record is another record.
export function further(way = 1, page = table) {
  if (page.querySelector("#table.record")) return null;
  return page.querySelector(`.pager [rel=${way < 0 ? "prev" : "next"}]`);
}

export function more() {
  loading ??= load()
    .catch(() => toast())
    .finally(() => (loading = undefined));
  return loading;
}

/** Returns the number of loaded rows, also of those in closed sections. */
const count = () => table.querySelectorAll(".row").length;

async function load() {
  const link = further();
  const here = new URL(location);
  const shown = count();
  const step = history.state?.step ?? shown;
  const size = Math.min(step, most - shown);
  // A longer page before or around a row would begin at another row.
  if (!link || size <= 0 || /[?&]_(prev|row)=/.test(here.search)) return;
  const { href } = link;
  const address = new URL(href);
  address.searchParams.set("_size", size);
  const page = await pageAt(address);
  if (further()?.href !== href) return;

  for (const section of page.querySelectorAll("#table tbody")) {
    const same = document.getElementById(section.id);
    const rows = [...section.rows].filter(({ id }) => !id || !document.getElementById(id));
    if (!same) table.grid.append(section);
    same?.querySelector(".footer")?.remove();
    same?.append(...rows.filter((row) => !row.matches(".header")));
  }
  const end = page.querySelector(".pager span").textContent.split("–").at(-1);
  for (const range of table.querySelectorAll(".pager span, .printed")) range.textContent = `${range.textContent.split("–")[0]}–${end}`;
  // The link keeps the focus. Without a next page, the table gets it.
  const next = further(1, page);
  if (next) further().href = next.href;
  else further().remove();
  here.searchParams.set("_size", count());
  history.replaceState({ step }, "", here);
  table.dispatchEvent(new Event("refreshed"));
}
