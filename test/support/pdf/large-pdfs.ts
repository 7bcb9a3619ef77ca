import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument, PDFName, PDFRawStream, StandardFonts } from "pdf-lib";
import { randomFrom } from "../random.ts";

const WORDS = "the paper tray holds what a press prints and no page is lost between the two of them".split(" ");

/** Noise instead of photographs: a merge does not decode it, and it cannot be compressed. */
const noise = (random: () => number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.floor(random() * 4_294_967_296), at);
  return bytes;
};

const lines = (random: () => number, count: number): string =>
  Array.from({ length: count }, () =>
    Array.from({ length: 12 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" "),
  ).join("\n");

/** A PDF of text pages; every fourth page has a picture of `picture` bytes. The same seed gives the same file. */
export const largePdf = async (seed: number, pages: number, picture: number): Promise<Uint8Array> => {
  const random = randomFrom(seed);
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < pages; number++) {
    const page = pdf.addPage();
    page.drawText(lines(random, 45), { x: 50, y: 780, size: 11, lineHeight: 15, font });
    if (number % 4 > 0 || picture === 0) continue;
    const width = 400;
    const height = Math.floor(picture / width);
    const image = PDFRawStream.of(
      pdf.context.obj({
        Type: "XObject",
        Subtype: "Image",
        Width: width,
        Height: height,
        BitsPerComponent: 8,
        Filter: "DCTDecode",
      }),
      noise(random, picture - Math.floor(random() * 9000)),
    );
    image.dict.set(PDFName.of("ColorSpace"), PDFName.of("DeviceGray"));
    page.node.setXObject(PDFName.of("Photo"), pdf.context.register(image));
  }
  return pdf.save({ updateFieldAppearances: false });
};

/** Writes the 20 files of the merge bench (94 MB and 1,540 pages in all). Returns their paths. */
export const writeTwenty = async (folder: string): Promise<string[]> => {
  const paths: string[] = [];
  for (let file = 0; file < 20; file++) {
    const path = join(folder, `large-${file}.pdf`);
    writeFileSync(path, await largePdf(file + 1, 77, 232_000));
    paths.push(path);
  }
  return paths;
};
