import type { IncomingHttpHeaders } from "node:http";
import type { TraceContext } from "./request.ts";
import { continuedTrace } from "./trace-context.ts";

/** A request as it arrives; `startedAt` is by `performance.now()`. */
export interface Arrival {
  readonly startedAt: number;
  /** The HTTP method; undefined if it could not be read. */
  readonly method: string | undefined;
  /** The trace that the caller names, with a span for this request. */
  readonly trace: TraceContext | undefined;
}

interface Head {
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** The arrival, now, of a request with this method and these headers. */
export const arrivalOf = ({ method, headers }: Head): Arrival => ({
  startedAt: performance.now(),
  method,
  trace: continuedTrace(headers["traceparent"]?.toString()),
});
