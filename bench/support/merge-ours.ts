import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { mergePdf } from "../../lib/engines/pdf-engine.ts";
import { keep } from "../../test/support/keep.ts";

/** Merges files in a separate process: `node merge-ours.ts OUT IN…`. */
const [out, ...paths] = process.argv.slice(2);
const files = await Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })));
await keep(await mergePdf.run(files, new AbortController().signal), out!);
