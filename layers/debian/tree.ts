import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Apt, privateApt } from "./apt.ts";
import { command } from "./command.ts";
import { checksums, MANIFEST, type Manifest, type Request, recorded, versionsOf } from "./manifest.ts";
import { debianMirror } from "./mirror.ts";

/** Packages wanted from Debian. */
export interface Wish {
  /** Code name of the release, whatever the machine itself runs: `bookworm`. */
  readonly release: string;
  /** Packages to unpack: `qpdf`, or `qpdf=11.3.0-1+deb12u1` for that version and no other. */
  readonly packages: readonly string[];
  /** False takes the named packages alone; else all that they depend on comes too, down to the C library. */
  readonly dependencies?: boolean;
  /** Source packages whose files are put, as Debian has them, into `sources/` of the tree. */
  readonly sources?: readonly string[];
  /** Where the tree is to stand; its own root is under this folder: `usr/bin/qpdf`. */
  readonly folder: string;
  /** Asks the mirror whether there are newer versions even where the tree stands already. */
  readonly refresh?: boolean;
  /** Told each step, a line at a time. */
  readonly tell?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** A tree of unpacked packages. */
export interface Tree {
  readonly folder: string;
  /** Version of each package and source by its name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Sha256 of each file that came from the mirror. */
  readonly files: Readonly<Record<string, string>>;
}

const PACKAGE = /\.deb$/;
const SOURCE = /\.(dsc|tar\.\w+|asc)$/;

const fetchPackages = async (apt: Apt, { packages, dependencies }: Request): Promise<void> => {
  if (packages.length === 0) return;
  if (dependencies) await apt.get(["install", "--download-only", ...packages]);
  else await apt.get(["download", ...packages], apt.archives);
};

const unpack = async (apt: Apt, next: string, files: readonly string[], signal?: AbortSignal): Promise<void> => {
  for (const file of files) await command("dpkg-deb", ["-x", join(apt.archives, file), next], { signal });
};

/** Names of the files that the mirror offers for this request now. */
const offered = async (apt: Apt, { packages, sources, dependencies }: Request): Promise<string[]> => {
  const asked = [
    packages.length > 0 &&
      (await apt.get([...(dependencies ? ["install"] : ["download"]), "--print-uris", ...packages])),
    sources.length > 0 && (await apt.get(["source", "--print-uris", "--download-only", ...sources])),
  ];
  const lines = asked.flatMap((listing) => (listing ? listing.split("\n") : []));
  return lines.flatMap((line) => /^'[^']+' (\S+) \d+ /.exec(line)?.[1] ?? []).sort();
};

/** Fetches and unpacks beside the folder, then puts the new tree in the place of the old one. */
const build = async (apt: Apt, request: Request, wish: Wish, folder: string): Promise<Manifest> => {
  const { tell = () => {}, signal } = wish;
  const next = `${folder}.next`;
  const wanted = await offered(apt, request);
  tell(`fetching ${wanted.length} files of Debian ${request.release}`);
  for (const file of await readdir(apt.archives)) {
    if (PACKAGE.test(file) && !wanted.includes(file)) await rm(join(apt.archives, file));
  }
  await fetchPackages(apt, request);
  await rm(next, { recursive: true, force: true });
  const sources = join(next, "sources");
  await mkdir(sources, { recursive: true });
  if (request.sources.length > 0) await apt.get(["source", "--download-only", ...request.sources], sources);
  const packages = await checksums(apt.archives, PACKAGE);
  tell(`unpacking ${Object.keys(packages).length} packages`);
  await unpack(apt, next, Object.keys(packages), signal);
  const files = { ...packages, ...(await checksums(sources, SOURCE)) };
  const manifest = { request, versions: versionsOf(Object.keys(files)), files };
  await writeFile(join(next, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
  return manifest;
};

/**
 * Fetches packages of a Debian release, checks their signatures and unpacks them into a folder of their own: no rights
 * are needed, nothing on the machine changes. A tree that stands is used as it is; one that was interrupted is taken up
 * where it stopped. Throws an Error of one line that says what is missing.
 */
export const debianTree = async (wish: Wish): Promise<Tree> => {
  const { release, tell = () => {}, signal } = wish;
  const folder = resolve(wish.folder);
  const architecture = (await command("dpkg", ["--print-architecture"])).trim();
  const { packages, sources = [], dependencies = true } = wish;
  const request: Request = { release, architecture, packages, sources, dependencies };
  const standing = await recorded(folder, request);
  if (standing !== undefined && !wish.refresh) return { folder, versions: standing.versions, files: standing.files };

  const root = `${folder}.apt`;
  const apt = await privateApt(root, release, await debianMirror(), signal);
  tell(`asking for Debian ${release}'s packages for ${basename(folder)}`);
  await apt.get(["--error-on=any", "update"]);
  const current = standing !== undefined && (await offered(apt, request)).every((file) => file in standing.files);
  const { versions, files } = current ? standing : await build(apt, request, wish, folder);
  await rm(root, { recursive: true });
  return { folder, versions, files };
};
