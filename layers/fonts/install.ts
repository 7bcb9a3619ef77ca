import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-fs";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { command } from "../debian/command.ts";
import { MANIFEST_FILE } from "../debian/manifest.ts";
import { debianTree } from "../debian/tree.ts";
import { removeInterruptedSetups } from "../interrupted-setups.ts";
import { debianParts } from "../notices/debian.ts";
import { NOTICES_FILE, noticesOf, type Part } from "../notices/notices.ts";
import { npmPart } from "../notices/npm.ts";
import { isInFontSet, selectionOf } from "./files.ts";
import { addOfficeFaces } from "./office-faces.ts";
import pins from "./package.json" with { type: "json" };
import { addSignFaces } from "./sign-faces.ts";

/** Unpacks the chosen files of a tarball into a folder. */
const unpackChosen = async (packed: Buffer, folder: string, isChosen: (path: string) => boolean): Promise<void> => {
  const chosen = extract(folder, {
    ignore: (path) => !isChosen(path),
    map: (header) => ({ ...header, name: basename(header.name) }),
  });
  await pipeline(Readable.from([packed]), createGunzip(), chosen as unknown as Writable);
};

/**
 * Fetches packages from npm, and keeps the files of the set in folders of `next`. Resolves with the notices of the packages. Throws
 * an Error if a package does not match its pin.
 */
const fromNpm = async (next: string, scratch: string): Promise<Part[]> => {
  const specifiers = Object.entries(pins.npm).map(([name, { version }]) => `${name}@${version}`);
  await command("npm", ["pack", "--silent", ...specifiers], { folder: scratch });
  const parts: Part[] = [];
  for (const [name, { version, integrity, license }] of Object.entries(pins.npm)) {
    const tarball = join(scratch, `${name.replace(/^@/, "").replace("/", "-")}-${version}.tgz`);
    const packed = await readFile(tarball);
    const found = `sha512-${createHash("sha512").update(packed).digest("base64")}`;
    if (found !== integrity) throw new Error(`${name}@${version} from npm does not match the pinned checksum`);
    const { folder, isChosen, isAbout } = selectionOf(name);
    await unpackChosen(packed, join(next, folder), isChosen);
    const about = join(scratch, "npm", name);
    await unpackChosen(packed, about, isAbout);
    parts.push(await npmPart(about, license));
  }
  return parts;
};

/**
 * Fetches packages from Debian, keeps the files of the set, and copies the manifest of the packages to `next`. Resolves with the
 * notices of the packages.
 */
const fromDebian = async (next: string, scratch: string, log: (line: string) => void): Promise<Part[]> => {
  const [files, tree] = [join(next, "files"), join(scratch, "debian-fonts")];
  const { versions } = await debianTree({ ...pins.debian, dependencies: false, folder: tree, log });
  const shared = join(tree, "usr/share/fonts");
  for (const file of await readdir(shared, { recursive: true })) {
    if (isInFontSet(file)) await cp(join(shared, file), join(files, basename(file)));
  }
  await cp(join(tree, MANIFEST_FILE), join(next, MANIFEST_FILE));
  return debianParts(tree, versions);
};

/**
 * The files of fontconfig's rules: for Office documents, where a missing font is replaced with a similar one, and for all
 * others. `office.conf` includes the rules for Chinese, Japanese and Korean fonts.
 */
const RULE_FILES = ["east-asian.conf", "office.conf", "fonts.conf"];

/**
 * Writes the rules for fontconfig to a folder, for a font set that will be in `place`. Equal files are not written again. Others
 * empty fontconfig's cache, which holds what the earlier rules said of each font.
 */
export const writeRules = async (folder: string, place = folder): Promise<void> => {
  for (const name of RULE_FILES) {
    const rules = (await readFile(join(import.meta.dirname, name), "utf8")).replaceAll("FOLDER", place);
    const [file, cache] = [join(folder, name), join(folder, "cache")];
    if (existsSync(file) && (await readFile(file, "utf8")) === rules) continue;
    await writeFile(file, rules);
    for (const cached of existsSync(cache) ? await readdir(cache) : [])
      await rm(join(cache, cached), { recursive: true, force: true });
  }
};

/**
 * Fetches the fonts, if they are not there already: 210 MB are downloaded and 100 MB kept. The CJK fonts come from npm, which
 * has them with TrueType outlines: Chromium would print other outlines as pictures of letters. The other fonts come from Debian.
 */
export const installFonts = async (log: (line: string) => void = () => {}, folder = fontsFolder): Promise<void> => {
  if (existsSync(join(folder, "fonts.conf"))) return writeRules(folder, await realpath(folder));
  log(`fetching fonts for ${basename(folder)}`);
  await removeInterruptedSetups(folder);
  const next = `${folder}.${process.pid}`;
  const [files, scratch] = [join(next, "files"), join(next, "scratch")];
  for (const created of [files, scratch, join(next, "cache")]) await mkdir(created, { recursive: true });
  try {
    const parts = await Promise.all([fromNpm(next, scratch), fromDebian(next, scratch, log)]);
    await addOfficeFaces(files);
    await addSignFaces(files, join(next, "signs"));
    await writeFile(join(next, NOTICES_FILE), noticesOf("The font set", parts.flat()));
    // Whoever reaches the folder by a link must not write rules that are wrong when the link has gone.
    await writeRules(next, join(await realpath(dirname(folder)), basename(folder)));
    await rm(scratch, { recursive: true });
    await rename(next, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(join(folder, "fonts.conf"))) throw error;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
};
