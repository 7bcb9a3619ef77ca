import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Do the memory and the temp files of one LibreOffice stay the same over 1,000 documents? Bar: no growth, no failure. */
const temp = mkdtempSync(join(tmpdir(), "platen-bench-soak-"));
process.env["PLATEN_TEMP"] = temp;
const { excelToPdf } = await import("../lib/engines/excel-to-pdf.ts");
const { warmParts } = await import("../lib/workers/warm.ts");
const { wordToPdf } = await import("../lib/engines/word-to-pdf.ts");
const { zygoteOf } = await import("../test/support/processes.ts");
const { hello, invoice } = await import("./office/documents.ts");

const DOCUMENT_COUNT = 1000;
const state = () => {
  const status = readFileSync(`/proc/${zygoteOf()}/status`, "utf8");
  const files = readdirSync(temp, { recursive: true }).length;
  return `${Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)} MB, ${files} files`;
};
let failures = 0;
const convert = async (index: number): Promise<void> => {
  const [engine, bytes] = index % 2 === 0 ? ([wordToPdf, hello] as const) : ([excelToPdf, invoice] as const);
  await engine.run({ bytes }, AbortSignal.timeout(60_000)).catch(() => failures++);
};
for (let index = 0; index < 10; index++) await convert(index);
const [zygote, before] = [zygoteOf(), state()];
for (let index = 0; index < DOCUMENT_COUNT; index += 2) await Promise.all([convert(index), convert(index + 1)]);
console.log(
  `${DOCUMENT_COUNT} documents: ${failures} failures; ${before} before, ${state()} after; ${zygote === zygoteOf() ? "the same" : "another"} process`,
);
await warmParts().get("libreoffice")?.stop();
rmSync(temp, { recursive: true });
if (failures > 0) process.exitCode = 1;
