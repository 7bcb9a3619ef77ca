import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { decodeHtml } from "../../../../lib/fields/html-file.ts";
import { htmlFiles } from "../../../support/html-files.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../support/verapdf/validate.ts";

const FILE_COUNT = Number(process.env["LIMIT"] ?? 30);

after(stopEngines);

const skip = !hasVeraPdf && "VERAPDF_JARS names no folder of jars";

test("veraPDF finds HTML files of documentation compliant when they are printed as PDF/A", { skip }, async () => {
  const files = htmlFiles(FILE_COUNT);
  const made: { readonly file: string; readonly pdf: Uint8Array }[] = [];
  for (const [index, file] of files.entries()) {
    const html = decodeHtml(readFileSync(file));
    const pdfA = index % 2 === 0 ? "2b" : "3b";
    // A document with a character that no font has is refused.
    const printed = await print({ html }, { pdfA }, 60).catch(() => undefined);
    if (printed !== undefined) made.push({ file, pdf: printed.pdf });
  }
  assert.ok(made.length > files.length / 2);
  const verdicts = veraPdfVerdicts(made.map(({ pdf }) => pdf));
  assert.deepEqual(
    verdicts.flatMap((verdict, index) => (verdict.endsWith("compliant") ? [] : [`${made[index]!.file}: ${verdict}`])),
    [],
  );
});
