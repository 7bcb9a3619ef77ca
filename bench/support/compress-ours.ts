import { readFile, writeFile } from "node:fs/promises";
import { compressPdf } from "../../lib/engines/compress-pdf.ts";
import type { Quality } from "../../lib/pdf/compress/levels.ts";

/** Compresses a file in a separate process: `node compress-ours.ts OUT IN QUALITY`. */
const [out, path, quality] = process.argv.slice(2);
const bytes = await readFile(path!);
const { body } = await compressPdf.run({ bytes, quality: quality as Quality }, new AbortController().signal);
await writeFile(out!, body);
