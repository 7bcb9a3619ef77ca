import { readFile } from "node:fs/promises";
import { join } from "node:path";

const DIFFERENCES_FILE = join(import.meta.dirname, "known-differences.json");

/** The known reasons why the PDF of a file differs from that of the unpruned LibreOffice, by the name of the file. */
export const readKnown = async (): Promise<Map<string, string>> => {
  const reasons = JSON.parse(await readFile(DIFFERENCES_FILE, "utf8")) as Record<string, readonly string[]>;
  return new Map(Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)));
};
