import {
  type Context,
  type HrTime,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { LogEntry } from "../http/log-entry.ts";
import type { TraceContext } from "../http/request.ts";
import type { TracedRequest } from "../http/traced-requests.ts";
import { BASE_PATH } from "../server/base-path.ts";
import type { Step } from "../turns/turn.ts";

/** A step with the steps that began and ended within it. */
interface StepTree {
  readonly step: Step;
  readonly inner: StepTree[];
}

const contains = ({ step }: StepTree, { start, end }: Step): boolean => step.start <= start && end <= step.end;

/** The steps of a request as a tree: each stands below the shortest one that contains it. A request has some dozens. */
const stepTrees = (steps: readonly Step[]): StepTree[] => {
  const roots: StepTree[] = [];
  const longestFirst = [...steps].sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const step of longestFirst) {
    let level = roots;
    for (;;) {
      const outer = level.find((tree) => contains(tree, step));
      if (outer === undefined) break;
      level = outer.inner;
    }
    level.push({ step, inner: [] });
  }
  return roots;
};

const MS_PER_SECOND = 1000;
const NS_PER_MS = 1_000_000;

/** A moment by `performance.now()` as OpenTelemetry's seconds and nanoseconds since 1970. */
const toHrTime = (moment: number): HrTime => {
  const ms = performance.timeOrigin + moment;
  const seconds = Math.floor(ms / MS_PER_SECOND);
  return [seconds, Math.floor((ms - seconds * MS_PER_SECOND) * NS_PER_MS)];
};

/** The caller's span, as the parent of the request's own. */
const parentOf = ({ traceId, parentId, isSampled }: TraceContext): Context => {
  if (parentId === undefined) return ROOT_CONTEXT;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: parentId, traceFlags, isRemote: true });
};

/** The path of an operation; undefined for a request that reaches no path of the interface. */
const routeOf = ({ operation }: LogEntry): string | undefined =>
  operation.startsWith("/") ? BASE_PATH + operation : undefined;

/** The name of a request's span by the semantic conventions: its method, and its route if it has one. */
const nameOf = ({ method = "HTTP", entry }: TracedRequest): string => [method, routeOf(entry)].join(" ").trim();

/** Attributes by the semantic conventions for HTTP servers; nothing of a document or a key. */
const attributesOf = ({ method, entry }: TracedRequest) => {
  const { id, status, code, reason, bytesIn, bytesOut, credits, engine } = entry;
  const route = routeOf(entry);
  return {
    ...(method !== undefined && { "http.request.method": method }),
    ...(route !== undefined && { "http.route": route }),
    "http.response.status_code": status,
    "http.request.body.size": bytesIn,
    "http.response.body.size": bytesOut,
    "platen.request_id": id,
    "platen.credits": credits,
    ...(code !== undefined && { "platen.code": code }),
    ...(reason !== undefined && { "error.type": reason }),
    ...(engine !== undefined && { "platen.engine": engine }),
  };
};

const addSteps = (tracer: Tracer, trees: readonly StepTree[], parent: Context): void => {
  for (const { step, inner } of trees) {
    const span = tracer.startSpan(step.name, { startTime: toHrTime(step.start) }, parent);
    addSteps(tracer, inner, trace.setSpan(parent, span));
    span.end(toHrTime(step.end));
  }
};

/** Makes the span of a request that was answered, with one for each of its steps below it. */
export const addRequestSpan = (tracer: Tracer, request: TracedRequest): void => {
  const { entry, startedAt, steps } = request;
  const parent = parentOf(request.trace);
  const options = { kind: SpanKind.SERVER, startTime: toHrTime(startedAt), attributes: attributesOf(request) };
  const span = tracer.startSpan(nameOf(request), options, parent);
  if (entry.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  addSteps(tracer, stepTrees(steps), trace.setSpan(parent, span));
  span.end(toHrTime(Math.max(performance.now(), ...steps.map(({ end }) => end))));
};
