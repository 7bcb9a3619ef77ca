import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temp folder of this test's own; imported before the settings are read. */
export const temp = mkdtempSync(join(tmpdir(), "platen-test-"));

/** Megabytes that one document may take. */
export const MEMORY = 300;

Object.assign(process.env, {
  PLATEN_TEMP: temp,
  PLATEN_BROWSER_MEMORY_MB: `${MEMORY}`,
  PLATEN_OFFICE_MEMORY_MB: `${MEMORY}`,
});
