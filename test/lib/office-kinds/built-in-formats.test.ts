import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { officeToPdf } from "../../../lib/engines/office-to-pdf.ts";
import { bytesOf } from "../../support/finished.ts";
import { noOffice } from "../../support/office/engine.ts";
import { textOf } from "../../support/pdf-text.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

test("an old workbook prints dates in the built-in formats of Excel", { skip: noOffice }, async () => {
  const bytes = readFileSync(new URL("../../fixtures/office/dates.xls", import.meta.url));
  const text = await textOf(await bytesOf(await officeToPdf.run({ bytes }, AbortSignal.timeout(600_000))));
  for (const shown of ["10-Aug-07", "8/10/07", "Friday, August 10, 2007"]) assert.ok(text.includes(shown), text);
});
