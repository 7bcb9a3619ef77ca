import type { JsonSchema } from "./json-schema.ts";

interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

const count = (minimum = 0): JsonSchema => ({ type: "integer", minimum });
const engine: JsonSchema = { type: "string", pattern: "^[a-z-]+/\\S+$" };

/** Every header of an answer that the service adds to those of HTTP. */
const HEADERS: Readonly<Record<string, Header>> = {
  "X-Request-Id": { description: "Names the request in the service's log.", schema: { type: "string", minLength: 1 } },
  "X-Processing-Time-Ms": { description: "Milliseconds from end to end.", schema: count() },
  "Server-Timing": {
    description: "Milliseconds of each phase, such as `body;dur=1.2, work;dur=40.5`.",
    schema: { type: "string" },
  },
  Traceparent: {
    description: "The trace of the request and its span there (W3C Trace Context), if the caller named a trace.",
    schema: { type: "string", pattern: "^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$" },
  },
  "Preference-Applied": {
    description: "The preference that was honoured.",
    schema: { enum: ["dry-run", "respond-async"] },
  },
  "X-Credits-Used": { description: "Credits that the request has cost; 0 on errors.", schema: count() },
  "X-Credits-Remaining": {
    description: "The account's credits after the request, once the caller is known.",
    schema: count(),
  },
  "X-RateLimit-Limit": {
    description: "Requests that the account may make in any minute; absent if its plan has no such limit.",
    schema: count(1),
  },
  "X-RateLimit-Remaining": { description: "Requests that are left in this minute.", schema: count() },
  "X-RateLimit-Reset": { description: "When more will be left, in seconds since 1970.", schema: count() },
  "X-Warnings": { description: "How many ways the result differs from what its input asks for.", schema: count() },
  "X-Engine": { description: "Name and version of the engine that made the result.", schema: engine },
  "X-Pdf-Engine": { description: "Name and version of the engine that edited the PDF file.", schema: engine },
  "X-Original-Size": { description: "Bytes of the input.", schema: count(1) },
  "X-Compressed-Size": { description: "Bytes of the result.", schema: count(1) },
  "X-Compression-Ratio": {
    description: "Bytes of the input divided by bytes of the result.",
    schema: { type: "number", minimum: 1 },
  },
  "Idempotency-Replayed": {
    description: "`true` if the `Idempotency-Key` is paid for already, so that the request cost nothing.",
    schema: { const: "true" },
  },
  "Retry-After": { description: "Seconds after which the same request may succeed.", schema: count(1) },
  "WWW-Authenticate": { description: "How a key is sent.", schema: { const: "Bearer" } },
  Location: { description: "The path of the job or batch.", schema: { type: "string" } },
  Allow: { description: "The methods that the path takes.", schema: { type: "string" } },
  "Content-Disposition": {
    description: "The name of the file.",
    schema: { type: "string", pattern: '^attachment; filename="[^"]+"$' },
  },
  ETag: {
    description:
      "Names the bytes of the file: the same request returns the same file and the same tag, unless the document itself asks for the time, for chance, or for addresses of the network.",
    schema: { type: "string", pattern: '^"[\\w-]+"$' },
  },
  "Cache-Control": { description: "Answers are not stored by caches.", schema: { const: "no-store" } },
};

/** The headers that every answer of an endpoint has. */
const COMMON_HEADERS = ["X-Request-Id", "X-Processing-Time-Ms", "X-Credits-Used", "Cache-Control"] as const;

/** The header with the credits of a known caller. */
export const BALANCE_HEADER = "X-Credits-Remaining";

/** The headers with the state of a known caller's rate window, if its plan has a limit for a minute. */
export const WINDOW_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

const headerObject = (name: string, required: boolean) => {
  const header = HEADERS[name];
  if (header === undefined) throw new Error(`There is no header ${name}.`);
  return required ? { ...header, required } : header;
};

/** The header objects of an answer: of headers that it always has, and of headers that it may have. */
export const headerObjects = (always: readonly string[], sometimes: readonly string[] = []) =>
  Object.fromEntries([
    ...always.map((name) => [name, headerObject(name, true)]),
    ...sometimes.map((name) => [name, headerObject(name, false)]),
  ]);

/** The header objects of an endpoint's answer, with those that every answer has. */
export const answerHeaders = (always: readonly string[], sometimes?: readonly string[]) =>
  headerObjects([...COMMON_HEADERS, ...always], ["Server-Timing", "Traceparent", ...(sometimes ?? [])]);
