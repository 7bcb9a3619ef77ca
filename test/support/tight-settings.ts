import "./own-service.ts";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temp folder of this test. Must be imported before the settings are read. */
export const temp = mkdtempSync(join(tmpdir(), "platen-test-"));

/** The memory limit for a document. */
export const DOCUMENT_MEMORY_MB = 300;

Object.assign(process.env, {
  PLATEN_TEMP: temp,
  PLATEN_BROWSER_MEMORY_MB: `${DOCUMENT_MEMORY_MB}`,
  PLATEN_OFFICE_MEMORY_MB: `${DOCUMENT_MEMORY_MB}`,
});
