import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { differencesOf } from "./office/differences.ts";
import { readKnown } from "./office/known.ts";
import { soffice } from "./office/soffice.ts";
import { unprunedTree } from "./office/unpruned.ts";

/**
 * Do page images and words of the files of CORPUS equal those of `soffice --convert-to pdf` of the unpruned LibreOffice with the
 * same fonts? `bench/office/known-differences.json` explains known differences; others fail. Needs poppler.
 */
const corpus = process.env["CORPUS"] ?? "corpus";
const folder = await mkdtemp(join(tmpdir(), "platen-bench-unpruned-"));
const [ours, theirs] = [join(folder, "ours"), join(folder, "theirs")];
const files = globSync(join(corpus, "**/*.{docx,xlsx}")).sort();
const FILES_AT_ONCE = 12;
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

spawnSync(process.execPath, ["bench/support/print-office.ts", ours, ...files], { stdio: "ignore" });
await printByCommandLine();

/** The difference when the file is printed by a separate process, without the embedded fonts of the other eleven files. */
const differenceAlone = async (file: string, mine: string, cli: string): Promise<string | undefined> => {
  if (differencesOf(mine, cli) === undefined) return undefined;
  await rm(cli, { force: true });
  await soffice(join(folder, "soffice"), [file], dirname(cli), tree);
  return differencesOf(mine, cli);
};

const known = await readKnown();
const counts = new Map<string, number>();
const unknown: string[] = [];
let [both, same] = [0, 0];
for (const file of files) {
  const name = basename(file);
  const [, stem = "", ending = ""] = /^(.*)\.(\w+)$/.exec(name) ?? [];
  const [mine, cli] = [join(ours, `${name}.pdf`), join(theirs, ending, `${stem}.pdf`)];
  if (!existsSync(mine) && !existsSync(cli)) continue;
  both++;
  const difference = await differenceAlone(file, mine, cli);
  if (difference === undefined) {
    same++;
    continue;
  }
  const reason = known.get(name);
  if (reason === undefined) unknown.push(`unlisted: ${name}: ${difference}`);
  else counts.set(reason, (counts.get(reason) ?? 0) + 1);
}
console.log(`${files.length} files, ${both} printed by one of the two: ${same} look the same and have the same words`);
for (const [reason, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${count} differ: ${reason}`);
for (const line of unknown) console.log(line);
if (process.env["DETAILS"] === undefined) await rm(folder, { recursive: true });
else console.log(folder);
if (unknown.length > 0) process.exitCode = 1;
