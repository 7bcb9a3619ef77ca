import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { unprunedTree } from "./office/unpruned.ts";

/** Does the pruned LibreOffice print the files of CORPUS like one with all parts, compared by page images? Needs pdftoppm. Bar: all. */
const corpus = process.env["CORPUS"] ?? "corpus";
const folder = await mkdtemp(join(tmpdir(), "platen-bench-pruned-"));
const files = globSync(join(corpus, "**/*.{docx,xlsx}")).sort();

const printAll = (name: string, tree?: string): void => {
  const env = { ...process.env, ...(tree === undefined ? {} : { PLATEN_LIBREOFFICE: tree }) };
  spawnSync(process.execPath, ["bench/support/print-office.ts", join(folder, name), ...files], {
    env,
    stdio: "ignore",
  });
};

/** The page images of a file at 50 dpi, or the reason why it is not printed. */
const lookOf = (name: string, file: string): string[] => {
  const pdf = join(folder, name, `${basename(file)}.pdf`);
  if (!existsSync(pdf)) return [existsSync(`${pdf}.failed`) ? readFileSync(`${pdf}.failed`, "utf8") : "lost"];
  const { stdout } = spawnSync("pdftoppm", ["-r", "50", "-gray", "-l", "20", pdf], {
    maxBuffer: 2 ** 29,
    encoding: "latin1",
  });
  return stdout
    .split("P5\n")
    .slice(1)
    .map((page) => createHash("sha256").update(page, "latin1").digest("hex"));
};

printAll("pruned");
printAll("whole", await unprunedTree());
const different = files.filter((file) => lookOf("pruned", file).join() !== lookOf("whole", file).join());
const failed = files.filter((file) => existsSync(join(folder, "pruned", `${basename(file)}.pdf.failed`)));
console.log(
  `${files.length} files, ${files.length - failed.length} printed: ${files.length - different.length} look as they do with all parts`,
);
for (const file of different) console.log(`different: ${basename(file)}`);
if (process.env["DETAILS"] === undefined) await rm(folder, { recursive: true });
else console.log(folder);
