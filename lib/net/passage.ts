import { Agent } from "node:http";
import type { Socket } from "node:net";
import type { Exceptions } from "./exceptions.ts";
import { isBadPort } from "./ports.ts";
import { type Address, NameNotFound, PrivateAddress, resolve } from "./resolve.ts";
import { type Reason, Traffic } from "./traffic.ts";

/** What a document may cost. Times are milliseconds. */
export const LIMITS = {
  /** Requests and tunnels of one document. */
  requests: 5000,
  /** Bytes that all answers of one document may have. */
  bytes: 256 * 1024 * 1024,
  connect: 10_000,
  /** Silence after which an answer is given up. */
  silence: 15_000,
} as const;

/** A reason not to connect, found before anything was sent. */
export class Refused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

/** What the two ways through the guard share: the judgement, the tally, the connections to be cut. */
export interface Passage {
  readonly traffic: Traffic;
  readonly agent: Agent;
  readonly sockets: Set<Socket>;
  /** Counts the request and gives the checked addresses of its host; throws Refused. */
  admit(host: string, port: number): Promise<[Address, ...Address[]]>;
  /** Counts bytes of an answer; false when the document has had enough. */
  spend(bytes: number): boolean;
}

const judge = async (host: string, port: number, allow: Exceptions): Promise<[Address, ...Address[]]> => {
  if (isBadPort(port)) throw new Refused("port not allowed");
  try {
    return await resolve(host, port, allow);
  } catch (error) {
    if (error instanceof PrivateAddress) throw new Refused("private address");
    if (error instanceof NameNotFound) throw new Refused("name not found");
    throw error;
  }
};

/** The way out for one document; names are resolved once for its lifetime. */
export const passage = (allow: Exceptions): Passage => {
  const traffic = new Traffic();
  const known = new Map<string, Promise<[Address, ...Address[]]>>();
  return {
    traffic,
    agent: new Agent({ keepAlive: true, maxSockets: 32 }),
    sockets: new Set(),
    admit: (host, port) => {
      if (++traffic.asked > LIMITS.requests) throw new Refused("too many requests");
      const key = `${host}:${port}`;
      const judged = known.get(key) ?? judge(host, port, allow);
      known.set(key, judged);
      return judged;
    },
    spend: (bytes) => {
      traffic.bytes += bytes;
      return traffic.bytes <= LIMITS.bytes;
    },
  };
};
