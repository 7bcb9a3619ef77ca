import { randomBytes } from "node:crypto";
import { decorate, headerOf, type Reply } from "./exchange.ts";
import type { Middleware } from "./middleware.ts";
import type { Received, TraceContext, Traced } from "./request.ts";

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_ID = /^0+$/;
const SAMPLED_FLAG = 1;
/** A later version may be longer; a longer header than this is none. */
const TRACEPARENT_LIMIT_CHARACTERS = 512;

/** The trace that a `traceparent` header continues; undefined if the header is not valid (W3C Trace Context, 3.2). */
export const parseTraceparent = (header: string): Omit<TraceContext, "spanId"> | undefined => {
  if (header.length > TRACEPARENT_LIMIT_CHARACTERS) return undefined;
  const [, version, traceId = "", parentId = "", flags = "", more] = TRACEPARENT.exec(header.trim()) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (NO_ID.test(traceId) || NO_ID.test(parentId)) return undefined;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & SAMPLED_FLAG) === SAMPLED_FLAG };
};

/** The `traceparent` that names the span of a request. */
export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;

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

/** Continues the caller's trace, or begins one; the answer's `traceparent` names the span of this request. */
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
