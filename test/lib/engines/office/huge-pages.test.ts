import assert from "node:assert/strict";
import { after, test } from "node:test";
import { hugeCodeKilobytes, withoutHugePages } from "../../../support/huge-pages.ts";
import { hello } from "../../../support/office/documents.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { stopEngines } from "../../../support/print.ts";
import { zygoteOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

after(stopEngines);

/** Less than the code that documents use, and more than one of LibreOffice's libraries. */
const LEAST_CODE_KB = 20_000;

const skip = noOffice || withoutHugePages();

test("LibreOffice has its code in huge pages once it is idle, and prints as before", { skip }, async () => {
  const before = await printWord(hello);
  await until(() => hugeCodeKilobytes(zygoteOf()!) > LEAST_CODE_KB);
  // The first of them may have a process from before.
  for (let round = 0; round < 3; round++) assert.deepEqual(await printWord(hello), before);
});
