import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { mergePdf } from "../../../lib/engines/pdf-engine.ts";
import { WARM_UP_PDF } from "../../../lib/pdf/compress/warm-up.ts";
import { bytesOf } from "../finished.ts";
import { print, stopEngines } from "../print.ts";
import { scan } from "./pictures.ts";
import { rawPdf, rawStream } from "./raw.ts";

// Makes the warm-up document of compression: node test/support/pdf/warm-up.ts
const [width, height] = [800, 1036];
const jpeg = await sharp(await scan(width, height))
  .jpeg({ quality: 40, mozjpeg: true })
  .toBuffer();
const picture = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`;
// A pattern shows the picture again below it: differences there count as drawings.
const scanned = rawPdf([
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 384 497]>>",
  "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>/Pattern<</P 6 0 R>>>>>>",
  rawStream("q 384 0 0 417 0 80 cm /I Do Q /Pattern cs /P scn 0 0 384 80 re f"),
  rawStream(jpeg, `${picture}/ColorSpace/DeviceRGB/Filter/DCTDecode`),
  rawStream(
    "384 0 0 417 0 0 cm /I Do",
    "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 384 417]/XStep 384/YStep 417/Resources<</XObject<</I 5 0 R>>>>",
  ),
]);
const { pdf: printed } = await print({
  html: "<title>x</title><h1>Invoice 17</h1><table><tr><th>What<th>How much<tr><td>Paper<td>12.40</table><p>Thank you",
});
const type1 = await readFile(new URL("../../fixtures/pdf/type1.pdf", import.meta.url));
const files = [type1, printed, scanned].map((bytes) => ({ name: "x", bytes }));
const merged = await bytesOf(await mergePdf.run(files, new AbortController().signal));
await writeFile(WARM_UP_PDF, merged);
await stopEngines();
