import { deflateSync } from "node:zlib";
import { rawPdf, rawStream } from "../../../../test/support/pdf/raw.ts";
import { CATALOG, drawing, filled, list, PAGE, packed, TWO_PAGES, unindexed } from "./file.ts";

const MB = 1_048_576;
const content = (stream: string) => rawPdf(drawing(stream));
const metadata = (stream: string) =>
  rawPdf(["<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>", TWO_PAGES, PAGE, PAGE, stream]);
const objectStream = (stream: string) =>
  unindexed(`1 0 obj${CATALOG}endobj 4 0 obj${stream}endobj trailer<</Root 1 0 R>>`);
/** Deflated data that is damaged at its end. */
const damaged = (size: number): Buffer => {
  const data = deflateSync(Buffer.alloc(size), { level: 9 });
  return Buffer.concat([data.subarray(0, -40), Buffer.alloc(40, 0xff)]);
};

/** Files whose streams do harm when they are decoded. */
export const filterBombs: Readonly<Record<string, () => Buffer>> = {
  "content of 256 MB, packed twice": () => content(packed("\0", 256 * MB, "", 2)),
  "content of operators": () => content(packed("q ", 60 * MB, "", 2)),
  "content of operands without an operator": () => content(packed("() ", 60 * MB, "", 2)),
  "content of brackets": () => content(packed("[", 60 * MB, "", 2)),
  "content of inline images without an end": () => content(packed("BI /W 1 ID x ", 30 * MB, "", 2)),
  "content of inline images": () => content(packed("BI ID x EI ", 30 * MB, "", 2)),
  "content of one string": () => content(packed("(", 60 * MB, "", 2)),
  "content of one array": () => content(`${packed("[(a)-1", 30 * MB, "", 2)}`),
  "strings of one letter that are shown": () => content(packed("(a)Tj ", 30 * MB, "", 2)),
  "q without Q": () => content(rawStream(filled("q\n", MB - 2000))),
  "strings that are shown one by one": () =>
    rawPdf([
      ...drawing(rawStream(`BT /F 9 Tf ${filled("(a)Tj ", 900_000)}ET`), "/Font<</F 5 0 R>>"),
      `<</Type/Font/Subtype/TrueType/FirstChar 97/Widths[500]/BaseFont/A>>`,
    ]),
  "an object stream of brackets": () => objectStream(packed("[", 40 * MB, "/Type/ObjStm/N 9/First 8", 2)),
  "an object stream of ()": () => objectStream(packed("2 0 3 9 [() ", 40 * MB, "/Type/ObjStm/N 2/First 8", 2)),
  "an object stream of two million entries": () =>
    objectStream(packed("1 0 ", 40 * MB, "/Type/ObjStm/N 20000000/First 40000000", 2)),
  "metadata of 200 MB": () => metadata(packed("pdfaid:part ", 200 * MB, "/Type/Metadata/Subtype/XML", 2)),
  "metadata of namespaces": () => metadata(packed("xmlns:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 4 * MB, "/Type/Metadata")),
  "a thousand filters": () =>
    content(rawStream(`${"x".repeat(900_000)}>`, `/Filter[${"/ASCIIHexDecode".repeat(1000)}]`)),
  "LZW a hundred thousand times": () => content(rawStream("\x80", `/Filter[${"/LZW".repeat(200_000)}]`)),
  "LZW that grows": () =>
    content(rawStream(Buffer.alloc(900_000, 0xff), "/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>")),
  "runs of one byte": () => content(rawStream(filled("\x81a", 900_000), "/Filter/RunLengthDecode")),
  "ASCII85 of z": () => content(rawStream("z".repeat(900_000), "/Filter[/ASCII85Decode/ASCIIHexDecode]")),
  "a predictor of the widest row": () =>
    content(
      packed("\x04", 40 * MB, "/DecodeParms[null<</Predictor 15/Colors 255/BitsPerComponent 16/Columns 9000>>]", 2),
    ),
  "a predictor of one column": () =>
    content(packed("\x04", 40 * MB, "/DecodeParms[null<</Predictor 15/Columns 1>>]", 2)),
  "a predictor of endless columns": () =>
    content(packed("\x04", MB, "/DecodeParms[<</Predictor 2/Columns 1e300/Colors -5/BitsPerComponent 1e9>>]")),
  "damage at the end of ten bombs": () =>
    rawPdf([
      CATALOG,
      TWO_PAGES,
      `<</Type/Page/Parent 2 0 R/Contents[${list(10, (index) => `${index + 5} 0 R`, " ")}]>>`,
      `<</Type/Page/Parent 2 0 R>>`,
      ...Array.from({ length: 10 }, () => rawStream(damaged(60 * MB), "/Filter/FlateDecode")),
    ]),
  "an image of 100,000 x 100,000": () =>
    rawPdf([
      ...drawing(rawStream("/I Do"), "/XObject<</I 5 0 R>>"),
      packed(
        "\0",
        40 * MB,
        "/Type/XObject/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceRGB",
        2,
      ),
    ]),
};
