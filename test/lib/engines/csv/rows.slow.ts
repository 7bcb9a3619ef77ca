import assert from "node:assert/strict";
import { test } from "node:test";
import { dialectOf, eachRow } from "../../../../lib/engines/csv/rows.ts";

const rowsOf = async (text: string): Promise<string[][]> => {
  const rows: string[][] = [];
  await eachRow(
    Buffer.from(text),
    dialectOf(Buffer.from(text)),
    (row) => rows.push([...row]),
    async () => undefined,
  );
  return rows;
};

test("a quote that is never closed in 100 MB is reported in bounded time", { timeout: 180_000 }, async () => {
  await assert.rejects(rowsOf(`a,b\n"${"x,y\n".repeat(26_000_000)}`), {
    code: "INVALID_REQUEST",
    message: /line 2 /,
  });
});
