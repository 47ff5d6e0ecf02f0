// Listens to what changes in the table while the page is looked at, and shows it.

export function install(table, signal) {
  let source;

  const listen = () => {
    if (document.visibilityState !== "visible") return close();
    if (source) return;
    // Who was away asks for what has changed meanwhile.
    source = new EventSource(`${table.base}events?_since=${table.getAttribute("version")}`);
    source.addEventListener("change", (event) => {
      if (JSON.parse(event.data).revision !== table.revision) table.refresh();
    });
  };

  const close = () => {
    source?.close();
    source = undefined;
  };

  // A browser has few connections to a server, so pages that nobody sees take none.
  document.addEventListener("visibilitychange", listen, { signal });
  addEventListener("pagehide", close, { signal });
  addEventListener("pageshow", listen, { signal });
  signal.addEventListener("abort", close);
  listen();
}
