/** A cookie that the caller sends with the requests to one origin. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The cookie goes to this path and those below it. */
  readonly path: string;
}

/** Whether a request's path is the cookie's path or lies below it (RFC 6265, section 5.1.4). */
const matchesPath = (path: string, cookiePath: string): boolean =>
  path === cookiePath || path.startsWith(cookiePath.endsWith("/") ? cookiePath : `${cookiePath}/`);

/**
 * The value of the header `Cookie` for a path: the cookies that match it, longer paths first, and those that the browser
 * would send. A cookie that the browser has by the same name replaces the caller's, because the server has set it later.
 */
export const cookieHeader = (cookies: readonly Cookie[], path: string, ofBrowser = ""): string | undefined => {
  const stored = ofBrowser.split("; ").filter((pair) => pair !== "");
  const replaced = new Set(stored.map((pair) => pair.split("=", 1)[0]));
  const sent = cookies
    .filter((cookie) => matchesPath(path, cookie.path) && !replaced.has(cookie.name))
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ name, value }) => `${name}=${value}`);
  return sent.length + stored.length === 0 ? undefined : [...sent, ...stored].join("; ");
};
