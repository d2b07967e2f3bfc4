/**
 * Where the socket is: beside the page, whatever the scheme, the host or the path under which it is served.
 * @param {{ href: string }} location
 */
export function socketAddress(location) {
  const url = new URL("ws", directory(location));
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/**
 * An address beside the page.
 * @param {string} path
 * @param {{ href: string }} [location]
 */
export function beside(path, location = window.location) {
  return new URL(path.replace(/^\//, ""), directory(location)).href;
}

/** @param {{ href: string }} location */
function directory(location) {
  const url = new URL(location.href);
  url.search = "";
  url.hash = "";
  return new URL(".", url);
}
