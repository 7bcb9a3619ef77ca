/** Why something that a document asked for did not come. */
export type Reason =
  | "private address"
  | "port not allowed"
  | "name not found"
  | "connection refused"
  | "connection failed"
  | "no answer in time"
  | "response too large"
  | "too many requests";

/** Something that a document asked for in vain. */
export interface Refusal {
  /** The URL; of an https one, when nothing more is known, its origin. */
  readonly url: string;
  readonly reason: Reason;
}

const LISTED = 100;

/** What one document asked the network for, as the guard saw it. */
export class Traffic {
  /** Requests and tunnels. */
  asked = 0;
  /** Bytes that came back. */
  bytes = 0;
  blocked = 0;
  failed = 0;
  /** The first of what was blocked or failed. */
  readonly refusals: Refusal[] = [];
  readonly #reasons = new Map<string, Reason>();

  refuse(url: string, reason: Reason): void {
    if (reason === "private address" || reason === "port not allowed") this.blocked++;
    else this.failed++;
    if (this.refusals.length < LISTED) this.refusals.push({ url, reason });
    if (this.#reasons.size < 10 * LISTED) this.#reasons.set(url, reason);
  }

  /** Why the URL was refused, or the tunnel to its origin. */
  reasonFor(url: string): Reason | undefined {
    if (!URL.canParse(url)) return undefined;
    const { href, hash, origin } = new URL(url);
    return this.#reasons.get(href.slice(0, href.length - hash.length)) ?? this.#reasons.get(origin);
  }
}
