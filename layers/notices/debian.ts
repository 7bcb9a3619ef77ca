import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Part } from "./notices.ts";

/** The licence texts that copyright files refer to. Every Debian has them (package base-files). */
const COMMON_LICENCES = "/usr/share/common-licenses";

/**
 * The names of the common licences to which a text refers. Some texts refer to names with more digits than there are, such as
 * GPL-2.0 for GPL-2, so that the longest name with which a reference begins counts.
 */
const commonLicencesIn = (text: string, names: readonly string[]): string[] => {
  const references = [...text.matchAll(/\/usr\/share\/common-licenses\/([A-Za-z0-9.+-]+)/g)];
  return references.flatMap(([, reference = ""]) => {
    const beginnings = names.filter((name) => reference.startsWith(name));
    return beginnings.sort((first, second) => second.length - first.length).slice(0, 1);
  });
};

/** The common licences to which parts refer, as parts. */
const commonLicences = async (parts: readonly Part[]): Promise<Part[]> => {
  const names = await readdir(COMMON_LICENCES);
  const referred = new Set(parts.flatMap(({ texts }) => texts.flatMap((text) => commonLicencesIn(text, names))));
  const read = async (name: string): Promise<Part> => ({
    title: `${COMMON_LICENCES}/${name}, to which other texts refer`,
    texts: [await readFile(join(COMMON_LICENCES, name), "utf8")],
  });
  return Promise.all([...referred].map(read));
};

/**
 * The parts of a tree of unpacked packages, with their copyright files (Debian Policy, 12.5), and the common licences to which
 * these refer. `versions` has the version of each package by its name. Rejects if a package has no copyright file.
 */
export const debianParts = async (
  tree: string,
  versions: Readonly<Record<string, string>>,
  origin = "Debian",
): Promise<Part[]> => {
  const read = async ([name, version]: readonly [string, string]): Promise<Part> => ({
    title: `${name} ${version} (${origin})`,
    texts: [await readFile(join(tree, "usr/share/doc", name, "copyright"), "utf8")],
  });
  const parts = await Promise.all(Object.entries(versions).map(read));
  return [...parts, ...(await commonLicences(parts))];
};
