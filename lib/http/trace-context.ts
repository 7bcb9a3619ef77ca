import { randomBytes } from "node:crypto";
import { decorate, headerOf, type Middleware, type Request } from "./exchange.ts";
import { formatTraceparent, parseTraceparent, type TraceContext } from "./traceparent.ts";

const newId = (bytes: number): string => randomBytes(bytes).toString("hex");

let areTracesWanted = false;

/** Sets whether a request without a valid `traceparent` begins a trace, and whether the steps of requests are noted. */
export const wantTraces = (isWanted: boolean): void => {
  areTracesWanted = isWanted;
};

/** The caller's trace with a span for this request; undefined where the header is missing or not valid. */
export const continuedTrace = (header: string | undefined): TraceContext | undefined => {
  const continued = header === undefined ? undefined : parseTraceparent(header);
  return continued && { ...continued, spanId: newId(8) };
};

/** The trace of a request; undefined where the caller names none and none is wanted. */
const contextOf = (header: string | undefined): TraceContext | undefined =>
  continuedTrace(header) ?? (areTracesWanted ? { traceId: newId(16), spanId: newId(8), isSampled: true } : undefined);

/** Takes up the caller's trace, or begins one; the answer's `traceparent` names the span of this request. */
export const traceContext = (): Middleware => {
  const answer = (request: Request) => {
    const { trace } = request.internal;
    if (trace !== undefined) decorate(request, { Traceparent: formatTraceparent(trace) });
  };
  return {
    before: ({ event, internal }) => {
      const trace = contextOf(headerOf(event, "traceparent"));
      if (trace === undefined) return;
      internal.trace = trace;
      if (areTracesWanted) event.steps = [];
    },
    after: answer,
    onError: answer,
  };
};
