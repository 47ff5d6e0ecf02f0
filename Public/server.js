// Requests for pages and actions.

const { dataset } = document.documentElement;
let works = 0;

/** Marks the page as busy (`<html data-busy>`) until a promise is settled, and its followers have run. Returns the promise. */
export function busy(work) {
  dataset.busy = ++works;
  const end = () => setTimeout(() => {
    dataset.busy = --works;
    if (!works) delete dataset.busy;
  });
  work.then(end, end);
  return work;
}

/** Returns a page after its new style sheets have loaded, because they hold the heights of rows. A body is sent first. */
export const pageAt = (address, signal, body) => busy(load(address, signal, body));

async function load(address, signal, body) {
  const answer = await fetch(address, { method: body ? "POST" : "GET", headers: { Accept: "text/html" }, signal, body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const link of page.querySelectorAll("link[rel=stylesheet]")) {
    if (document.querySelector(`link[href="${CSS.escape(link.getAttribute("href"))}"]`)) continue;
    const sheet = document.importNode(link);
    document.head.append(sheet);
    await new Promise((resolve) => (sheet.onload = sheet.onerror = resolve));
  }
  return Object.assign(page, { address: answer.url });
}

let last;

/** Sends an action after the earlier ones have ended. Throws the problem that the server returns. */
export function send(address, fields) {
  const body = new URLSearchParams(fields);
  body.set("_query", location.search.slice(1));
  last = busy(Promise.allSettled([last]).then(async () => {
    const answer = await fetch(address, { method: "POST", headers: { Accept: "application/json" }, body });
    if (answer.ok) return answer.json();
    throw await answer.json();
  }));
  return last;
}
