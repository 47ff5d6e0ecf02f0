// Makes a tree of elements equal to another. Elements in both stay, with focus, scroll position and typed text.

export function morph(old, fresh) {
  if (old.data !== fresh.data) old.data = fresh.data;
  if (old.attributes) morphAttributes(old, fresh);
  const known = Map.groupBy(old.childNodes, keyOf);
  const nodes = Array.from(fresh.childNodes, (node) => {
    const same = known.get(keyOf(node))?.shift();
    if (same) morph(same, node);
    return same ?? document.importNode(node, true);
  });
  for (const gone of [...known.values()].flat()) gone.remove();
  nodes.forEach((node, index) => {
    const next = old.childNodes[index] ?? null;
    if (node !== next) old[node.parentNode && old.moveBefore ? "moveBefore" : "insertBefore"](node, next);
  });
}

function keyOf(node) {
  // The property `id` of a form is its control with that name, if it has one.
  const id = node.getAttribute?.("id");
  return id ? `${node.nodeName} ${id}` : `${node.nodeName}.${node.className}`;
}

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes, ...fresh.attributes]) {
    const value = fresh.getAttribute(name);
    const isOurs = /^(style|tabindex|aria-busy)$/.test(name) || (name === "open" && old.matches("details"));
    if (isOurs || old.getAttribute(name) === value) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
    // The server's values replace the visitor's, except the text of the focused field.
    if (name === "checked") old.checked = value !== null;
    if (name === "value" && "value" in old && old !== document.activeElement) old.value = value;
  }
}
