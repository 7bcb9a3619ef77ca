import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { noOffice } from "../../../support/office/engine.ts";

const temp = mkdtempSync(join(tmpdir(), "platen-bench-soak-"));
process.env["PLATEN_TEMP"] = temp;
const { excelToPdf } = await import("../../../../lib/engines/excel-to-pdf.ts");
const { warmParts } = await import("../../../../lib/workers/warm.ts");
const { wordToPdf } = await import("../../../../lib/engines/word-to-pdf.ts");
const { zygoteOf } = await import("../../../support/processes.ts");
const { until } = await import("../../../support/until.ts");
const { hello, invoice } = await import("../../../support/office/documents.ts");

const DOCUMENT_COUNT = Number(process.env["RUNS"] ?? 400);
/** Megabytes by which the data of one process may differ at two moments. */
const MEMORY_TOLERANCE_MB = 10;

const state = () => {
  const status = readFileSync(`/proc/${zygoteOf()}/status`, "utf8");
  // Not the resident memory: in an idle moment, which may come late, code moves to huge pages and takes more of it.
  const memoryMb = Number(/^VmData:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  return { memoryMb, files: readdirSync(temp, { recursive: true }).length, process: zygoteOf() };
};

/** The state after the work of idle moments, where this machine leaves such moments. */
const settled = async (): Promise<ReturnType<typeof state>> => {
  let last = state();
  await until(() => {
    const earlier = last;
    last = state();
    return isDeepStrictEqual(last, earlier);
  });
  return last;
};

test("memory and temp files of one LibreOffice stay the same over many documents", { skip: noOffice }, async () => {
  const convert = async (index: number): Promise<void> => {
    const [engine, bytes] = index % 2 === 0 ? ([wordToPdf, hello] as const) : ([excelToPdf, invoice] as const);
    await engine.run({ bytes }, AbortSignal.timeout(600_000));
  };
  for (let index = 0; index < 10; index++) await convert(index);
  const before = await settled();
  for (let index = 0; index < DOCUMENT_COUNT; index += 2) await Promise.all([convert(index), convert(index + 1)]);
  const afterwards = await settled();
  assert.deepEqual([afterwards.files, afterwards.process], [before.files, before.process]);
  assert.ok(
    afterwards.memoryMb - before.memoryMb < MEMORY_TOLERANCE_MB,
    `${before.memoryMb}, ${afterwards.memoryMb} MB`,
  );
  await warmParts().get("libreoffice")?.stop();
  rmSync(temp, { recursive: true });
});
