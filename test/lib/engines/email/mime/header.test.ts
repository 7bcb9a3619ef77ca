import assert from "node:assert/strict";
import { test } from "node:test";
import { dateOf } from "../../../../../lib/engines/email/mime/header.ts";

test("dates are the same on every machine, whatever their zones are called", () => {
  for (const [text, expected] of [
    ["Wed, 25 Nov 2026 15:00:00 +0530", "2026-11-25T09:30:00.000Z"],
    ["Wed, 25 Nov 2026 15:00:00 -0500 (EST)", "2026-11-25T20:00:00.000Z"],
    ["Wed, 25 Nov 2026 15:00:00 EST", "2026-11-25T20:00:00.000Z"],
    ["Wed, 24 Jun 2026 15:00:00 CEST", "2026-06-24T13:00:00.000Z"],
    ["Wed, 25 Nov 2026 15:00:00", "2026-11-25T15:00:00.000Z"],
    ["25-Nov-2026", "2026-11-25T00:00:00.000Z"],
    ["25 Nov 2026 03:00 PM", "2026-11-25T15:00:00.000Z"],
  ] as const)
    assert.equal(dateOf(text)?.toISOString(), expected, text);
  assert.equal(dateOf("some day"), undefined);
});
