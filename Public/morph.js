// Makes a tree of elements equal to another while keeping the elements that are in both, and with them focus, scroll
// position and what is being typed. Elements with an id are known by it, others by their place and tag.

export function morph(old, fresh) {
  morphAttributes(old, fresh);
  const known = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let next = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const same = match(node, next, known);
    if (!same) {
      old.insertBefore(node, next);
      continue;
    }
    if (same === next) next = next.nextSibling;
    else old.insertBefore(same, next);
    if (same.nodeType === Node.ELEMENT_NODE) morph(same, node);
    else if (same.data !== node.data) same.data = node.data;
  }
  while (next) {
    const rest = next.nextSibling;
    next.remove();
    next = rest;
  }
}

function match(node, next, known) {
  if (node.id) return known.get(node.id);
  const isSame = next && !next.id && next.nodeType === node.nodeType && next.nodeName === node.nodeName;
  return isSame ? next : undefined;
}

function morphAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
}
