/** Why a resource of a document could not be fetched. */
export type FailureReason =
  | "private address"
  | "port not allowed"
  | "name not found"
  | "connection refused"
  | "connection failed"
  | "no answer in time"
  | "response too large"
  | "too many requests";

/** A resource that was blocked or could not be fetched. */
export interface Refusal {
  /** The URL. For https the origin, because the guard sees only the tunnel. */
  readonly url: string;
  readonly reason: FailureReason;
}

const LISTED_REFUSALS_LIMIT = 100;

/** The traffic of one document through the guard. */
export class Traffic {
  /** Requests and tunnels. */
  asked = 0;
  /** Bytes of responses. */
  bytes = 0;
  blocked = 0;
  failed = 0;
  /** The first resources that were blocked or failed. */
  readonly refusals: Refusal[] = [];
  readonly #reasons = new Map<string, FailureReason>();

  refuse(url: string, reason: FailureReason): void {
    if (reason === "private address" || reason === "port not allowed") this.blocked++;
    else this.failed++;
    if (this.refusals.length < LISTED_REFUSALS_LIMIT) this.refusals.push({ url, reason });
    if (this.#reasons.size < 10 * LISTED_REFUSALS_LIMIT) this.#reasons.set(url, reason);
  }

  /** Why the URL was refused, or the tunnel to its origin. */
  reasonFor(url: string): FailureReason | undefined {
    if (!URL.canParse(url)) return undefined;
    const { href, hash, origin } = new URL(url);
    return this.#reasons.get(href.slice(0, href.length - hash.length)) ?? this.#reasons.get(origin);
  }
}
