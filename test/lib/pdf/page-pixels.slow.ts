import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { bytesOf } from "../../support/finished.ts";
import { drawnPages } from "../../support/pdf/drawn.ts";
import { Chance } from "../../support/pdf/made/chance.ts";
import { MAKERS } from "../../support/pdf/made/makers.ts";
import { richPdf } from "../../support/pdf/rich.ts";

const { signal } = new AbortController();
/** Files per program; `test/lib/pdf/pages-corpus.slow.ts` compares hundreds. */
const FILES_PER_MAKER = 3;

const merge = async (...files: Uint8Array[]): Promise<Uint8Array> =>
  bytesOf(
    await mergePdf.run(
      files.map((bytes) => ({ name: "file.pdf", bytes: new Uint8Array(bytes) })),
      signal,
    ),
  );

const without = async (bytes: Uint8Array, page: number): Promise<Uint8Array> =>
  bytesOf(await removePages.run({ bytes: new Uint8Array(bytes), pages: [page] }, signal));

const same = (after: readonly Buffer[], before: readonly Buffer[], what: string): void => {
  assert.equal(after.length, before.length, what);
  for (const [index, page] of before.entries()) assert.ok(page.equals(after[index]!), `${what}: page ${index + 1}`);
};

describe("each page keeps its pixels after another file is put before it and after other pages are removed, in files written by", () => {
  for (const [name, make] of Object.entries(MAKERS)) {
    test(name, async () => {
      for (let seed = 0; seed < FILES_PER_MAKER; seed++) {
        const bytes = await make(new Chance(2000 + seed));
        const joined = await merge(richPdf("A"), bytes);
        const all = await drawnPages(joined);
        same(all.slice(2), await drawnPages(bytes), `merged, seed ${2000 + seed}`);
        for (let page = 1; page <= Math.min(all.length, 4); page++) {
          const left = all.filter((_, index) => index + 1 !== page);
          same(await drawnPages(await without(joined, page)), left, `without page ${page}, seed ${2000 + seed}`);
        }
      }
    });
  }
});
