/** Where a request stands in a trace (W3C Trace Context): ids in lower-case hex. */
export interface TraceContext {
  readonly traceId: string;
  /** The span of the caller; undefined if the trace begins here. */
  readonly parentId?: string;
  /** The span of this request. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

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
