import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { corpusFiles, noCorpus } from "../../../support/corpus.ts";
import { popplerPrograms } from "../../../support/debian-programs.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { textOfWord, wordsOfText } from "../../../support/office/words-in.ts";

/** The share of the words of a document that its PDF must have. */
const FOUND_SHARE_MIN = 0.995;

/** Documents whose PDFs lack words that LibreOffice does not print. */
const KNOWN_TO_LACK: readonly string[] = [
  "60293.docx",
  "Bug60341.docx",
  "DrawingML_GraphicData_wps.docx",
  "MultipleBodyBug.docx",
  "NumberingImplicitNumId.docx",
  "NumberingIndents-OUT.docx",
  "NumberingIndents.docx",
  "arabic_align.docx",
];

const skip = noCorpus || noOffice || (await popplerPrograms());

test("the words of genuine Word files (body, headers, footers, notes, text boxes) are in their PDFs", {
  skip,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-words-"));
  const files = corpusFiles("docx");
  spawnSync(process.execPath, ["test/support/office/print-files.ts", folder, ...files], { stdio: "ignore" });
  const lacking: string[] = [];
  let printed = 0;
  for (const file of files) {
    const pdf = join(folder, `${basename(file)}.pdf`);
    if (!existsSync(pdf)) {
      assert.ok(existsSync(`${pdf}.failed`), `${basename(file)} was lost`);
      continue;
    }
    printed++;
    const wanted = wordsOfText(await textOfWord(await readFile(file)));
    const { stdout } = spawnSync("pdftotext", [pdf, "-"], { encoding: "utf8", maxBuffer: 2 ** 28 });
    // Words that are hyphenated at the end of a line are searched without the line break.
    const text = stdout.normalize("NFKC").toLowerCase();
    const [words, joined] = [wordsOfText(text), text.replace(/[^\p{L}\p{N}]+/gu, "")];
    let [all, found] = [0, 0];
    for (const [word, count] of wanted) {
      all += count;
      const times = Math.min(count, words.get(word) ?? 0);
      found += times === count || joined.includes(word) ? count : times;
    }
    if (found < FOUND_SHARE_MIN * all) lacking.push(basename(file));
  }
  await rm(folder, { recursive: true });
  assert.ok(printed > 0);
  assert.deepEqual(
    lacking.filter((name) => !KNOWN_TO_LACK.includes(name)),
    [],
  );
});
