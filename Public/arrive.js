// Opens the page that has the row which the address names, where this one has it not.

export function install() {
  const anchor = location.hash.slice(1);
  if (!anchor.startsWith("row-") || document.getElementById(anchor)) return;
  const url = new URL(location);
  if (url.searchParams.has("_row")) return;
  for (const place of ["_next", "_prev", "_section"]) url.searchParams.delete(place);
  url.searchParams.set("_row", decodeURIComponent(anchor.slice("row-".length)));
  location.replace(url);
}
