import assert from "node:assert/strict";
import { after, test } from "node:test";
import { xmlToHtml } from "../../../../lib/engines/xml-to-html.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { fuzz } from "../../../support/xslt-fuzz.ts";

const RUN_COUNT = Number(process.env["RUNS"] ?? 1000);

after(() => warmParts().get(xmlToHtml.name)?.stop());

test("each mutated request ends with a result or an error, and none crashes the engine", async () => {
  const tally = await fuzz(RUN_COUNT, 20);
  assert.deepEqual(
    Object.keys(tally).filter((end) => end.startsWith("crash")),
    [],
  );
  for (const end of ["done", "INVALID_REQUEST"]) assert.ok(Number(tally[end]) > RUN_COUNT / 10, JSON.stringify(tally));
});
