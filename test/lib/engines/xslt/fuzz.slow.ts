import assert from "node:assert/strict";
import { after, test } from "node:test";
import { xmlToHtml } from "../../../../lib/engines/xml-to-html.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { fuzz } from "../../../support/xslt-fuzz.ts";

after(() => warmParts().get(xmlToHtml.name)?.stop());

test("each of 800 mutated requests ends with a result or an error, and none crashes the engine", async () => {
  const tally = await fuzz(800, 20);
  assert.deepEqual(
    Object.keys(tally).filter((end) => end.startsWith("crash")),
    [],
  );
  for (const end of ["done", "INVALID_REQUEST"]) assert.ok(Number(tally[end]) > 100, JSON.stringify(tally));
});
