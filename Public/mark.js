// Marks the words of the search in the rows. The page has no elements for them, so that it costs the server nothing.

import { on, table } from "./element.js";

const field = () => table.querySelector("[name=_search]");

if (CSS.highlights) {
  on("refreshed", mark);
  mark();
}

function mark() {
  // The text in the field may not be searched for yet.
  const words = (field()?.defaultValue ?? "").split(/[\s"]+/).map((word) => fold(word).text.replace(/\*$/, "")).filter(Boolean);
  const ranges = words.length ? [...table.grid.tBodies].flatMap((body) => rangesIn(body, words)) : [];
  if (ranges.length) CSS.highlights.set("search", new Highlight(...ranges));
  else CSS.highlights.delete("search");
}

function rangesIn(body, words) {
  const ranges = [];
  const nodes = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const { text, place } = fold(node.data);
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, place(at));
        range.setEnd(node, place(at + word.length));
        ranges.push(range);
      }
    }
  }
  return ranges;
}

/** Returns a text without case and accents, and a function that returns the place of one of its letters in the text. */
function fold(text) {
  if (!/[^\x00-\x7f]/.test(text)) return { text: text.toLowerCase(), place: (at) => at };
  let folded = "";
  const places = [];
  for (const { index, 0: letter } of text.matchAll(/./gsu)) {
    const plain = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    for (let count = plain.length; count > 0; count--) places.push(index);
    folded += plain;
  }
  places.push(text.length);
  return { text: folded, place: (at) => places[at] };
}
