import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { libreofficeFolder } from "../../lib/engines/office/installation.ts";
import { debianTree, type Tree, type TreeOptions } from "../debian/tree.ts";
import { removeInterruptedSetups } from "../interrupted-setups.ts";
import { debianParts } from "../notices/debian.ts";
import { NOTICES_FILE, noticesOf } from "../notices/notices.ts";
import { compileZygote } from "./compile.ts";
import { compileGraphemes } from "./graphemes.ts";
import pins from "./package.json" with { type: "json" };
import { prune } from "./prune.ts";
import { writeWarmUp } from "./warm-up.ts";

const { release, series, version, office, others } = pins.debian;

/** Fetches the pinned version, or the newest of its series if the mirror no longer has the pinned one. */
const fetchPackages = async (folder: string, tell: (line: string) => void): Promise<Tree> => {
  const options = (suffix: string): TreeOptions => ({
    release,
    packages: [...office.map((name) => name + suffix), ...others],
    folder,
    tell,
  });
  try {
    return await debianTree(options(`=${version}`));
  } catch (error) {
    if (!/Version .* was not found/.test((error as Error).message)) throw error;
    const tree = await debianTree(options(""));
    const newest = tree.versions[office[0]!] ?? "none";
    if (!newest.startsWith(`4:${series}.`))
      throw new Error(`Debian ${release} has LibreOffice ${newest}, not ${series}`);
    tell(`Debian's mirror no longer has LibreOffice ${version}: taking ${newest}`);
    return tree;
  }
};

/** Fetches the packages and builds the tree in `next`. `tree.json` lists their versions, files and licences; notices have the texts. */
const make = async (next: string, tell: (line: string) => void): Promise<void> => {
  const packages = `${next}.packages`;
  try {
    const { versions, files, licences } = await fetchPackages(packages, tell);
    await mkdir(next, { recursive: true });
    await prune(packages, next);
    await compileZygote(packages, join(next, "zygote"));
    await compileGraphemes(packages, next);
    await writeWarmUp(next);
    await writeFile(join(next, NOTICES_FILE), noticesOf("LibreOffice's tree", await debianParts(packages, versions)));
    const libreoffice = /^4:([\d.]+)/.exec(versions[office[0]!] ?? "")?.[1];
    await writeFile(
      join(next, "tree.json"),
      `${JSON.stringify({ libreoffice, release, versions, files, licences }, null, 2)}\n`,
    );
  } finally {
    await rm(packages, { recursive: true, force: true });
    await rm(`${packages}.apt`, { recursive: true, force: true });
  }
};

/** Builds the LibreOffice tree, if it is not there already: 300 MB from 130 MB of Debian packages, in half a minute. */
export const buildLibreOffice = async (
  tell: (line: string) => void = () => {},
  folder = libreofficeFolder,
): Promise<void> => {
  if (existsSync(join(folder, "tree.json"))) return;
  if (process.arch !== "x64") throw new Error(`LibreOffice is built for x64 only, not for ${process.arch}`);
  tell(`building ${basename(folder)} from Debian's packages (once, about half a minute)`);
  await removeInterruptedSetups(folder);
  const next = `${folder}.${process.pid}`;
  try {
    await make(next, tell);
    await rename(next, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(join(folder, "tree.json"))) throw error;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
};
