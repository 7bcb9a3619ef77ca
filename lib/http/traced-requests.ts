import { channel } from "node:diagnostics_channel";
import type { Step } from "../turns/turn.ts";
import type { LogEntry } from "./log-entry.ts";
import type { TraceContext } from "./request.ts";

/** A request that was answered, with its place in a trace and its steps; `startedAt` is by `performance.now()`. */
export interface TracedRequest {
  readonly entry: LogEntry;
  /** The HTTP method; undefined if the request is no HTTP. */
  readonly method: string | undefined;
  readonly trace: TraceContext;
  readonly steps: readonly Step[];
  readonly startedAt: number;
}

/** The channel on which requests are published whose steps were asked for. */
export const tracedRequests = channel("platen:traced-request");
