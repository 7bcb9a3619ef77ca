import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { libreofficeFolder } from "../../lib/engines/office/installation.ts";
import { debianOffer, debianTree, type Tree, type TreeOptions } from "../debian/tree.ts";
import { removeInterruptedSetups } from "../interrupted-setups.ts";
import { debianParts } from "../notices/debian.ts";
import { NOTICES_FILE, noticesOf } from "../notices/notices.ts";
import { compileZygote } from "./compile.ts";
import { compileGraphemes } from "./graphemes.ts";
import pins from "./package.json" with { type: "json" };
import { prune } from "./prune.ts";
import { writeWarmUp } from "./warm-up.ts";

const { release, series, version, office, others } = pins.debian;

/** Stands for the newest version that the mirror has. */
export const NEWEST = "newest";

/** The packages of the tree: LibreOffice's in this version, or in the newest one, and the others in their newest. */
const packagesOf = (folder: string, officeVersion?: string): Pick<TreeOptions, "release" | "packages" | "folder"> => {
  const suffix = officeVersion === undefined ? "" : `=${officeVersion}`;
  return { release, packages: [...office.map((name) => name + suffix), ...others], folder };
};

/** The package files that the mirror has now for the newest tree. `folder` is for what is read. */
export const offeredLibreOffice = (folder: string): Promise<string[]> => debianOffer(packagesOf(folder));

/** What `buildLibreOffice` does. */
export interface LibreOfficeOptions {
  readonly folder?: string;
  /** The version of LibreOffice's packages: the pinned one by default, or `newest`. */
  readonly officeVersion?: string;
}

/** Fetches a version, or the newest of the series if the mirror no longer has that one. */
const fetchPackages = async (folder: string, officeVersion: string, log: (line: string) => void): Promise<Tree> => {
  try {
    return await debianTree({ ...packagesOf(folder, officeVersion === NEWEST ? undefined : officeVersion), log });
  } catch (error) {
    if (!/Version .* was not found/.test((error as Error).message)) throw error;
    const tree = await debianTree({ ...packagesOf(folder), log });
    const newest = tree.versions[office[0]!] ?? "none";
    if (!newest.startsWith(`4:${series}.`))
      throw new Error(`Debian ${release} has LibreOffice ${newest}, not ${series}`);
    log(`Debian's mirror no longer has LibreOffice ${officeVersion}: taking ${newest}`);
    return tree;
  }
};

/** The day on which the unpacked LibreOffice was published, by the newest entry of its changelog (Debian Policy, 4.4). */
const publishedOn = async (packages: string): Promise<string | undefined> => {
  const file = join(packages, "usr/share/doc/libreoffice-common/changelog.Debian.gz");
  const [, date] = /^ -- .*> {2}(.+)$/m.exec(gunzipSync(await readFile(file)).toString()) ?? [];
  return date === undefined ? undefined : new Date(date).toISOString().slice(0, "2026-09-11".length);
};

/** Fetches the packages and builds the tree in `next`. `tree.json` lists their versions, files and licences; notices have the texts. */
const make = async (next: string, officeVersion: string, log: (line: string) => void): Promise<void> => {
  const packages = `${next}.packages`;
  try {
    const { versions, files, licences } = await fetchPackages(packages, officeVersion, log);
    await mkdir(next, { recursive: true });
    await prune(packages, next);
    await compileZygote(packages, join(next, "zygote"));
    await compileGraphemes(packages, next);
    await writeWarmUp(next);
    await writeFile(join(next, NOTICES_FILE), noticesOf("LibreOffice's tree", await debianParts(packages, versions)));
    const released = await publishedOn(packages);
    const libreoffice = /^4:([\d.]+)/.exec(versions[office[0]!] ?? "")?.[1];
    await writeFile(
      join(next, "tree.json"),
      `${JSON.stringify({ libreoffice, released, release, versions, files, licences }, null, 2)}\n`,
    );
  } finally {
    await rm(packages, { recursive: true, force: true });
    await rm(`${packages}.apt`, { recursive: true, force: true });
  }
};

/** Builds the LibreOffice tree, if it is not there already: 350 MB from 210 MB of Debian packages, in half a minute. */
export const buildLibreOffice = async (
  log: (line: string) => void = () => {},
  { folder = libreofficeFolder, officeVersion = version }: LibreOfficeOptions = {},
): Promise<void> => {
  if (existsSync(join(folder, "tree.json"))) return;
  if (process.arch !== "x64") throw new Error(`LibreOffice is built for x64 only, not for ${process.arch}`);
  log(`building ${basename(folder)} from Debian's packages (once, about half a minute)`);
  await removeInterruptedSetups(folder);
  const next = `${folder}.${process.pid}`;
  try {
    await make(next, officeVersion, log);
    await rename(next, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(join(folder, "tree.json"))) throw error;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
};
