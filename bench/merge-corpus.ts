import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mergePdf } from "../lib/engines/pdf-engine.ts";
import { debianPrograms, popplerPrograms } from "../test/support/debian-programs.ts";
import { bytesOf } from "../test/support/finished.ts";
import { damages } from "../test/support/pdf/damage.ts";
import { textPdf } from "../test/support/pdf/raw.ts";
import { looksSame, type Picture, render } from "../test/support/pdf/render.ts";

/**
 * How many real and broken files (CORPUS) look as before after a merge with one page, and how many survive six kinds of
 * damage? Compared with native qpdf.
 */
const corpus = process.env["CORPUS"];
if (corpus === undefined) throw new Error("CORPUS must name the folder of PDFs.");
const lacking = (await popplerPrograms()) || (await debianPrograms("qpdf", ["qpdf"]));
if (lacking) throw new Error(lacking);
const folder = mkdtempSync(join(tmpdir(), "platen-corpus-"));
const onePage = join(folder, "one.pdf");
writeFileSync(onePage, textPdf("one page"));
const COMPARED_PAGES = 6;

type Merge = (path: string, out: string) => Promise<void>;

const platen: Merge = async (path, out) => {
  const files = [path, onePage].map((file) => ({ name: file, bytes: new Uint8Array(readFileSync(file)) }));
  writeFileSync(out, await bytesOf(await mergePdf.run(files, AbortSignal.timeout(60_000))));
};

const qpdf: Merge = async (path, out) => {
  try {
    execFileSync("qpdf", ["--empty", "--pages", path, onePage, "--", out], { stdio: "ignore", timeout: 60_000 });
  } catch (error) {
    if ((error as { status?: number }).status !== 3) throw error;
  }
};

/** Whether the merged file shows the pages that the original showed. */
const same = async (merge: Merge, path: string, before: Picture[]): Promise<boolean> => {
  const out = join(folder, "out.pdf");
  rmSync(out, { force: true });
  try {
    await merge(path, out);
    const after = await render(out, 36, false, COMPARED_PAGES);
    return (
      after.length > 0 && before.every((page, index) => after[index] !== undefined && looksSame(page, after[index]))
    );
  } catch {
    return false;
  }
};

const tally = async (name: string, files: { path: string; before: Picture[] }[]): Promise<void> => {
  for (const [engine, merge] of [
    ["platen", platen],
    ["qpdf", qpdf],
  ] as const) {
    const failed: string[] = [];
    for (const { path, before } of files) if (!(await same(merge, path, before))) failed.push(path.split("/").pop()!);
    const good = files.length - failed.length;
    console.log(
      `${name} ${engine.padEnd(7)} ${good} of ${files.length} (${((100 * good) / files.length).toFixed(1)} %)`,
    );
    if (process.env["VERBOSE"] !== undefined) console.log(`  not: ${failed.join(" ")}`);
  }
};

try {
  const files: { path: string; before: Picture[] }[] = [];
  for (const name of readdirSync(corpus).filter((file) => file.endsWith(".pdf"))) {
    const path = join(corpus, name);
    const before = await render(path, 36, false, COMPARED_PAGES);
    if (before.length > 0) files.push({ path, before });
  }
  await tally("same look", files);

  const damaged: { path: string; before: Picture[] }[] = [];
  const sound = files.filter(({ path }) => {
    const bytes = readFileSync(path);
    return bytes.length > 4000 && bytes.subarray(0, 5).toString() === "%PDF-" && !bytes.includes("/Encrypt");
  });
  for (const { path, before } of sound.slice(0, 40)) {
    Object.values(damages).forEach((damage, index) => {
      const broken = join(folder, `${index}-${path.split("/").pop()}`);
      writeFileSync(broken, damage(readFileSync(path)));
      damaged.push({ path: broken, before });
    });
  }
  await tally("damaged  ", damaged);
} finally {
  rmSync(folder, { recursive: true });
}
