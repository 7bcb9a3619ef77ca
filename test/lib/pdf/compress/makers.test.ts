import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { LEVELS } from "../../../../lib/pdf/compress/levels.ts";
import { compressProven } from "../../../../lib/pdf/compress/prove.ts";
import { Renderer } from "../../../../lib/pdf/proof/renderer.ts";
import { Chance } from "../../../support/pdf/made/chance.ts";
import { MAKERS } from "../../../support/pdf/made/makers.ts";

const renderer = new Renderer();
after(() => renderer.close());

/** Files per program; `test/lib/pdf/compress/corpus.slow.ts` compresses hundreds. */
const FILES_PER_MAKER = 4;

describe("no pass has to be undone for files written by", () => {
  for (const [name, make] of Object.entries(MAKERS)) {
    test(name, async () => {
      for (let seed = 0; seed < FILES_PER_MAKER; seed++) {
        const bytes = await make(new Chance(1000 + seed));
        const { faults, size, warnings } = await compressProven(
          bytes,
          LEVELS[(["low", "medium", "high"] as const)[seed % 3]!],
          renderer,
        );
        assert.deepEqual([faults, warnings], [[], []], `seed ${1000 + seed}`);
        assert.ok(size < bytes.length, `seed ${1000 + seed}`);
      }
    });
  }
});
