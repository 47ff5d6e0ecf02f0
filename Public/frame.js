// Embedded pages. In a frame of the class `embedded`, a page makes the frame as high as its content.

const { frameElement } = window;
const root = document.documentElement;
const path = new URLSearchParams(location.search).get("_embed");

/** Returns the window that opens an address: this one for addresses below its `_embed` path, otherwise the top. */
export function windowOf({ origin, pathname }) {
  const isInside = origin === location.origin && pathname.startsWith(path ?? "/");
  return isInside ? window : top;
}

/**
 * Returns whether the page is in no frame, or in one of the first frames of its parent. Only these pages get an event
 * stream, because a browser has six connections for all frames and windows.
 */
export function isAmongFirst(count = 3) {
  return parent === window || Array.from({ length: count }, (_, index) => parent[index]).includes(window);
}

export const isEmbedded = !!frameElement?.matches(".embedded");

if (isEmbedded) {
  root.classList.add("embedded");
  new ResizeObserver(fit).observe(document.body);
  // An open menu needs room below the last row.
  addEventListener("toggle", fit, true);
}

function fit() {
  const menus = [...document.querySelectorAll("details[open] > :last-child")].map((menu) => menu.getBoundingClientRect().bottom);
  const height = Math.max(document.body.offsetHeight, ...menus.map((bottom) => bottom + scrollY + 8));
  const bars = frameElement.offsetHeight - root.clientHeight;
  frameElement.style.blockSize = `${Math.ceil(height + bars)}px`;
}
