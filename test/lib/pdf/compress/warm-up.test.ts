import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { compressPdf } from "../../../../lib/engines/compress-pdf.ts";
import { nameAt } from "../../../../lib/pdf/access.ts";
import { WARM_UP_PDF } from "../../../../lib/pdf/compress/warm-up.ts";
import { reachableObjects } from "../../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { pageTexts } from "../../../support/pdf/look.ts";

const part = warmParts().get(compressPdf.name)!;
before(() => part.start());
after(() => part.stop());

const { signal } = new AbortController();

test("the warm-up document has fonts, pictures and text to compress", async () => {
  const { body: after } = await compressPdf.run({ bytes: await readFile(WARM_UP_PDF), quality: "medium" }, signal);
  const objects = [...reachableObjects(openWithBudget(after).document.catalog)];
  const all = (key: string) => new Set(objects.map((ref) => nameAt(ref, key)));
  const [subtypes, filters] = [all("Subtype"), all("Filter")];
  assert.ok(subtypes.has("Type1C") && subtypes.has("CIDFontType2"));
  assert.ok(filters.has("JBIG2Decode") && filters.has("DCTDecode"));
});

test("a process gives the same result before, during and after its warm-up", async () => {
  const bytes = await readFile(new URL("../../../fixtures/pdf/type1.pdf", import.meta.url));
  const answers: Buffer[] = [];
  for (const pause of [0, 100, 250, 500, 2000]) {
    await sleep(pause);
    answers.push(Buffer.from((await compressPdf.run({ bytes, quality: "medium" }, signal)).body));
  }
  // But for the file's identifier, which is new each time.
  const texts = await Promise.all(answers.map(pageTexts));
  assert.deepEqual(texts, Array(answers.length).fill(texts[0]));
  assert.equal(new Set(answers.map(({ length }) => length)).size, 1);
});
