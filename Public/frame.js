// A page in a frame of the class `embedded` makes the frame as high as what it shows, as far as the frame allows.

const { frameElement } = window;
const root = document.documentElement;
const path = new URLSearchParams(location.search).get("_embed");

/** The window in which an address opens: that of the frame for pages below the path that it began with. */
export function windowOf({ origin, pathname }) {
  const isInside = origin === location.origin && pathname.startsWith(path ?? "/");
  return isInside ? window : top;
}

/** Whether the page has a connection for news. A browser has six for all frames and windows. */
export function isAmongFirst(count = 3) {
  return parent === window || Array.from({ length: count }, (_, index) => parent[index]).includes(window);
}

export const isEmbedded = !!frameElement?.matches(".embedded");

if (isEmbedded) {
  root.classList.add("embedded");
  new ResizeObserver(fit).observe(document.body);
  // A menu is not cut off below the last row.
  addEventListener("toggle", fit, true);
}

function fit() {
  const menu = document.querySelector("details[open] > :last-child")?.getBoundingClientRect();
  const height = Math.max(document.body.offsetHeight, menu ? menu.bottom + scrollY + 8 : 0);
  const bars = frameElement.offsetHeight - root.clientHeight;
  frameElement.style.blockSize = `${Math.ceil(height + bars)}px`;
}
