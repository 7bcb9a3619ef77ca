import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The licence names in a machine-readable copyright file (Debian's copyright-format 1.0), sorted. */
const namesIn = (text: string): string[] => {
  const names = new Set<string>();
  for (const line of text.split("\n")) {
    if (line.startsWith("License:")) names.add(line.slice("License:".length).trim());
  }
  names.delete("");
  return [...names].sort();
};

/** The licences in any other copyright file, as far as it refers to the texts in `/usr/share/common-licenses`, sorted. */
const referencesIn = (text: string): string[] => {
  const found = text.matchAll(/\/usr\/share\/common-licenses\/([A-Za-z0-9+-]+(?:\.\d+)*)/g);
  return [...new Set([...found].map(([, name = ""]) => name))].sort();
};

/**
 * The licences of an unpacked package, as its copyright file (Debian Policy, 12.5) names them. Empty if it names none, or
 * if the package leaves the file to another one.
 */
export const licencesOf = async (tree: string, name: string): Promise<string[]> => {
  const text = await readFile(join(tree, "usr/share/doc", name, "copyright"), "utf8").catch(() => "");
  return /^Format:/m.test(text) ? namesIn(text) : referencesIn(text);
};
