import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { textOfWord, wordsOfText } from "./office/words-in.ts";

/** Are the words of the Word files of CORPUS (body, headers, footers, notes, text boxes) in their PDFs? Needs pdftotext. Bar: 99.5 % of each. */
const corpus = process.env["CORPUS"] ?? "corpus";
const folder = await mkdtemp(join(tmpdir(), "platen-bench-words-"));
const files = globSync(join(corpus, "**/*.docx")).sort();
spawnSync(process.execPath, ["bench/support/print-office.ts", folder, ...files], { stdio: "ignore" });

let [printed, whole] = [0, 0];
const lacking: string[] = [];
for (const file of files) {
  const pdf = join(folder, `${basename(file)}.pdf`);
  if (!existsSync(pdf)) {
    lacking.push(`${basename(file)}: ${existsSync(`${pdf}.failed`) ? readFileSync(`${pdf}.failed`, "utf8") : "lost"}`);
    continue;
  }
  printed++;
  const wanted = wordsOfText(await textOfWord(await readFile(file)));
  const { stdout } = spawnSync("pdftotext", [pdf, "-"], { encoding: "utf8", maxBuffer: 2 ** 28 });
  // Words that are hyphenated at the end of a line are searched without the line break.
  const text = stdout.normalize("NFKC").toLowerCase();
  const [there, joined] = [wordsOfText(text), text.replace(/[^\p{L}\p{N}]+/gu, "")];
  let [all, found] = [0, 0];
  const missing: string[] = [];
  for (const [word, count] of wanted) {
    all += count;
    const times = Math.min(count, there.get(word) ?? 0);
    found += times === count || joined.includes(word) ? count : times;
    if (times === 0 && !joined.includes(word)) missing.push(word);
  }
  if (all === 0 || found / all >= 0.995) whole++;
  else
    lacking.push(
      `${basename(file)}: ${((100 * found) / all).toFixed(1)} % of ${all}${process.env["DETAILS"] === undefined ? "" : ` ${missing.slice(0, 8).join(" ")}`}`,
    );
}
console.log(`${files.length} files, ${printed} printed, ${whole} of them with at least 99.5 % of their words`);
for (const line of lacking) console.log(line);
await rm(folder, { recursive: true });
