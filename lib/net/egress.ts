import { Agent } from "node:http";
import type { LookupFunction, Socket } from "node:net";
import { MB } from "../settings/megabyte.ts";
import type { EgressExceptions } from "./exceptions.ts";
import { isBadPort } from "./ports.ts";
import { type Address, NameNotFound, PrivateAddress, resolve } from "./resolve.ts";
import { type FailureReason, Traffic } from "./traffic.ts";

/** A look-up that gives the checked addresses of one host and no others, for `net.connect` and `http.request`. */
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
  /** Counts a request and gives the checked addresses of its host. Throws ConnectionRefused. */
  addressesOf(host: string, port: number): Promise<[Address, ...Address[]]>;
  /** Counts bytes of a response; false when the document has reached its limit. */
  countBytes(bytes: number): boolean;
}

const checkedAddresses = async (
  host: string,
  port: number,
  allow: EgressExceptions,
): Promise<[Address, ...Address[]]> => {
  if (isBadPort(port)) throw new ConnectionRefused("port not allowed");
  try {
    return await resolve(host, port, allow);
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
