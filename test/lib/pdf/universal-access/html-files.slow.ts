import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { htmlToPdf } from "../../../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { decodeHtml } from "../../../../lib/fields/html-file.ts";
import { htmlFiles } from "../../../support/html-files.ts";
import { stopEngines } from "../../../support/print.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../support/verapdf/validate.ts";

const FILE_COUNT = Number(process.env["LIMIT"] ?? 30);

after(stopEngines);

const skip = !hasVeraPdf && "VERAPDF_JARS names no folder of jars";

test("veraPDF finds HTML files of documentation compliant if they are printed with the claim to be PDF/UA", {
  skip,
}, async () => {
  const files = htmlFiles(FILE_COUNT);
  const made: { readonly file: string; readonly pdf: Uint8Array }[] = [];
  for (const file of files) {
    const source = { html: decodeHtml(readFileSync(file)) };
    const pageSetup = { ...PLAIN_PAGE, title: "Title", lang: "en", pdfUa: "warn" } as const;
    // A document with a character that no font has is refused.
    const printed = await htmlToPdf.run({ source, pageSetup }, AbortSignal.timeout(60_000)).catch(() => undefined);
    const isClaimed = printed?.warnings.every(({ code }) => !code.startsWith("pdfua-"));
    if (printed !== undefined && isClaimed) made.push({ file, pdf: printed.body as Uint8Array });
  }
  assert.ok(made.length > files.length / 2);
  const verdicts = veraPdfVerdicts(
    made.map(({ pdf }) => pdf),
    "ua1",
  );
  assert.deepEqual(
    verdicts.flatMap((verdict, index) => (verdict.endsWith("compliant") ? [] : [`${made[index]!.file}: ${verdict}`])),
    [],
  );
});
