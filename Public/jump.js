// The menu of the tables, the queries and the columns that a page leads to: a combobox by the ARIA Authoring Practices.

import { on, table } from "./element.js";
import { make, words } from "./say.js";
import { busy } from "./server.js";

const most = 50;
let loaded; // the entries of the start page

on("keydown", (event) => {
  const { key, target, altKey, shiftKey } = event;
  const control = event.ctrlKey || event.metaKey;
  const isAsked = control ? key.toLowerCase() === "k" && !shiftKey : key === "/";
  if (!isAsked || altKey || document.querySelector("dialog[open]")) return;
  if (!control && target.matches("input:not([type=checkbox]), textarea, select")) return;
  event.preventDefault();
  event.stopPropagation();
  open();
}, document, true);

async function open() {
  const list = make("ul", { id: "jump", role: "listbox", ariaLabel: words.jump });
  const input = make("input", { role: "combobox", ariaLabel: words.jump, placeholder: words.jump, autocomplete: "off" });
  input.setAttribute("aria-controls", "jump");
  input.ariaAutoComplete = "list";
  input.ariaExpanded = "true";
  const none = make("p", { textContent: words.nothing, hidden: true, role: "status" });
  const dialog = make("dialog", { className: "jump", ariaLabel: words.jump, closedBy: "any", onclose: () => dialog.remove() });
  dialog.append(input, list, none);
  document.body.append(dialog);
  dialog.showModal();

  let entries = columns();
  let chosen = 0;
  function show() {
    const text = input.value.trim().toLocaleLowerCase();
    const place = ({ title }) => title.toLocaleLowerCase().indexOf(text);
    const found = entries.filter((entry) => place(entry) >= 0).sort((one, other) => (place(one) > 0) - (place(other) > 0));
    if (text && table.querySelector("[name=_search]")) found.push(search(input.value.trim()));
    list.replaceChildren(...found.slice(0, most).map((entry, index) => {
      const item = make("li", { id: `jump-${index}`, role: "option", onclick: () => go(entry) });
      item.append(entry.title, make("span", { textContent: entry.note }));
      return Object.assign(item, { entry });
    }));
    none.hidden = found.length > 0;
    choose(0);
  }
  function choose(index) {
    const { children } = list;
    chosen = (index + children.length) % (children.length || 1);
    for (const [place, item] of [...children].entries()) item.ariaSelected = `${place === chosen}`;
    if (children.length) input.setAttribute("aria-activedescendant", children[chosen].id);
    else input.removeAttribute("aria-activedescendant");
    children[chosen]?.scrollIntoView({ block: "nearest" });
  }
  function go({ heading, url }) {
    dialog.close();
    if (url) return location.assign(url);
    heading.scrollIntoView({ block: "nearest", inline: "center" });
    (heading.querySelector("a") ?? heading).focus({ preventScroll: true });
  }
  input.oninput = show;
  input.onkeydown = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) choose(chosen + step);
    else if (event.key === "Enter") list.children[chosen] && go(list.children[chosen].entry);
    else return;
    event.preventDefault();
  };
  show();
  loaded ??= busy(load().catch(() => []));
  entries = [...(await loaded), ...entries];
  show();
}

/** The headings of this page. */
function columns() {
  return [...(table.grid.tHead?.rows[0].cells ?? [])].filter((heading) => heading.dataset.column).map((heading) => {
    return { title: heading.querySelector("bdi, a")?.textContent ?? heading.textContent, note: words.columnWord, heading };
  });
}

function search(text) {
  const query = new URLSearchParams(location.search);
  for (const name of ["_next", "_prev", "_section", "_row", "_size"]) query.delete(name);
  query.set("_search", text);
  return { title: words.searchFor.replace("%", () => `\u201c${text}\u201d`), note: "", url: `${table.base}?${query}` };
}

/**
 * The rows of the start page that lead somewhere, and the other tables of the server. The start page is the first page
 * above this one, or else this one.
 */
async function load() {
  const home = new URL(table.querySelector("header nav ol a")?.href ?? table.base, location);
  if (home.origin !== location.origin) return [];
  const start = `${home.pathname.replace(/[^/]*$/, "")}table.json?_size=max`;
  const [page, tables] = await Promise.all([start, "/-/tables.json"].map((address) => json(address).catch(() => undefined)));
  const rows = (page?.sections ?? []).flatMap(({ rows, header }) => rows.filter(({ link }) => link).map(({ cell, link }) => {
    return { title: cell.title ?? "", note: header?.title ?? "", url: new URL(link, home).href };
  }));
  const others = (tables ?? []).map(({ title, url }) => ({ title, note: "", url: new URL(url, home).href }));
  return [...rows, ...others.filter(({ url }) => !rows.some((row) => row.url === url))];
}

async function json(address) {
  const answer = await fetch(address);
  return answer.ok ? answer.json() : undefined;
}
