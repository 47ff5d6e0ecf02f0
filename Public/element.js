// <cascading-table>: the part of a page that shows the table, and follows its changes on the server.

import { isAmongFirst } from "./frame.js";
import { keepSelection, morph } from "./morph.js";
import { make, toast, words } from "./say.js";
import { pageAt } from "./server.js";

class CascadingTable extends HTMLElement {
  #shown = Promise.resolve();
  #next;
  #held;
  #visit;

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

  /** Shows the current page of the server. Focus, scroll position and typed text stay. */
  refresh() {
    this.#next ??= this.#shown.then(() => this.#show()).catch(() => toast());
    return (this.#shown = this.#next);
  }

  /** Delays refreshes until the returned function is called. */
  hold() {
    const { promise, resolve } = Promise.withResolvers();
    this.#held = promise;
    return resolve;
  }

  /**
   * Shows another page of the table, after a sort or a filter. Focus, sideways scroll position and selection stay.
   * Returns the page instead if it is an error with a form. With a body, it is sent to the address, which leads to the page.
   */
  async visit(address, body) {
    this.#visit?.abort();
    const visit = (this.#visit = new AbortController());
    const stop = make("button", { className: "stop", textContent: words.stop, onclick: () => visit.abort() });
    this.ariaBusy = "true";
    document.body.append(stop);
    try {
      const page = await pageAt(address, visit.signal, body);
      // The page of an error has no table, but it may have a form.
      if (page.querySelector(".problem .filter form")) return page;
      if (!page.querySelector(this.localName)) {
        return body ? toast(page.querySelector("h1 + p, h1")?.textContent) : location.assign(address);
      }
      history.pushState(null, "", page.address);
      this.#replace(page);
      scrollTo({ top: 0 });
    } catch {
      if (!visit.signal.aborted) toast();
    } finally {
      stop.remove();
      if (visit === this.#visit) this.ariaBusy = null;
    }
  }

  async #show() {
    this.#next = undefined;
    const { href } = location;
    const page = await pageAt(href);
    await this.#held;
    // Another page may be shown meanwhile, or more rows may be loaded.
    if (href !== location.href) return this.#show();
    this.#replace(page);
  }

  #replace(page) {
    const fresh = page.querySelector(this.localName);
    if (!fresh) return;
    document.title = page.title;
    this.dispatchEvent(new CustomEvent("refresh", { detail: fresh }));
    keepSelection(() => morph(this, fresh));
    this.dispatchEvent(new Event("refreshed"));
  }
}

customElements.define("cascading-table", CascadingTable);

export const table = document.querySelector("cascading-table");

export function on(type, listener, target = table, options) {
  target.addEventListener(type, listener, options);
}

on("popstate", () => table.refresh(), window);

// Opens the page with the row that the address names, if this page does not have it.
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
  // A browser has few connections, so a hidden page uses none. A table with a form has no stream.
  if (document.visibilityState !== "visible" || table.querySelector(".parameters")) return close();
  if (!isAmongFirst()) return (source ??= poll());
  source ??= new EventSource(`${table.base}events?_since=${table.getAttribute("version")}`);
  on("change", show, source);
}

/** Refreshes every 5 seconds, in frames without an event stream. Returns an object that can be closed like one. */
function poll() {
  const timer = setInterval(() => {
    if (!table.querySelector("[aria-busy=true]")) table.refresh();
  }, 5000);
  return { close: () => clearInterval(timer) };
}

// The identifier of an event names its server, too. A revision of another server may have the same number.
async function show({ lastEventId }) {
  if (lastEventId === table.getAttribute("version")) return;
  // The server tells once that a change can be undone. A change of the rows since does not take that away.
  const notice = table.querySelector(".notice:has(button):not(.used)");
  const { parentNode: parent, nextSibling: next } = notice ?? {};
  await table.refresh();
  if (!notice || notice.matches(".used") || table.querySelector(".notice")) return;
  parent.insertBefore(notice, next?.parentNode === parent ? next : parent.firstChild);
}
on("click", ({ target }) => target.closest(".notice")?.classList.add("used"));

on("visibilitychange", listen, document);
on("pagehide", close, window);
on("pageshow", listen, window);
listen();
