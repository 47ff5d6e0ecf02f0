// <cascading-table>: a page of the server's, made livelier where scripts run. Each module adds one ability, by
// listening on the element; what the page shows always comes from the server.

import { morph } from "./morph.js";
import * as arrive from "./arrive.js";
import * as live from "./live.js";

const abilities = [arrive, live];

class CascadingTable extends HTMLElement {
  #ending;
  #refreshing;
  #isStale = false;

  connectedCallback() {
    this.#ending = new AbortController();
    for (const ability of abilities) ability.install(this, this.#ending.signal);
  }

  disconnectedCallback() {
    this.#ending.abort();
  }

  /** The path of the table, ending in a slash. */
  get base() {
    return this.getAttribute("base");
  }

  /** The revision of the table that is shown. */
  get revision() {
    return Number(this.getAttribute("revision"));
  }

  get rows() {
    return [...this.querySelectorAll("tr.row")];
  }

  /** Shows the page as it is by now, keeping focus, scroll position and what is being typed. */
  refresh() {
    this.#isStale = true;
    this.#refreshing ??= this.#catchUp().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #catchUp() {
    while (this.#isStale) {
      this.#isStale = false;
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector(this.localName);
      if (fresh) morph(this, fresh);
    }
  }
}

customElements.define("cascading-table", CascadingTable);
