import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { ServiceError } from "../../../lib/errors/service-error.ts";
import { mutations } from "../../support/pdf/mutate.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";

const fixtures = new URL("../../fixtures/pdf/", import.meta.url);
const sound = [
  ...readdirSync(fixtures).map((name) => readFileSync(new URL(name, fixtures))),
  richPdf("A"),
  textPdf("one", "two"),
];

/** A job on a damaged file gives a result or an error for the caller, and nothing else. */
const survives = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof ServiceError, `${error instanceof Error ? error.stack : error}`);
  }
};

test("500 damaged files are merged and lose pages without an internal error", async () => {
  const { signal } = new AbortController();
  for (const bytes of mutations(sound, 1, 500)) {
    await survives(
      mergePdf.run(
        [
          { name: "a", bytes },
          { name: "b", bytes: textPdf("b") },
        ],
        signal,
      ),
    );
    await survives(removePages.run({ bytes, pages: [1] }, signal));
  }
});

test("20 damaged files are compressed without an internal error", async () => {
  for (const bytes of mutations(sound, 2, 20)) {
    await survives(compressPdf.run({ bytes, quality: "medium" }, AbortSignal.timeout(90_000)));
  }
});
