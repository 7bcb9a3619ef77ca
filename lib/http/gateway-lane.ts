import { createHash } from "node:crypto";

/**
 * The lanes of a gateway: API Gateway throttles by API keys of its own, so it has one for each lane, and each account goes by one
 * of them. A key for each account would have to be made and removed with it. Each lane takes two of the 500 resources of a stack.
 */
export const LANES_COUNT = 32;

/** The value of the gateway's own key for a lane. It is no secret: only the authorizer can name it. `api` is the id of the API. */
export const laneKey = (api: string, lane: number): string => `${api}platenlane${String(lane).padStart(2, "0")}`;

/** The lane of an account. */
export const laneOf = (account: string): number =>
  createHash("sha256").update(account).digest().readUInt32BE() % LANES_COUNT;
