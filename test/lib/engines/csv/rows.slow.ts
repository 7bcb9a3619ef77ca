import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../../../support/csv-rows.ts";

test("a quote that is never closed in 100 MB is reported in bounded time", { timeout: 180_000 }, async () => {
  await assert.rejects(rowsOf(`a,b\n"${"x,y\n".repeat(26_000_000)}`), {
    code: "INVALID_REQUEST",
    message: /line 2 /,
  });
});
