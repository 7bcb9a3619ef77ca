import { readFile } from "node:fs/promises";
import { removePages } from "../../lib/engines/pdf-engine.ts";
import { keep } from "../../test/support/keep.ts";

/** Removes every second page but one: `node remove-ours.ts OUT IN COUNT`. */
const [out, path, count] = process.argv.slice(2);
const pages = Array.from({ length: Number(count) }, (_, index) => 2 * index + 2);
await keep(await removePages.run({ bytes: await readFile(path!), pages }, new AbortController().signal), out!);
