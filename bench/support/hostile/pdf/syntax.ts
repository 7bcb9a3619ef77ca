import { rawPdf, rawStream } from "../../../../test/support/pdf/raw.ts";
import { CATALOG, filled, list, PAGE, PAGES, unindexed } from "./file.ts";

const VALUE_MAX_BYTES = 1_000_000;
const withEntry = (value: string) => rawPdf([CATALOG, PAGES, `<</Type/Page/Parent 2 0 R/X ${value}>>`]);

/** Files that are hard to read as tokens. */
export const syntaxBombs: Readonly<Record<string, () => Buffer>> = {
  "2,500 digits and a letter": () => withEntry(`${"1".repeat(2500)}x`),
  "a million digits and a letter": () => withEntry(`${"1".repeat(VALUE_MAX_BYTES)}x`),
  "a million signs": () => withEntry("-+".repeat(VALUE_MAX_BYTES / 2)),
  "a million points": () => withEntry(".".repeat(VALUE_MAX_BYTES)),
  "numbers with a hundred points": () => withEntry(`[${filled(`${"1.".repeat(100)} `, VALUE_MAX_BYTES)}]`),
  "trailer( 16,000 times": () => unindexed("trailer(".repeat(16_000)),
  "trailer<<( 100,000 times": () => unindexed("trailer<<(".repeat(100_000)),
  "trailer[ with brackets": () => unindexed("trailer[<<".repeat(100_000)),
  "an array of ()": () => withEntry(`[${"()".repeat(VALUE_MAX_BYTES / 2)}]`),
  "an array of <>": () => withEntry(`[${"<>".repeat(VALUE_MAX_BYTES / 2)}]`),
  "an array of <<>>": () => withEntry(`[${"<<>>".repeat(VALUE_MAX_BYTES / 4)}]`),
  "an array of []": () => withEntry(`[${"[]".repeat(VALUE_MAX_BYTES / 2)}]`),
  "an array of [1]": () => withEntry(`[${"[1]".repeat(VALUE_MAX_BYTES / 3)}]`),
  "an array of names": () => withEntry(`[${list(150_000, (index) => `/${index.toString(36)}`)}]`),
  "an array of numbers": () => withEntry(`[${"1 ".repeat(VALUE_MAX_BYTES / 2)}]`),
  "an array of references": () => withEntry(`[${list(80_000, (index) => `${index * 100} 0 R`, " ")}]`),
  "a dictionary of 80,000 keys": () => withEntry(`<<${list(80_000, (index) => `/K${index} 1`)}>>`),
  "a name of a megabyte": () => withEntry(`/${"n".repeat(VALUE_MAX_BYTES)}`),
  "a name of escapes": () => withEntry(`/${"#41".repeat(VALUE_MAX_BYTES / 3)}`),
  "a string of parentheses": () => withEntry(`${"(".repeat(VALUE_MAX_BYTES / 2)}${")".repeat(VALUE_MAX_BYTES / 2)}`),
  "a string without an end": () => withEntry(`(${"\\(".repeat(VALUE_MAX_BYTES / 2)}`),
  "a hexadecimal string without an end": () => withEntry(`<${"4".repeat(VALUE_MAX_BYTES)}`),
  "200,000 hexadecimal strings without an end": () => unindexed(list(60_000, (index) => `${index} 0 obj<4`, "\n")),
  "a comment of a megabyte": () => withEntry(`%${"c".repeat(VALUE_MAX_BYTES)}`),
  "200,000 comments": () => withEntry(filled("%c\n", VALUE_MAX_BYTES)),
  "white space of a megabyte": () => withEntry(" ".repeat(VALUE_MAX_BYTES)),
  "a million brackets": () => withEntry("[".repeat(VALUE_MAX_BYTES)),
  "half a million dictionaries in each other": () => withEntry("<</A".repeat(VALUE_MAX_BYTES / 4)),
  "stray delimiters": () => withEntry(`[${filled("}{)", VALUE_MAX_BYTES)}]`),
  "keywords that are no objects": () => withEntry(`[${filled("abc ", VALUE_MAX_BYTES)}]`),
  "objects that begin in each other": () => unindexed(list(50_000, (index) => `${index} 0 obj[(`, "\n")),
  "dictionaries that begin in each other": () => unindexed(list(50_000, (index) => `${index} 0 obj<</A`, "\n")),
  "streams without an end": () => unindexed(list(40_000, (index) => `${index} 0 obj<<>>stream\n`)),
  "streams of a type without an end": () =>
    unindexed(list(20_000, (index) => `${index} 0 obj<</Type/ObjStm/N 9/First 9>>stream\n`)),
  "a type's name 400 times before a large dictionary": () =>
    unindexed(`1 0 obj<<${"/X/XRef".repeat(250)}/A[${"1 ".repeat(400_000)}]>>endobj`),
  "a page and a million obj": () => unindexed(`1 0 obj${PAGE}endobj ${"obj ".repeat(240_000)}`),
  "white space before obj": () => unindexed(`1 0 ${" ".repeat(VALUE_MAX_BYTES)}obj${PAGE}`),
  "60,000 objects of one number": () => unindexed(`1 0 obj${PAGE}endobj\n`.repeat(20_000)),
  "pages without a tree": () => unindexed(list(20_000, (index) => `${index + 1} 0 obj${PAGE}endobj\n`)),
  "a header and zeros": () => unindexed("\0".repeat(VALUE_MAX_BYTES)),
  "a header and endobj": () => unindexed(filled("endobj ", VALUE_MAX_BYTES)),
  "a header and startxref": () => unindexed(filled("startxref 9\n", VALUE_MAX_BYTES)),
  "an object stream of objects at one place": () => {
    const count = 60_000;
    const head = list(count, (index) => `${index + 10} 0`, " ");
    return unindexed(
      `1 0 obj${CATALOG}endobj 2 0 obj${PAGES}endobj 3 0 obj${PAGE}endobj 4 0 obj${rawStream(
        `${head} [${"1 ".repeat(100_000)}]`,
        `/Type/ObjStm/N ${count}/First ${head.length + 1}`,
      )}endobj trailer<</Root 1 0 R>>`,
    );
  },
};
