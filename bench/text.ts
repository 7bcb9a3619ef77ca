import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { form } from "../test/support/form.ts";
import { wholeService } from "../test/support/whole.ts";
import { corpusPdfs } from "./support/corpus-pdfs.ts";
import { cost } from "./support/measure.ts";

/**
 * From how many pages a second does `/pdf/text` read the text over HTTP, beside pdftotext in the same run? Files of CORPUS with 100
 * to 1,000 pages, LIMIT of them (6). Bar: 300 a second.
 */
const [PAGES_MIN, PAGES_MAX] = [100, 1000];
const ROUNDS = 3;
const SPEED_MIN = 300;
/** Between two documents a new process gets ready. */
const PAUSE_MS = 1500;

const files = corpusPdfs(PAGES_MIN, PAGES_MAX);
const service = await wholeService(1);

/** Seconds until the text of a file has arrived. */
const ours = async (file: Uint8Array): Promise<number> => {
  const start = performance.now();
  const reply = await fetch(`http://127.0.0.1:${service.port}/v1/pdf/text`, {
    method: "POST",
    headers: { "X-API-Key": service.keys[0]! },
    body: form({ file }),
  });
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`The answer is ${reply.status}.`);
  return (performance.now() - start) / 1000;
};

const theirs = async (path: string): Promise<number> => {
  const start = performance.now();
  const { status } = await cost("pdftotext", "-q", path, "/dev/null");
  if (status !== 0) throw new Error("pdftotext has failed.");
  return (performance.now() - start) / 1000;
};

try {
  const sums = { pages: 0, ours: 0, theirs: 0 };
  for (const { path, bytes, pages } of files) {
    const [mine, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      await setTimeout(PAUSE_MS);
      mine.push(await ours(bytes));
      other.push(await theirs(path));
    }
    const [a, b] = [Math.min(...mine), Math.min(...other)];
    sums.pages += pages;
    sums.ours += a;
    sums.theirs += b;
    const speed = `${(pages / a).toFixed(0)} pages a second, pdftotext ${(pages / b).toFixed(0)}`;
    console.log(`${basename(path)}: ${pages} pages, ${speed}: ${(b / a).toFixed(2)} times as many`);
  }
  const speed = sums.pages / sums.ours;
  console.log(
    `${speed < SPEED_MIN ? "MISSED " : ""}all: ${speed.toFixed(0)} pages a second, ${(sums.theirs / sums.ours).toFixed(2)} times as many as pdftotext`,
  );
} finally {
  await service.stop();
}
process.exit();
