import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { config } from "../../../lib/config.ts";
import { deadline } from "../../../lib/http/deadline.ts";
import type { Event, Request } from "../../../lib/http/exchange.ts";

test("the deadline is counted from the last byte of the body, not from the end of its checks", {
  timeout: 30_000,
}, async () => {
  const event: Event = { headers: {}, body: null };
  const receivedAt = performance.now() - config.deadlineMs + 100;
  const request = { event, context: {}, internal: { receivedAt } } as unknown as Request;
  await deadline().before!(request);
  await once(event.signal!, "abort");
  assert.match(event.signal!.reason.message, /longer than 60 s/);
});
