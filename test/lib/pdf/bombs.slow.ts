import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { ServiceError } from "../../../lib/errors/service-error.ts";
import { bombs } from "../../support/pdf/bombs.ts";
import { textPdf } from "../../support/pdf/raw.ts";

/** Resolves with the outcome; any error other than one for the caller fails the test. */
const outcome = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "done";
  } catch (error) {
    assert.ok(error instanceof ServiceError, `not a refusal: ${error}`);
    return error.code;
  }
};

// The engines themselves end work that takes much processor time, with a code that no bomb may have.
describe("a decompression bomb costs little time and memory, whether it is refused or accepted", () => {
  for (const [name, make] of Object.entries(bombs)) {
    test(name, async () => {
      const signal = AbortSignal.timeout(600_000);
      const file = make();
      const before = process.memoryUsage.rss();
      const codes = [
        await outcome(
          mergePdf.run(
            [
              { name: "b", bytes: make() },
              { name: "p", bytes: textPdf("p") },
            ],
            signal,
          ),
        ),
        await outcome(removePages.run({ bytes: file, pages: [1] }, signal)),
        await outcome(compressPdf.run({ bytes: file, quality: "medium" }, signal)),
      ];
      for (const code of codes) assert.match(code, /^(done|INVALID_REQUEST|UNSUPPORTED_MEDIA_TYPE)$/);
      assert.ok(process.memoryUsage.rss() - before < 400_000_000, "memory stays bounded");
    });
  }
});
