import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compressPdf } from "../lib/engines/compress-pdf.ts";
import { mergePdf, removePages } from "../lib/engines/pdf-engine.ts";
import type { Output } from "../lib/output/output.ts";
import { debianPrograms } from "../test/support/debian-programs.ts";
import { keep } from "../test/support/keep.ts";
import { textPdf } from "../test/support/pdf/raw.ts";
import { MANY_OBJECTS } from "./support/many-objects.ts";

/**
 * How long does a warm service take to merge, shorten and compress files of 200,000 objects, plain and in object streams, and
 * to merge a folder of files (CORPUS), compared with native qpdf (one run of up to 20 s)? Bars: merge 0.8 s, remove 1.5 s,
 * compress 5 s; the folder 1.3 x qpdf.
 */
const OBJECT_COUNT = 200_000;
const RUN_COUNT = 5;
const QPDF_TIMEOUT_MS = 20_000;
const lacking = await debianPrograms("qpdf", ["qpdf"]);
if (lacking) throw new Error(lacking);
const folder = mkdtempSync(join(tmpdir(), "platen-objects-"));
const out = join(folder, "out.pdf");
const signal = new AbortController().signal;
const read = (path: string) => ({ name: "file.pdf", bytes: new Uint8Array(readFileSync(path)) });

/** Wall-clock and CPU seconds of the median run, without the first one. */
const middle = async (run: () => Promise<void>): Promise<{ wall: number; cpu: number }> => {
  const times: { wall: number; cpu: number }[] = [];
  for (let count = 0; count <= RUN_COUNT; count++) {
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    await run();
    const { user, system } = process.cpuUsage(cpu);
    times.push({ wall: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 });
  }
  return times.slice(1).sort((a, b) => a.wall - b.wall)[RUN_COUNT >> 1]!;
};

const kept = async (work: Promise<Output>): Promise<void> => keep(await work, out);
const ours = (paths: readonly string[]) => middle(() => kept(mergePdf.run(paths.map(read), signal)));
const compressed = (path: string) =>
  middle(() => kept(compressPdf.run({ bytes: read(path).bytes, quality: "medium" }, signal)));
const qpdf = (...args: string[]): void =>
  void execFileSync("qpdf", [...args, out], { stdio: "ignore", timeout: QPDF_TIMEOUT_MS });
/** Seconds of one run of qpdf; undefined if it takes too long. */
const once = (...args: string[]): number | undefined => {
  const started = performance.now();
  try {
    qpdf(...args);
    return (performance.now() - started) / 1000;
  } catch {
    return undefined;
  }
};
const merge = (paths: readonly string[]) => ["--empty", "--pages", ...paths, "--"];

const row = (name: string, { wall, cpu }: { wall: number; cpu: number }, peer?: number): void => {
  const beside = peer === undefined ? "" : `  qpdf ${peer.toFixed(2)} s  ratio ${(wall / peer).toFixed(2)}`;
  console.log(`${name.padEnd(34)} ${wall.toFixed(2)} s (CPU ${cpu.toFixed(2)})${beside}`);
};

try {
  const one = join(folder, "one.pdf");
  writeFileSync(one, textPdf("first"));
  for (const [name, make] of Object.entries(MANY_OBJECTS)) {
    const plain = join(folder, `${name}.pdf`);
    const packed = join(folder, `${name}-packed.pdf`);
    writeFileSync(plain, make(OBJECT_COUNT));
    execFileSync("qpdf", ["--object-streams=generate", plain, packed]);
    for (const path of [plain, packed]) {
      const kind = `${name}${path === packed ? ", packed" : ""}`;
      row(`merge  ${kind}`, await ours([one, path]), once(...merge([one, path])));
      const cut = await middle(() => kept(removePages.run({ bytes: read(path).bytes, pages: [2, 5] }, signal)));
      row(`remove ${kind}`, cut, once(path, "--pages", ".", "1,3,4,6-z", "--"));
      row(`compress ${kind}`, await compressed(path));
    }
  }
  const corpus = process.env["CORPUS"];
  if (corpus !== undefined) {
    const paths = readdirSync(corpus).filter((file) => file.endsWith(".pdf"));
    const files = paths.map((file) => join(corpus, file)).slice(0, 20);
    row(
      `merge  the ${files.length} files of the folder`,
      await ours(files),
      (await middle(async () => qpdf(...merge(files)))).wall,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();
