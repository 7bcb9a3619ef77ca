import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { removePages } from "../lib/engines/pdf-engine.ts";
import { openWithBudget } from "../lib/pdf/read/open.ts";
import { bytesOf } from "../test/support/finished.ts";
import { form } from "../test/support/form.ts";
import { wholeService } from "../test/support/whole.ts";
import { ask, connected, quantile, requestBytes } from "./support/load.ts";
import { cost } from "./support/measure.ts";

/** How long does a call of compress take for one page (a scan, LaTeX, an invoice) at medium, compared with Ghostscript's /ebook? */
const corpus = process.env["CORPUS"];
if (corpus === undefined) throw new Error("CORPUS must name the folder of PDFs.");
const folder = mkdtempSync(join(tmpdir(), "platen-small-"));
const RUNS_PER_DOCUMENT = 9;
/** Between two documents a new process gets ready. */
const PAUSE_MS = 1500;
const GHOSTSCRIPT_ARGUMENTS = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/ebook"];

const firstPage = async (name: string): Promise<Buffer> => {
  const bytes = readFileSync(join(corpus, name));
  const pages = openWithBudget(bytes).document.pages.length;
  const others = Array.from({ length: pages - 1 }, (_, index) => index + 2);
  return Buffer.from(await bytesOf(await removePages.run({ bytes, pages: others }, new AbortController().signal)));
};

const ours = await wholeService(1);
try {
  const socket = await connected(ours.port);
  for (const name of ["already-ebook.pdf", "latex-tracemonkey.pdf", "dup-invoices.pdf"]) {
    const bytes = await firstPage(name);
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const sent = new Request("http://service", { method: "POST", body: form({ file: bytes, quality: "medium" }) });
    const type = sent.headers.get("content-type")!;
    const request = requestBytes("/v1/pdf/compress", ours.keys[0]!, Buffer.from(await sent.arrayBuffer()), type);
    const mine: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < RUNS_PER_DOCUMENT; round++) {
      await setTimeout(PAUSE_MS);
      const start = performance.now();
      const status = await ask(socket, request);
      mine.push(performance.now() - start);
      if (status !== 200) throw new Error(`${name} was answered ${status}.`);
      const { wall } = await cost("gs", ...GHOSTSCRIPT_ARGUMENTS, `-sOutputFile=${join(folder, "gs.pdf")}`, path);
      theirs.push(1000 * wall);
    }
    const [a, b] = [quantile(mine, 0.5), quantile(theirs, 0.5)];
    console.log(
      `${name.padEnd(24)} ${bytes.length} B  platen ${a.toFixed(0)} ms  gs ${b.toFixed(0)} ms  ${(a / b).toFixed(2)} x`,
    );
  }
  socket.destroy();
} finally {
  await ours.stop();
  rmSync(folder, { recursive: true });
}
process.exit();
