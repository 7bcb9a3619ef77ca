import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of the jars of veraPDF's validation model and of what it needs; without it nothing is validated. */
const jars = process.env["VERAPDF_JARS"];

/** Whether veraPDF can validate here: Java is there, and a folder with its jars is set. */
export const hasVeraPdf = jars !== undefined && spawnSync("java", ["-version"]).error === undefined;

/**
 * What veraPDF says of each document: the level of PDF/A that it claims, or the flavour, `compliant` or `broken`, and the rules that
 * it breaks.
 */
export const veraPdfVerdicts = (documents: readonly Uint8Array[], flavour?: "ua1"): string[] => {
  const folder = mkdtempSync(join(tmpdir(), "platen-verapdf-"));
  try {
    const files = documents.map((bytes, index) => {
      const file = join(folder, `${index}.pdf`);
      writeFileSync(file, bytes);
      return file;
    });
    const script = join(import.meta.dirname, "Validate.java");
    const named = flavour === undefined ? [] : [`--${flavour}`];
    const { status, stdout, stderr } = spawnSync("java", ["-cp", `${jars}/*`, script, ...named, ...files], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`veraPDF: ${stderr}`);
    return stdout.trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
};
