import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { ServiceError } from "../../../lib/errors/service-error.ts";
import { compressDocument } from "../../../lib/pdf/compress/compress.ts";
import { LEVELS } from "../../../lib/pdf/compress/levels.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { writePdf } from "../../../lib/pdf/write/write.ts";
import { corpusFiles } from "../../support/corpus.ts";
import { mutations } from "../../support/pdf/mutate.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";

const fixtures = new URL("../../fixtures/pdf/", import.meta.url);
const sound = [
  ...readdirSync(fixtures).map((name) => readFileSync(new URL(name, fixtures))),
  richPdf("A"),
  textPdf("one", "two"),
  ...corpusFiles("pdf")
    .map((file) => readFileSync(file))
    .filter(({ length }) => length < 60_000),
];

/** A job on a damaged file gives a result or an error for the caller, and nothing else. */
const survives = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof ServiceError, `${error instanceof Error ? error.stack : error}`);
  }
};

/** Damaged files that each engine gets. */
const RUN_COUNT = Number(process.env["RUNS"] ?? 500);
const { signal } = new AbortController();

test("damaged files are merged and lose pages without an internal error", async () => {
  for (const bytes of mutations(sound, 1, RUN_COUNT)) {
    await survives(
      mergePdf.run(
        [
          { name: "a", bytes },
          { name: "b", bytes: richPdf("B") },
        ],
        signal,
      ),
    );
    await survives(removePages.run({ bytes, pages: [1] }, signal));
  }
});

test("damaged files are compressed without an internal error", async () => {
  for (const bytes of mutations(sound, 1, RUN_COUNT / 2)) {
    // Not in the engine's process, whose end would hide a crash: here a crash ends the test.
    const compressed = async () => {
      const { document, budget } = openWithBudget(bytes);
      return writePdf(await compressDocument(document, LEVELS.medium, budget));
    };
    await survives(compressed());
  }
});

test("the process that compresses gets 20 damaged files without an internal error", async () => {
  for (const bytes of mutations(sound, 2, 20)) {
    await survives(compressPdf.run({ bytes, quality: "medium" }, AbortSignal.timeout(90_000)));
  }
});
