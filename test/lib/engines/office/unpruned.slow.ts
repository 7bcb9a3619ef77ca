import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { corpusFiles, noCorpus } from "../../../support/corpus.ts";
import { popplerPrograms } from "../../../support/debian-programs.ts";
import { differencesOf } from "../../../support/office/differences.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { readKnown } from "../../../support/office/known.ts";
import { soffice } from "../../../support/office/soffice.ts";
import { unprunedTree } from "../../../support/office/unpruned.ts";

const FILES_AT_ONCE = 12;

const paperOf = (pdf: string): string =>
  /^Page size:.*\((\w+)\)/m.exec(spawnSync("pdfinfo", [pdf], { encoding: "utf8" }).stdout)?.[1] ?? "";

/** A sheet that names no paper is printed on A4; the command line takes the paper of its locale. */
const isOnPaperOfLocale = (mine: string, cli: string): boolean => paperOf(mine) === "A4" && paperOf(cli) === "letter";

const skip = noCorpus || noOffice || (await popplerPrograms());

// `test/support/office/known-differences.json` explains the differences that are known.
test("images and words of genuine files equal those of `soffice --convert-to pdf` of the unpruned LibreOffice", {
  skip,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-unpruned-"));
  const [ours, theirs] = [join(folder, "ours"), join(folder, "theirs")];
  const files = [...corpusFiles("docx"), ...corpusFiles("xlsx")];
  const tree = await unprunedTree();

  /** Prints files by the command line, twelve at a time. Missing results are printed one by one, because one file may end all. */
  const printByCommandLine = async (): Promise<void> => {
    for (const ending of ["docx", "xlsx"]) {
      const output = join(theirs, ending);
      await mkdir(output, { recursive: true });
      const those = files.filter((file) => file.endsWith(ending));
      const lost = (file: string) => !existsSync(join(output, `${basename(file, `.${ending}`)}.pdf`));
      for (let at = 0; at < those.length; at += FILES_AT_ONCE)
        await soffice(join(folder, "soffice"), those.slice(at, at + FILES_AT_ONCE), output, tree);
      for (const file of those.filter(lost)) await soffice(join(folder, "soffice"), [file], output, tree);
    }
  };

  spawnSync(process.execPath, ["test/support/office/print-files.ts", ours, ...files], { stdio: "ignore" });
  await printByCommandLine();

  /** The difference when the file is printed by a separate process, without the embedded fonts of the other eleven files. */
  const differenceAlone = async (file: string, mine: string, cli: string): Promise<string | undefined> => {
    if (differencesOf(mine, cli) === undefined) return undefined;
    await rm(cli, { force: true });
    await soffice(join(folder, "soffice"), [file], dirname(cli), tree);
    return differencesOf(mine, cli);
  };

  const known = await readKnown();
  const unknown: string[] = [];
  let both = 0;
  for (const file of files) {
    const name = basename(file);
    const [, stem = "", ending = ""] = /^(.*)\.(\w+)$/.exec(name) ?? [];
    const [mine, cli] = [join(ours, `${name}.pdf`), join(theirs, ending, `${stem}.pdf`)];
    if (!existsSync(mine) && !existsSync(cli)) continue;
    both++;
    const difference = await differenceAlone(file, mine, cli);
    if (difference === undefined || known.has(name) || isOnPaperOfLocale(mine, cli)) continue;
    unknown.push(`${name}: ${difference}`);
  }
  await rm(folder, { recursive: true });
  assert.ok(both > 0);
  assert.deepEqual(unknown, []);
});
