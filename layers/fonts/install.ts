import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-fs";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { command } from "../debian/command.ts";
import { debianTree } from "../debian/tree.ts";
import { sweepLeftBehind } from "../left-behind.ts";
import { belongs } from "./files.ts";
import pins from "./package.json" with { type: "json" };

/** Fetches packages of npm's registry and keeps the files of the set; throws an Error when one is not what was pinned. */
const fromNpm = async (files: string, scratch: string): Promise<void> => {
  const wanted = Object.entries(pins.npm).map(([name, { version }]) => `${name}@${version}`);
  await command("npm", ["pack", "--silent", ...wanted], { folder: scratch });
  for (const [name, { version, integrity }] of Object.entries(pins.npm)) {
    const tarball = join(scratch, `${name.slice(1).replace("/", "-")}-${version}.tgz`);
    const packed = await readFile(tarball);
    const found = `sha512-${createHash("sha512").update(packed).digest("base64")}`;
    if (found !== integrity) throw new Error(`${name}@${version} from npm is not the package that was pinned`);
    const chosen = extract(files, {
      ignore: (path) => !belongs(path),
      map: (header) => ({ ...header, name: basename(header.name) }),
    });
    await pipeline(Readable.from([packed]), createGunzip(), chosen as unknown as Writable);
  }
};

const fromDebian = async (files: string, scratch: string, tell: (line: string) => void): Promise<void> => {
  const tree = join(scratch, "debian-fonts");
  await debianTree({ ...pins.debian, dependencies: false, folder: tree, tell });
  const shared = join(tree, "usr/share/fonts");
  for (const file of await readdir(shared, { recursive: true })) {
    if (belongs(file)) await cp(join(shared, file), join(files, basename(file)));
  }
};

/** fontconfig's rules: for all, and for documents of Office, which are set in fonts of the same kind where they name none of ours. */
const RULES = ["office.conf", "fonts.conf"];

/** Writes fontconfig's rules into a folder, as they are when the set lies at a place; those that stand stay. */
export const writeRules = async (folder: string, place = folder): Promise<void> => {
  for (const name of RULES) {
    const rules = (await readFile(join(import.meta.dirname, name), "utf8")).replaceAll("FOLDER", place);
    const file = join(folder, name);
    if (!existsSync(file) || (await readFile(file, "utf8")) !== rules) await writeFile(file, rules);
  }
};

/**
 * Fetches the fonts, 100 MB of 210 MB that are downloaded, where they do not stand already: CJK of npm's packages, which
 * alone have it as TrueType (other outlines print as pictures of letters), the rest of Debian's.
 */
export const installFonts = async (tell: (line: string) => void = () => {}, folder = fontsFolder): Promise<void> => {
  if (existsSync(join(folder, "fonts.conf"))) return writeRules(folder);
  tell(`fetching fonts for ${basename(folder)}`);
  await sweepLeftBehind(folder);
  const next = `${folder}.${process.pid}`;
  const [files, scratch] = [join(next, "files"), join(next, "scratch")];
  for (const made of [files, scratch, join(next, "cache")]) await mkdir(made, { recursive: true });
  try {
    await Promise.all([fromNpm(files, scratch), fromDebian(files, scratch, tell)]);
    await writeRules(next, folder);
    await rm(scratch, { recursive: true });
    await rename(next, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(join(folder, "fonts.conf"))) throw error;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
};
