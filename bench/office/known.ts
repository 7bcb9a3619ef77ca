import { readFile } from "node:fs/promises";
import { join } from "node:path";

const LIST = join(import.meta.dirname, "known-differences.json");

/** Why our PDF of a file differs from that of the whole LibreOffice, by the file's name. */
export const readKnown = async (): Promise<Map<string, string>> => {
  const reasons = JSON.parse(await readFile(LIST, "utf8")) as Record<string, readonly string[]>;
  return new Map(Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)));
};
