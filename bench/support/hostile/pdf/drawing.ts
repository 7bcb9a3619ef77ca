import { rawPdf, rawStream } from "../../../../test/support/pdf/raw.ts";
import { drawing, filled, list, packed } from "./file.ts";

const MB = 1_048_576;
const image = (dict: string, data: string | Buffer) =>
  rawPdf([
    ...drawing(rawStream("q 99 0 0 99 0 0 cm /I Do Q"), "/XObject<</I 5 0 R>>"),
    rawStream(data, `/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceGray${dict}`),
  ]);
const font = (dict: string, ...objects: string[]) =>
  rawPdf([
    ...drawing(rawStream("BT /F 9 Tf <00010002> Tj ET"), "/Font<</F 5 0 R>>"),
    `<</Type/Font/BaseFont/ABCDEF+A${dict}>>`,
    ...objects,
  ]);
const composite = (cmap: string, widths = "[]") =>
  font(
    `/Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/W ${widths}>>]/ToUnicode 6 0 R`,
    rawStream(`begincodespacerange <0000> <ffff> endcodespacerange ${cmap}`),
  );
const embedded = (cmap: string) =>
  font(
    "/Subtype/Type0/Encoding 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/FontDescriptor<</FontFile2 7 0 R>>>>]",
    rawStream(`begincodespacerange <0000> <ffff> endcodespacerange ${cmap}`, "/Type/CMap"),
    rawStream("\0\x01\0\0\0\x01"),
  );
const program = (key: string, data: string, dict = "") =>
  font(`/Subtype/Type1/FirstChar 0/Widths[1]/FontDescriptor<</${key} 6 0 R>>`, rawStream(data, dict));
/** A codestream of JPEG 2000 that says it is this large. */
const jpx = (side: number): Buffer => {
  const head = Buffer.from(
    "ff4fff510029000000000000000000000000000000000000000000000000000000000000000000010701017f",
    "hex",
  );
  for (const at of [8, 12, 24, 28]) head.writeUInt32BE(side, at);
  return Buffer.concat([head, Buffer.alloc(1000, 0xff)]);
};
const words = "\\( \\) ".repeat(10);

/** Files whose fonts, pictures and content do harm when they are compressed. */
export const drawingBombs: Readonly<Record<string, () => Buffer>> = {
  "a map of codes from 0 to 2^32": () => composite("beginbfrange <00000000> <ffffffff> <0041> endbfrange"),
  "maps of 65,536 codes": () => composite(`beginbfrange ${filled("<0000> <ffff> <0041>\n", 900_000)} endbfrange`),
  "maps without an end": () => composite(filled("beginbfrange <00> ", 900_000)),
  "maps of lists without an end": () => composite(`beginbfrange ${filled("<00> <01> [", 900_000)} endbfrange`),
  "maps of white space": () => composite(`beginbfchar ${" ".repeat(900_000)} endbfchar`),
  "maps of CIDs without an end": () => embedded(filled("begincidrange ", 900_000)),
  "maps of CIDs of white space": () => embedded(`begincidrange ${" ".repeat(900_000)} endcidrange`),
  "maps of CIDs": () => embedded(`begincidrange ${filled("<0000> <ffff> 0 ", 900_000)} endcidrange`),
  "widths of 65,536 CIDs": () =>
    composite("", `[${list(40_000, (index) => `${index * 65_536} ${index * 65_536 + 65_535} 9 `)}]`),
  "a Type 1 program of letters": () => program("FontFile", "a".repeat(900_000), "/Length1 900000/Length2 0/Length3 0"),
  "a Type 1 program of eexec": () =>
    program("FontFile", filled("eexec ", 900_000), "/Length1 6/Length2 899000/Length3 0"),
  "a CFF program of an endless index": () =>
    program("FontFile3", `\x01\x00\x04\x04\xff\xff\x04${"\xff".repeat(500_000)}`, "/Subtype/Type1C"),
  "an OpenType program of 65,535 tables": () =>
    program("FontFile3", `OTTO\xff\xff${"\xff".repeat(900_000)}`, "/Subtype/OpenType"),
  "a TrueType program of zeros": () => program("FontFile2", `\0\x01\0\0\xff\xff${"\0".repeat(900_000)}`),
  "a picture of JPEG 2000 of 2^31 x 2^31": () => image("/Filter/JPXDecode", jpx(0x7fffffff)),
  "a picture of JBIG2 of 2^32 rows": () =>
    image(
      "/Width 99/Height 99/BitsPerComponent 1/Filter/JBIG2Decode",
      Buffer.from("000000003000010000001300ffffff00ffffff00000000000000000000000000", "hex"),
    ),
  "a fax of 60,000 x 60,000": () =>
    image(
      "/Width 60000/Height 60000/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 60000>>",
      "\xff".repeat(7500),
    ),
  "a JPEG of 65,500 x 65,500": () =>
    image(
      "/Width 65500/Height 65500/Filter/DCTDecode",
      Buffer.from("ffd8ffc0000b08ffdcffdc01011100ffda0008010100003f00", "hex"),
    ),
  "forms in each other": () => {
    const form = (index: number) =>
      rawStream(
        "/A Do /B Do ".repeat(20),
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A ${6 + ((index + 1) % 30)} 0 R/B 5 0 R>>>>`,
      );
    return rawPdf([
      ...drawing(rawStream("/A Do"), "/XObject<</A 5 0 R>>"),
      ...Array.from({ length: 30 }, (_, index) => form(index)),
    ]);
  },
  "a TJ of 150,000 pieces": () =>
    rawPdf([
      ...drawing(rawStream(`BT /F 9 Tf [${filled("(a)-9", 900_000)}] TJ ET`), "/Font<</F 5 0 R>>"),
      "<</Type/Font/Subtype/TrueType/FirstChar 97/Widths[500]/BaseFont/A>>",
    ]),
  "an image of 6,000 x 6,000 pixels": () =>
    rawPdf([
      ...drawing(rawStream("q 99 0 0 99 0 0 cm /I Do Q"), "/XObject<</I 5 0 R>>"),
      packed(
        "\x7f\x00",
        108 * MB,
        "/Type/XObject/Subtype/Image/Width 6000/Height 6000/BitsPerComponent 8/ColorSpace/DeviceRGB",
        2,
      ),
    ]),
  "metadata of one tag": () =>
    rawPdf(
      [...drawing(rawStream(words), ""), rawStream(`<x ${filled("a=", 900_000)}`, "/Type/Metadata/Subtype/XML")],
      "/Info<<>>",
    ),
};
