// Makes a tree of elements equal to another. Nodes in both stay, with focus, scroll position, typed and selected text.

export function morph(old, fresh) {
  if (old.data !== fresh.data) old.data = fresh.data;
  if (old.attributes) morphAttributes(old, fresh);
  const known = Map.groupBy(old.children ?? [], keyOf);
  const left = new Set(old.childNodes);
  const same = new Map();
  const match = (node, other) => left.delete(other) && same.set(node, other);
  for (const node of fresh.children ?? []) match(node, known.get(keyOf(node))?.shift());
  for (const node of fresh.childNodes) {
    if (node.attributes) continue;
    // A text stays beside the element that it follows or precedes.
    const { previousSibling: before, nextSibling: after } = node;
    const beside = [
      before ? same.get(before)?.nextSibling : old.firstChild,
      after ? same.get(after)?.previousSibling : old.lastChild,
    ];
    match(node, beside.find((other) => left.has(other) && other.nodeType === node.nodeType));
  }
  for (const gone of left) gone.remove();
  let next = old.firstChild;
  for (const node of fresh.childNodes) {
    const here = same.get(node) ?? document.importNode(node, true);
    if (same.has(node)) morph(here, node);
    if (here === next) next = next.nextSibling;
    else old[here.parentNode && old.moveBefore ? "moveBefore" : "insertBefore"](here, next);
  }
}

/** Runs a change of the page. Texts that are still there afterwards stay selected. */
export function keepSelection(change) {
  const selection = getSelection();
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = selection;
  change();
  if (isCollapsed || !anchorNode.isConnected || !focusNode.isConnected) return;
  const within = (node, offset) => Math.min(offset, node.length ?? node.childNodes.length);
  const end = within(focusNode, focusOffset);
  selection.setBaseAndExtent(anchorNode, within(anchorNode, anchorOffset), focusNode, end);
}

function keyOf(node) {
  // The property `id` of a form is its control with that name, if it has one.
  const id = node.getAttribute("id") ?? node.getAttribute("data-column");
  // Cells of a row are told apart by their order, because what a column holds decides about their classes.
  if (!id && node.matches("td, th")) return node.nodeName;
  return id ? `${node.nodeName} ${id}` : `${node.nodeName}.${node.className} ${node.getAttribute("name")}`;
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
