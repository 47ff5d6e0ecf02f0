// Makes a tree of elements equal to another while keeping the elements that are in both, and with them focus, scroll
// position and what is being typed. Elements with an id are known by it, others by their tag and class in their place.

export function morph(old, fresh) {
  const wanted = new Map(Array.from(fresh.querySelectorAll("[id]"), (node) => [idOf(node), node.nodeName]));
  const known = new Map();
  // What is gone goes first, so that what stays need not be moved.
  for (const node of old.querySelectorAll("[id]")) {
    if (wanted.get(idOf(node)) === node.nodeName) known.set(idOf(node), node);
    else if (!node.querySelector("[id]")) node.remove();
  }
  morphNode(old, fresh, known);
  for (const node of known.values()) node.remove();
}

function morphNode(old, fresh, known) {
  morphAttributes(old, fresh);
  const placed = new Set();
  let next = old.firstChild;
  for (const node of fresh.childNodes) {
    const same = find(node, next, known) ?? document.importNode(node);
    known.delete(idOf(node));
    if (!isAhead(same, next)) move(same, old, next);
    placed.add(same);
    if (node.nodeType === Node.ELEMENT_NODE) morphNode(same, node, known);
    else if (same.data !== node.data) same.data = node.data;
    next = same.nextSibling;
  }
  // An element that is known by its id may yet find a place elsewhere.
  for (const node of [...old.childNodes]) {
    if (!placed.has(node) && known.get(idOf(node)) !== node) rescue(node, known);
  }
}

/** Not the property, which in a form is the control of that name. */
function idOf(node) {
  return node.getAttribute?.("id");
}

function find(node, next, known) {
  if (idOf(node)) return known.get(idOf(node));
  if (node.nodeType !== Node.ELEMENT_NODE) return next?.nodeType === node.nodeType ? next : undefined;
  while (next && !idOf(next) && !(next.nodeName === node.nodeName && next.className === node.className)) {
    next = next.nextSibling;
  }
  return next && !idOf(next) ? next : undefined;
}

/** Whether the element comes next, but for what has no id and, at most, one that is moved down. */
function isAhead(same, next) {
  if (!same.isConnected) return false;
  for (let passed = 0; next && passed < 2; next = next.nextSibling) {
    if (next === same) return true;
    if (idOf(next)) passed += 1;
  }
  return false;
}

/** Puts the element there; one that is shown already keeps focus and scroll position where browsers can do that. */
function move(node, parent, next) {
  if (parent.moveBefore && node.isConnected && parent.isConnected) parent.moveBefore(node, next);
  else parent.insertBefore(node, next);
}

/** Removes the node, but not what is in it and still has a place to go. */
function rescue(node, known) {
  for (const inner of node.querySelectorAll?.("[id]") ?? []) {
    if (known.get(idOf(inner)) === inner) move(inner, node.parentNode, node);
  }
  node.remove();
}

function morphAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    // What the server changed is shown even where a person changed it before, but not under his hands.
    if (name === "checked") old.checked = true;
    else if (name === "value" && old !== document.activeElement && "value" in old) old.value = value;
  }
  for (const { name } of [...old.attributes]) {
    if (fresh.hasAttribute(name) || isOurs(old, name)) continue;
    old.removeAttribute(name);
    if (name === "checked") old.checked = false;
  }
}

/** What only a person or a script sets: an open menu, a moved row. */
function isOurs(element, name) {
  return name === "style" || (name === "open" && element.localName === "details");
}
