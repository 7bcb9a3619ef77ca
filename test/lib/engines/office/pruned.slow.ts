import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { corpusFiles, noCorpus } from "../../../support/corpus.ts";
import { popplerPrograms } from "../../../support/debian-programs.ts";
import { pageHashes } from "../../../support/office/differences.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { unprunedTree } from "../../../support/office/unpruned.ts";

/** A workbook whose colours differ by one step. */
const KNOWN_TO_DIFFER: readonly string[] = ["customIndexedColors.xlsx"];

const skip = noCorpus || noOffice || (await popplerPrograms());

test("the pruned LibreOffice prints genuine files as one with all parts does", { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-pruned-"));
  const files = [...corpusFiles("docx"), ...corpusFiles("xlsx")];
  const printAll = (name: string, tree?: string): void => {
    const env = { ...process.env, ...(tree === undefined ? {} : { PLATEN_LIBREOFFICE: tree }) };
    const words = ["test/support/office/print-files.ts", join(folder, name), ...files];
    spawnSync(process.execPath, words, { env, stdio: "ignore" });
  };
  /** The page images of a file, or the reason why it is not printed. */
  const lookOf = (name: string, file: string): string[] => {
    const pdf = join(folder, name, `${basename(file)}.pdf`);
    if (existsSync(pdf)) return pageHashes(pdf);
    return [existsSync(`${pdf}.failed`) ? readFileSync(`${pdf}.failed`, "utf8") : "lost"];
  };
  printAll("pruned");
  printAll("whole", await unprunedTree());
  const different = files.filter((file) => lookOf("pruned", file).join() !== lookOf("whole", file).join());
  await rm(folder, { recursive: true });
  assert.deepEqual(
    different.map((file) => basename(file)).filter((name) => !KNOWN_TO_DIFFER.includes(name)),
    [],
  );
});
