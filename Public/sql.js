// The field for a SQL statement: Ctrl+Enter runs it, words are coloured, and the names of tables and columns are completed.

import { busy } from "./server.js";

const make = (name, properties) => Object.assign(document.createElement(name), properties);

const tokens = /('(?:[^']|'')*'?|"[^"]*"?)|(--.*|\/\*[^]*?(?:\*\/|$))|(:\w+)|\b(\d+(?:\.\d+)?)\b|\b([a-z]+)\b/gi;
const keywords = new Set(
  `all and as asc avg between by case cast collate count cross desc distinct else end escape except exists filter first
  from full glob group having ilike in inner intersect is join last left lateral like limit max min natural not null nulls
  offset on or order outer over partition range recursive right rows select sum then total union using values when where
  window with`.split(/\s+/),
);

begin();
// A sort or a filter makes a new field. The page of an error has no table.
document.querySelector("cascading-table")?.addEventListener("refreshed", begin);

function begin() {
  const field = document.querySelector(".parameters textarea[name=sql]");
  if (field && !field.closest(".editor")) edit(field);
}

function edit(field) {
  const paint = make("pre", { ariaHidden: "true" });
  const list = make("ul", { role: "listbox", id: "completions", hidden: true });
  const box = make("div", { className: "editor" });
  field.before(box);
  box.append(paint, field, list);
  Object.assign(field, { spellcheck: false, autocapitalize: "off", ariaAutoComplete: "list" });
  field.setAttribute("aria-controls", list.id);
  let names;
  let chosen = 0;

  const colour = () => paint.replaceChildren(...painted(field.value), "\n");
  const close = () => {
    list.hidden = true;
    field.removeAttribute("aria-activedescendant");
  };
  const begun = () => /[\p{L}_][\p{L}\p{N}_]*$/u.exec(field.value.slice(0, field.selectionStart))?.[0] ?? "";

  async function suggest() {
    const begin = begun().toLowerCase();
    names ??= busy(known());
    const all = await names;
    const found = begin.length > 1 && all.filter((name) => name.toLowerCase().startsWith(begin) && name.length > begin.length);
    if (!found?.length || begin !== begun().toLowerCase()) return close();
    list.replaceChildren(
      ...found.slice(0, 8).map((name, index) => make("li", { role: "option", id: `completion-${index}`, textContent: name })),
    );
    list.hidden = false;
    choose(0);
  }

  function choose(index) {
    chosen = (index + list.children.length) % list.children.length;
    [...list.children].forEach((option, place) => (option.ariaSelected = `${place === chosen}`));
    field.setAttribute("aria-activedescendant", list.children[chosen].id);
  }

  function take(option) {
    const name = option.textContent;
    const text = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
    field.setRangeText(text, field.selectionStart - begun().length, field.selectionStart, "end");
    close();
    colour();
  }

  const commands = {
    ArrowDown: () => choose(chosen + 1), ArrowUp: () => choose(chosen - 1), Tab: () => take(list.children[chosen]),
    Enter: () => take(list.children[chosen]), Escape: close,
  };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return field.form.requestSubmit();
    if (list.hidden || event.isComposing || !commands[event.key]) return;
    event.preventDefault();
    commands[event.key]();
  });
  field.addEventListener("input", () => {
    colour();
    suggest();
  });
  field.addEventListener("blur", close);
  field.addEventListener("scroll", () => paint.scrollTo(field.scrollLeft, field.scrollTop));
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    take(event.target);
  });
  colour();
}

/** Returns the names of all tables and columns, which the page without a statement lists. */
async function known() {
  const answer = await fetch(`${location.pathname}table.json?_shape=arrays&_col=table&_col=column&_size=1000`);
  if (!answer.ok) return [];
  const { rows } = await answer.json();
  return [...new Set(rows.flat())].sort();
}

function* painted(text) {
  let end = 0;
  for (const found of text.matchAll(tokens)) {
    const [all, quoted, comment, parameter, number, word] = found;
    const name = quoted ? "text" : comment ? "comment" : parameter ? "parameter" : number ? "number" : "keyword";
    if (word && !keywords.has(word.toLowerCase())) continue;
    yield text.slice(end, found.index);
    yield make("span", { className: name, textContent: all });
    end = found.index + all.length;
  }
  yield text.slice(end);
}
