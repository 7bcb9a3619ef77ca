import type { Protocol } from "puppeteer-core";
import type { Browser } from "../browser.ts";
import { Frames, originOf } from "./frames.ts";

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
const cookieHeader = (cookies: readonly Cookie[], path: string, ofBrowser = ""): string | undefined => {
  const stored = ofBrowser.split("; ").filter((pair) => pair !== "");
  const replaced = new Set(stored.map((pair) => pair.split("=", 1)[0]));
  const sent = cookies
    .filter((cookie) => matchesPath(path, cookie.path) && !replaced.has(cookie.name))
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ name, value }) => `${name}=${value}`);
  return sent.length + stored.length === 0 ? undefined : [...sent, ...stored].join("; ");
};

/** What a page's requests to its own origin carry. */
interface OwnFields {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly Cookie[];
}

/** The same in the form of a request. */
export type GivenFields = { readonly [Name in keyof OwnFields]?: OwnFields[Name] | undefined };

type PausedRequest = Protocol.Fetch.RequestPausedEvent;

/**
 * Decides which requests of a page carry the caller's headers and cookies: those to the origin of the page's address, made by
 * documents of that origin, that no redirect has led elsewhere. A page that is redirected elsewhere loses them for good. All
 * else is left out, such as the requests of `srcdoc` frames, whose content may be a stranger's, and WebSockets.
 */
export class OwnHeaders {
  /** The origin to which the page was led away, if it was. */
  leftTo: string | undefined;
  readonly #origin: string;
  readonly #fields: OwnFields;
  readonly #mainFrameId: string;
  readonly #frames: Frames;
  /** Requests that were elsewhere: what they are redirected to gets nothing. */
  readonly #elsewhere = new Set<string>();

  constructor({ session, frameId }: Browser, url: string, fields: OwnFields) {
    this.#origin = new URL(url).origin;
    this.#fields = fields;
    this.#mainFrameId = frameId;
    this.#frames = new Frames(session);
  }

  /** The headers of a request that is let through; undefined if they stay those of the browser. */
  async headersFor(event: PausedRequest): Promise<Protocol.Fetch.HeaderEntry[] | undefined> {
    const isEntitled = await this.#isEntitled(event);
    if (!isEntitled) this.#elsewhere.add(event.requestId);
    // A redirect leads to a request of another id, and each may be redirected again.
    if (event.resourceType === "Document") this.#noteNavigation(event);
    return isEntitled && this.leftTo === undefined ? this.#written(event.request) : undefined;
  }

  /** An event without its request comes from a request with very long data. */
  async #isEntitled({ request, frameId, resourceType, redirectedRequestId }: Partial<PausedRequest>): Promise<boolean> {
    if (this.leftTo !== undefined || request === undefined || originOf(request.url) !== this.#origin) return false;
    if (redirectedRequestId !== undefined && this.#elsewhere.has(redirectedRequestId)) return false;
    if (frameId === undefined) return false;
    if (resourceType !== "Document") return this.#frames.isOf(frameId, this.#origin);
    return frameId === this.#mainFrameId || this.#frames.isNavigatedBy(frameId, this.#origin);
  }

  #noteNavigation({ frameId, request }: PausedRequest): void {
    const origin = originOf((request as typeof request | undefined)?.url ?? "");
    this.#frames.navigates(frameId, origin);
    if (frameId === this.#mainFrameId && origin !== this.#origin) this.leftTo ??= origin ?? "";
  }

  #written({ url, headers }: Protocol.Network.Request): Protocol.Fetch.HeaderEntry[] {
    const own = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { name, value }]));
    for (const [name, value] of Object.entries(this.#fields.headers)) own.set(name.toLowerCase(), { name, value });
    const cookie = cookieHeader(this.#fields.cookies, new URL(url).pathname, own.get("cookie")?.value);
    if (cookie !== undefined) own.set("cookie", { name: "Cookie", value: cookie });
    return [...own.values()];
  }
}
