import { randomBytes } from "node:crypto";
import { decorate, headerOf, type Reply } from "./exchange.ts";
import type { Middleware } from "./middleware.ts";
import type { Received, Traced } from "./request.ts";
import { formatTraceparent, parseTraceparent, type TraceContext } from "./traceparent.ts";

const newId = (bytes: number): string => randomBytes(bytes).toString("hex");

let areTracesWanted = false;

/** Sets whether a request without a valid `traceparent` begins a trace, and whether the steps of requests are noted. */
export const wantTraces = (isWanted: boolean): void => {
  areTracesWanted = isWanted;
};

/** The caller's trace with a span for this request; undefined if the header is missing or not valid. */
export const continuedTrace = (header: string | undefined): TraceContext | undefined => {
  const continued = header === undefined ? undefined : parseTraceparent(header);
  return continued && { ...continued, spanId: newId(8) };
};

/** The trace of a request; undefined if the caller names none and none is wanted. */
const contextOf = (header: string | undefined): TraceContext | undefined =>
  continuedTrace(header) ?? (areTracesWanted ? { traceId: newId(16), spanId: newId(8), isSampled: true } : undefined);

/** Takes up the caller's trace, or begins one; the answer's `traceparent` names the span of this request. */
export const traceContext = (): Middleware<Received, Traced> => {
  const answer = ({ trace }: Traced, reply: Reply) => {
    if (trace !== undefined) decorate(reply, { Traceparent: formatTraceparent(trace) });
  };
  return {
    before: (request) => {
      const trace = contextOf(headerOf(request, "traceparent"));
      return trace === undefined ? {} : { trace, ...(areTracesWanted && { steps: [] }) };
    },
    after: answer,
    onError: answer,
  };
};
