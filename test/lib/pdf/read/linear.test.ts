import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dictOf } from "../../../../lib/pdf/access.ts";
import { Budget, fileBudget, quickBudget } from "../../../../lib/pdf/budget.ts";
import { openPdf } from "../../../../lib/pdf/read/open.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";
import { readWhole } from "../../../support/pdf/work.ts";

const CATALOG = "<</Type/Catalog/Pages 2 0 R>>";
const PAGES = "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>";
const withEntry = (value: string) => rawPdf([CATALOG, PAGES, `<</Type/Page/Parent 2 0 R/X ${value}>>`]);
const unindexed = (body: string) => Buffer.from(`%PDF-1.7\n${body}`, "latin1");
const numbered = (count: number, body: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => body(index + 1)).join("\n");
const entryOf = (value: string) => dictOf(readWhole(withEntry(value)).document!.pages[0])!.get("X");

/** Files that grow with a number; the work on them must grow no faster. */
const growing: Readonly<Record<string, (count: number) => Buffer>> = {
  "digits and a letter": (count) => withEntry(`${"1".repeat(100 * count)}x`),
  "numbers with many points": (count) => withEntry(`[${`${"1.".repeat(100)} `.repeat(count)}]`),
  "strings without an end": (count) => withEntry("(".repeat(100 * count)),
  comments: (count) => withEntry("%c\n".repeat(100 * count)),
  "white space": (count) => withEntry(" ".repeat(100 * count)),
  "empty strings": (count) => withEntry(`[${"()".repeat(100 * count)}]`),
  "empty dictionaries": (count) => withEntry(`[${"<<>>".repeat(100 * count)}]`),
  trailers: (count) => unindexed("trailer(".repeat(100 * count)),
  "a stream's type in its dictionary": (count) =>
    unindexed(`1 0 obj<<${"/X/XRef".repeat(200)}/A[${"1 ".repeat(100 * count)}]>>`),
};

describe("the work of reading a file grows with its size only:", () => {
  for (const [name, make] of Object.entries(growing)) {
    test(name, { timeout: 10_000 }, () => {
      const [once, fourTimes] = [readWhole(make(100)), readWhole(make(400))];
      assert.ok(fourTimes.work <= 4.5 * once.work + 1000, `${once.work} units, four times as much: ${fourTimes.work}`);
    });
  }
});

/** Files in which many objects lead to the same bytes: their work is refused, not done. */
const overlapping: Readonly<Record<string, Buffer>> = {
  "arrays with a string without an end": unindexed(numbered(40_000, (number) => `${number} 0 obj[(`)),
  "hexadecimal strings without an end": unindexed(numbered(40_000, (number) => `${number} 0 obj<4`)),
  "streams without an end": unindexed(numbered(40_000, (number) => `${number} 0 obj<<>>stream`)),
  "trailers with a string without an end": unindexed("trailer<<(".repeat(60_000)),
  "objects of a stream at one place": (() => {
    const head = numbered(20_000, (number) => `${number + 9} 0`);
    const stream = rawStream(`${head} [${"1 ".repeat(100_000)}]`, `/Type/ObjStm/N 20000/First ${head.length + 1}`);
    const refs = numbered(20_000, (number) => `${number + 9} 0 R`);
    return unindexed(
      `1 0 obj<</Type/Catalog/Pages 2 0 R/All[${refs}]>>endobj 2 0 obj${PAGES}endobj 3 0 obj<</Type/Page>>endobj 4 0 obj${stream}endobj trailer<</Root 1 0 R>>`,
    );
  })(),
};

describe("a file is refused in which many objects lead to the same bytes:", () => {
  for (const [name, bytes] of Object.entries(overlapping)) {
    test(name, { timeout: 10_000 }, () => {
      const budget = fileBudget(bytes.length);
      const read = () => {
        const { catalog } = openPdf(bytes, budget);
        for (const ref of (catalog.get("All") as { value: unknown }[] | undefined) ?? []) void ref.value;
      };
      assert.throws(read, { reason: "document-too-complex" });
    });
  }
});

test("3.8 MB of empty strings in an array are refused", { timeout: 10_000 }, () => {
  const bytes = withEntry(`[${"()".repeat(1_900_000)}]`);
  assert.throws(() => openPdf(bytes, fileBudget(bytes.length)), { reason: "document-too-complex" });
});

test("a number of 100,000 digits and a letter is no number", { timeout: 10_000 }, () => {
  assert.equal(entryOf(`${"1".repeat(100_000)}x`), null);
});

test("malformed numbers count by their beginning", () => {
  const numbers = "[1e2 1-2 1.2.3 --5 +-4 1e+2-7 -.5. 5e 1x 1e2x]";
  assert.deepEqual(entryOf(numbers), [100, 1, 1.2, -5, -4, 100, -0.5]);
});

test("a literal string with escapes and parentheses of 100,000 letters is whole", { timeout: 10_000 }, () => {
  const text = "a\\)(b)\\101\\\n".repeat(10_000);
  assert.equal(Buffer.from(entryOf(`(${text})`) as Uint8Array).toString(), "a)(b)A".repeat(10_000));
});

test("a small file is read within the budget of a quick job", () => {
  const bytes = withEntry(`[${"(text)/Name 12 0 R<</A 1>>".repeat(10_000)}]`);
  const { bytes: unpacked, values } = quickBudget();
  assert.equal(openPdf(bytes, new Budget(unpacked, values, Number.POSITIVE_INFINITY)).pages.length, 1);
});
