// <cascading-table>: the part of a page that follows the server. What it shows comes from there.

import { isAmongFirst } from "./frame.js";
import { morph } from "./morph.js";
import { toast } from "./say.js";
import { pageAt } from "./server.js";

class CascadingTable extends HTMLElement {
  #shown = Promise.resolve();
  #next;
  #held;

  get base() {
    return this.getAttribute("base");
  }

  get grid() {
    return this.querySelector("#table");
  }

  get rows() {
    return [...this.querySelectorAll(".row:not([hidden])")];
  }

  rowAt({ section, row }) {
    return this.querySelector(`[data-place="${section}.${row}"]`);
  }

  /** Shows the page as it is by now, keeping focus, scroll position and what is being typed. */
  refresh() {
    this.#next ??= this.#shown.then(() => this.#show()).catch(() => toast());
    return (this.#shown = this.#next);
  }

  /** Shows nothing new until what it answers is called. */
  hold() {
    const { promise, resolve } = Promise.withResolvers();
    this.#held = promise;
    return resolve;
  }

  async #show() {
    this.#next = undefined;
    const { href } = location;
    const fresh = (await pageAt(href)).querySelector(this.localName);
    await this.#held;
    // Meanwhile the address may have become that of more rows.
    if (href !== location.href) return this.#show();
    if (!fresh) return;
    this.dispatchEvent(new CustomEvent("refresh", { detail: fresh }));
    morph(this, fresh);
    this.dispatchEvent(new Event("refreshed"));
  }
}

customElements.define("cascading-table", CascadingTable);

export const table = document.querySelector("cascading-table");

export function on(type, listener, target = table, options) {
  target.addEventListener(type, listener, options);
}

on("popstate", () => table.refresh(), window);

// Opens the page that has the row which the address names, where this one has it not.
const [, row] = location.hash.match(/^#row-(.+)/) ?? [];
const query = new URLSearchParams(location.search);
if (row && !document.getElementById(`row-${row}`) && !query.has("_row")) {
  for (const place of ["_next", "_prev", "_section"]) query.delete(place);
  query.set("_row", decodeURIComponent(row));
  location.replace(`?${query}${location.hash}`);
}

let source;

function close() {
  source = source?.close();
}

function listen() {
  // A browser has few connections, so a page that nobody sees takes none.
  if (document.visibilityState !== "visible") return close();
  if (!isAmongFirst()) return (source ??= asking());
  source ??= new EventSource(`${table.base}events?_since=${table.getAttribute("version")}`);
  on("change", show, source);
}

/** What takes the place of a connection in the many frames of a page. */
function asking() {
  const timer = setInterval(() => {
    if (!table.querySelector("[aria-busy=true]")) table.refresh();
  }, 5000);
  return { close: () => clearInterval(timer) };
}

function show({ data }) {
  if (`${JSON.parse(data).revision}` !== table.getAttribute("revision")) table.refresh();
}

on("visibilitychange", listen, document);
on("pagehide", close, window);
on("pageshow", listen, window);
listen();
