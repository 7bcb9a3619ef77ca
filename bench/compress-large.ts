import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { cost } from "./support/measure.ts";

/** How much time and memory does a file of 94 MB of scanned pages take at medium? Bars: the deadline of 60 s, 600 MB. */
const corpus = process.env["CORPUS"];
if (corpus === undefined) throw new Error("CORPUS must name the folder of PDFs.");
const FILE_BYTES = 94_000_000;
const folder = mkdtempSync(join(tmpdir(), "platen-compress-large-"));

/** Pages of 300 dpi, each cut from another place of a scan and a little darker or brighter, so that no two are equal. */
const scans = async (): Promise<Uint8Array> => {
  execFileSync("pdfimages", ["-j", join(corpus, "scan-color-300.pdf"), join(folder, "scan")]);
  const pictures = globSync(join(folder, "scan-*.jpg")).sort();
  const document = await PDFDocument.create();
  for (let page = 0, size = 0; size < FILE_BYTES; page++) {
    const jpeg = await sharp(pictures[page % pictures.length])
      .extract({ left: page % 90, top: (2 * page) % 160, width: 1900, height: 2650 })
      .modulate({ brightness: 1 - (page % 5) / 100 })
      .jpeg({ quality: 93 })
      .toBuffer();
    size += jpeg.length;
    document.addPage([456, 636]).drawImage(await document.embedJpg(jpeg), { width: 456, height: 636 });
  }
  return document.save();
};

try {
  const [input, output] = [join(folder, "in.pdf"), join(folder, "out.pdf")];
  writeFileSync(input, await scans());
  const script = new URL("./support/compress-ours.ts", import.meta.url).pathname;
  const { cpu, wall, peak, status } = await cost(process.execPath, script, output, input, "medium");
  if (status !== 0) throw new Error("It was not compressed.");
  const [before, after] = [input, output].map((path) => (statSync(path).size / 1e6).toFixed(1));
  console.log(`${before} MB to ${after} MB: ${wall.toFixed(1)} s, CPU ${cpu.toFixed(1)} s, ${peak.toFixed(0)} MB`);
} finally {
  rmSync(folder, { recursive: true });
}
