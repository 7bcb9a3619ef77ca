import { Agent } from "node:http";
import type { LookupFunction, Socket } from "node:net";
import { MB } from "../settings/megabyte.ts";
import type { EgressExceptions } from "./exceptions.ts";
import { isBadPort } from "./ports.ts";
import { type Address, type AskNames, NameNotFound, PrivateAddress, resolveHost } from "./resolve.ts";

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
interface FailedFetch {
  /** The URL. For https the origin, because the guard sees only the tunnel. */
  readonly url: string;
  readonly reason: FailureReason;
}

const LISTED_REFUSALS_LIMIT = 100;

/** The traffic of one document through the guard. */
export class Traffic {
  asked = 0;
  bytes = 0;
  blocked = 0;
  failed = 0;
  readonly refusals: FailedFetch[] = [];
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

/** A look-up that returns the checked addresses of one host and no others, for `net.connect` and `http.request`. */
export const pinnedLookup =
  (addresses: [Address, ...Address[]]): LookupFunction =>
  (_host, { all }, found) => {
    if (all) found(null, addresses);
    else found(null, addresses[0].address, addresses[0].family);
  };

/** A failed connection in words. */
export const reasonOf = (error: unknown): FailureReason => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED") return "connection refused";
  return code === "ETIMEDOUT" ? "no answer in time" : "connection failed";
};

/** Limits of one document. Times are in milliseconds. */
export const DOCUMENT_LIMITS = {
  /** Number of requests and tunnels. */
  requests: 5000,
  /** Total size of all responses, in bytes. */
  bytes: 256 * MB,
  connectMs: 10_000,
  /** Time without any data after which a response is given up. */
  silenceMs: 15_000,
} as const;

/** Error for a connection that is refused before anything is sent. */
export class ConnectionRefused extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The state that the requests and tunnels of one document share: checked addresses, the traffic count, open connections. */
export interface Egress {
  readonly traffic: Traffic;
  readonly agent: Agent;
  readonly sockets: Set<Socket>;
  /** Counts a request and returns the checked addresses of its host. Throws ConnectionRefused. */
  addressesOf(host: string, port: number): Promise<[Address, ...Address[]]>;
  /** Counts bytes of a response; false when the document has reached its limit. */
  countBytes(bytes: number): boolean;
}

/**
 * The addresses of a host that may be connected to at a port. Names are asked of the name servers unless `ask` does it. Throws
 * ConnectionRefused.
 */
export const checkedAddresses = async (
  host: string,
  port: number,
  allow: EgressExceptions,
  ask?: AskNames,
): Promise<[Address, ...Address[]]> => {
  if (isBadPort(port)) throw new ConnectionRefused("port not allowed");
  try {
    return await resolveHost(host, port, allow, ask);
  } catch (error) {
    if (error instanceof PrivateAddress) throw new ConnectionRefused("private address");
    if (error instanceof NameNotFound) throw new ConnectionRefused("name not found");
    throw error;
  }
};

/** The egress of one document, which resolves each name once. */
export const openEgress = (allow: EgressExceptions): Egress => {
  const traffic = new Traffic();
  const known = new Map<string, Promise<[Address, ...Address[]]>>();
  return {
    traffic,
    agent: new Agent({ keepAlive: true, maxSockets: 32 }),
    sockets: new Set(),
    addressesOf: (host, port) => {
      if (++traffic.asked > DOCUMENT_LIMITS.requests) throw new ConnectionRefused("too many requests");
      const key = `${host}:${port}`;
      const addresses = known.get(key) ?? checkedAddresses(host, port, allow);
      known.set(key, addresses);
      return addresses;
    },
    countBytes: (bytes) => {
      traffic.bytes += bytes;
      return traffic.bytes <= DOCUMENT_LIMITS.bytes;
    },
  };
};
