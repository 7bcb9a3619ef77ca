import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTraceparent } from "../../../lib/http/trace-context.ts";

const [TRACE_ID, PARENT_ID] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

for (const [what, header, isSampled] of [
  ["a sampled trace", `00-${TRACE_ID}-${PARENT_ID}-01`, true],
  ["a trace that is not sampled", `00-${TRACE_ID}-${PARENT_ID}-00`, false],
  ["flags of a later version", `00-${TRACE_ID}-${PARENT_ID}-03`, true],
  ["a later version with more fields", `cc-${TRACE_ID}-${PARENT_ID}-01-what-the-future-will-be-like`, true],
  ["a later version", `cc-${TRACE_ID}-${PARENT_ID}-01`, true],
] as const) {
  test(`${what} is continued`, () => {
    assert.deepEqual(parseTraceparent(header), { traceId: TRACE_ID, parentId: PARENT_ID, isSampled });
  });
}

for (const [what, header] of [
  ["the version ff", `ff-${TRACE_ID}-${PARENT_ID}-01`],
  ["version 00 with more fields", `00-${TRACE_ID}-${PARENT_ID}-01-more`],
  ["a later version with a field that is not divided", `cc-${TRACE_ID}-${PARENT_ID}-01more`],
  ["a trace id of zeros", `00-${"0".repeat(32)}-${PARENT_ID}-01`],
  ["a span id of zeros", `00-${TRACE_ID}-${"0".repeat(16)}-01`],
  ["capital letters", `00-${TRACE_ID.toUpperCase()}-${PARENT_ID}-01`],
  ["a short trace id", `00-${TRACE_ID.slice(1)}-${PARENT_ID}-01`],
  ["no flags", `00-${TRACE_ID}-${PARENT_ID}`],
  ["two headers in one", `00-${TRACE_ID}-${PARENT_ID}-01, 00-${TRACE_ID}-${PARENT_ID}-01`],
  ["endless text", `cc-${TRACE_ID}-${PARENT_ID}-01-${"x".repeat(10_000)}`],
  ["nothing", ""],
] as const) {
  test(`${what} is not taken as a trace`, () => assert.equal(parseTraceparent(header), undefined));
}
