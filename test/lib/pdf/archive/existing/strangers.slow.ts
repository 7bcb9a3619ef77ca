import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { ServiceError } from "../../../../../lib/errors/service-error.ts";
import { fontsFolder } from "../../../../../lib/fonts/folder.ts";
import { archiveExisting } from "../../../../../lib/pdf/archive/existing/archive-existing.ts";
import { Renderer } from "../../../../../lib/pdf/proof/renderer.ts";
import { corpusFiles, noCorpus } from "../../../../support/corpus.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../../support/verapdf/validate.ts";

const FILE_COUNT = Number(process.env["LIMIT"] ?? 300);
/** The part of files that become PDF/A: most of the others lack fonts, or are damaged on purpose. */
const LEAST_PART = 0.75;

const skip = noCorpus || (!hasVeraPdf && "VERAPDF_JARS names no folder of jars");

test("veraPDF finds what becomes PDF/A of genuine files valid, and the others are refused with a reason", {
  skip,
}, async () => {
  const renderer = new Renderer();
  const files = corpusFiles("pdf").slice(0, FILE_COUNT);
  const made: { readonly file: string; readonly pdf: Buffer }[] = [];
  for (const file of files) {
    try {
      const { pieces } = await archiveExisting(
        { bytes: readFileSync(file), level: "2b" },
        { fonts: fontsFolder, renderer },
      );
      made.push({ file: basename(file), pdf: Buffer.concat(pieces) });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  await renderer.close();
  assert.ok(made.length > files.length * LEAST_PART, `${made.length} of ${files.length}`);
  const verdicts = veraPdfVerdicts(made.map(({ pdf }) => pdf));
  assert.deepEqual(
    verdicts.flatMap((verdict, at) => (verdict === "2b compliant" ? [] : [`${made[at]?.file}: ${verdict}`])),
    [],
  );
});
