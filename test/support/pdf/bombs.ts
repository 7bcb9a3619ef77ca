import { deflateSync } from "node:zlib";
import { rawPdf, rawStream } from "./raw.ts";

const MB = 1_048_576;
const CATALOG = "<</Type/Catalog/Pages 2 0 R>>";
const PAGES = "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 99 99]>>";

/** `size` bytes of a repeated text, compressed once, or twice with `twice`. */
const packed = (text: string, size: number, dict = "", twice = false): string => {
  const once = deflateSync(Buffer.alloc(size, text), { level: 9 });
  const data = twice ? deflateSync(once, { level: 9 }) : once;
  return rawStream(data, `${dict}/Filter${twice ? "[/FlateDecode/FlateDecode]" : "/FlateDecode"}`);
};

/** A file whose page tree is in an object stream. */
const inObjectStream = (stream: string): Buffer => {
  const base = rawPdf([CATALOG, undefined, undefined, stream]).toString("latin1");
  const xref = base.indexOf("xref\n");
  const rows = Buffer.from([1, 0, 9, 2, 0, 4, 2, 0, 4, 1, 0, base.indexOf("4 0 obj")]);
  const index = `5 0 obj\n${rawStream(rows, "/Type/XRef/Size 5/W[1 1 1]/Index[1 4]/Root 1 0 R")}\nendobj\n`;
  return Buffer.from(`${base.slice(0, xref)}${index}startxref\n${xref}\n%%EOF\n`, "latin1");
};

const imageOf = (dict: string, stream: string): Buffer =>
  rawPdf([
    CATALOG,
    PAGES,
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    rawStream("q 99 0 0 99 0 0 cm /I Do Q"),
    stream.replace("<<", `<</Type/XObject/Subtype/Image${dict}`),
  ]);

/** Small files that cause much work. */
export const bombs: Record<string, () => Buffer> = {
  "a gigabyte of zeros as content": () =>
    rawPdf([CATALOG, PAGES, "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", packed("\0", 64 * MB, "", true)]),
  "an object stream that unpacks to 100 MB": () =>
    inObjectStream(packed("2 0 3 9 ", 100 * MB, "/Type/ObjStm/N 2/First 8", true)),
  "an object stream of brackets": () => inObjectStream(packed("[", 40 * MB, "/Type/ObjStm/N 2/First 8")),
  "an object stream of numbers": () => inObjectStream(packed("1 ", 40 * MB, "/Type/ObjStm/N 20000000/First 8")),
  "a cross-reference stream of millions of rows": () => {
    const stream = packed("\x01\x00\x00\x01", 100 * MB, "/Type/XRef/W[1 2 1]/Size 50000000/Root 1 0 R");
    return Buffer.from(
      `%PDF-1.5\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n${stream}\nendobj\nstartxref\n53\n%%EOF`,
      "latin1",
    );
  },
  "an object stream in itself": () => {
    const base = inObjectStream(rawStream("2 0 3 9 ", "/Type/ObjStm/N 2/First 8")).toString("latin1");
    return Buffer.from(base.replace("\x01\x00\x09\x02\x00\x04", "\x01\x00\x09\x02\x00\x02"), "latin1");
  },
  "a circle in the page tree": () =>
    rawPdf([
      CATALOG,
      "<</Type/Pages/Count 9/Kids[2 0 R 3 0 R]>>",
      "<</Type/Pages/Kids[2 0 R 3 0 R 4 0 R]>>",
      "<</Type/Page>>",
    ]),
  "a page tree that doubles at every level": () =>
    rawPdf([
      CATALOG,
      ...Array.from({ length: 40 }, (_, level) => `<</Type/Pages/Kids[${`${level + 3} 0 R `.repeat(2)}]>>`),
      "<</Type/Page/MediaBox[0 0 9 9]>>",
    ]),
  "a page that is named a million times": () =>
    rawPdf([CATALOG, `<</Type/Pages/Kids[${"3 0 R ".repeat(1_000_000)}]>>`, "<</Type/Page/MediaBox[0 0 9 9]>>"]),
  "ten thousand arrays in each other": () =>
    rawPdf([CATALOG, PAGES, `<</Type/Page/Parent 2 0 R/X ${"[".repeat(10_000)}${"]".repeat(10_000)}>>`]),
  "a length that needs itself": () =>
    rawPdf([CATALOG, PAGES, "<</Type/Page/Contents 4 0 R>>", "<</Length 4 0 R>>stream\nq\nendstream"]),
  "bookmarks in a circle": () =>
    rawPdf([
      "<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>",
      PAGES,
      "<</Type/Page>>",
      "<</First 5 0 R>>",
      "<</Title(a)/Next 5 0 R/First 4 0 R/Parent 5 0 R>>",
    ]),
  "tags, fields and names in circles": () =>
    rawPdf([
      `<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/AcroForm<</Fields[5 0 R]>>/Names<</Dests 6 0 R>>/PageLabels 6 0 R>>`,
      PAGES,
      "<</Type/Page/Annots[5 0 R]>>",
      "<</K 4 0 R/ParentTree 6 0 R/IDTree 6 0 R>>",
      "<</Kids[5 0 R 5 0 R]/Parent 5 0 R/T(a)>>",
      "<</Kids[6 0 R 6 0 R]/Names[(a) 6 0 R]/Nums[0 6 0 R]>>",
    ]),
  "cross-references in a circle": () => {
    const text = rawPdf([CATALOG, PAGES, "<</Type/Page>>"]).toString("latin1");
    return Buffer.from(text.replace("/Root", `/Prev ${text.indexOf("xref\n")}/Root`), "latin1");
  },
  "an image of 100,000 x 100,000": () =>
    imageOf("/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceRGB", packed("\0", 40 * MB)),
  "images of 6,000 x 6,000, twenty of them": () => {
    const image = packed(
      "\x7f",
      108 * MB,
      "/Type/XObject/Subtype/Image/Width 6000/Height 6000/BitsPerComponent 8/ColorSpace/DeviceRGB",
    );
    const names = Array.from({ length: 20 }, (_, index) => `/I${index} ${5 + index} 0 R`).join("");
    const draw = Array.from({ length: 20 }, (_, index) => `/I${index} Do`).join(" ");
    const page = `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<<${names}>>>>>>`;
    const images = Array.from({ length: 20 }, (_, index) => image.replace("/Type", `/Own ${index}/Type`));
    return rawPdf([CATALOG, PAGES, page, rawStream(`q 99 0 0 99 0 0 cm ${draw} Q`), ...images]);
  },
  "a fax of 60,000 x 60,000": () =>
    imageOf(
      "/Width 60000/Height 60000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 60000>>",
      rawStream("\xff".repeat(7500)),
    ),
  "forms in each other and in themselves": () => {
    const form = (number: number) =>
      rawStream(
        `/A Do /B Do `.repeat(20),
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A ${number} 0 R/B 5 0 R>>>>`,
      );
    const page = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>>>";
    const forms = Array.from({ length: 30 }, (_, index) => form(6 + ((index + 1) % 30)));
    return rawPdf([CATALOG, PAGES, page, rawStream("/A Do"), ...forms]);
  },
  "content of thirty million operators": () =>
    rawPdf([CATALOG, PAGES, "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", packed("q ", 60 * MB)]),
  "a million objects without a cross-reference": () =>
    Buffer.from(`%PDF-1.4\n${"1 0 obj<</Type/Page>>endobj\n".repeat(300_000)}`),
};
