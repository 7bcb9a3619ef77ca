import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import { type Apt, privateApt } from "./apt.ts";
import { command } from "./command.ts";
import { licencesOf } from "./copyright.ts";
import { checksums, MANIFEST_FILE, type Manifest, type Request, readManifest, versionsOf } from "./manifest.ts";
import { debianMirror } from "./mirror.ts";

/** Packages to fetch from Debian. */
export interface TreeOptions {
  /** Code name of the release, such as `bookworm`; the machine itself may run another one. */
  readonly release: string;
  /** Packages to unpack: `qpdf`, or `qpdf=11.3.0-1+deb12u1` for exactly that version. */
  readonly packages: readonly string[];
  /** With false only the named packages are fetched, otherwise also all their dependencies, down to the C library. */
  readonly dependencies?: boolean;
  /** Source packages, whose files are put unchanged into `sources/` of the tree. */
  readonly sources?: readonly string[];
  /** The root of the tree: a program is then at `usr/bin/qpdf` below it. */
  readonly folder: string;
  /** Asks the mirror for newer versions even if the tree exists already. */
  readonly refresh?: boolean;
  /** Called with a line for each step. */
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** A tree of unpacked packages. */
export interface Tree {
  readonly folder: string;
  /** Version of each package and source by its name. */
  readonly versions: Readonly<Record<string, string>>;
  /** SHA-256 of each file that came from the mirror. */
  readonly files: Readonly<Record<string, string>>;
  /** Licences of each package by its name, as its copyright file names them. */
  readonly licences: Readonly<Record<string, readonly string[]>>;
}

const PACKAGE_FILE = /\.deb$/;
const SOURCE_FILE = /\.(dsc|tar\.\w+|asc)$/;

const fetchPackages = async (apt: Apt, { packages, dependencies }: Request): Promise<void> => {
  if (packages.length === 0) return;
  if (dependencies) await apt.get(["install", "--download-only", ...packages]);
  else await apt.get(["download", ...packages], apt.archives);
};

/** Shells that unpack at the same time: each package is decompressed by one processor. */
const SHELLS_AT_ONCE = availableParallelism();

const UNPACK_SCRIPT = `for file; do dpkg-deb -x "$file" "$0" || exit; done`;

/** Each shell has every second package, or third: starting a process takes longer from here than from a shell, which is small. */
const unpack = async (
  apt: Apt,
  next: string,
  files: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  const paths = files.map((file) => join(apt.archives, file));
  const shells = Array.from({ length: SHELLS_AT_ONCE }, (_, shell) => {
    const share = paths.filter((_path, index) => index % SHELLS_AT_ONCE === shell);
    return command("sh", ["-c", UNPACK_SCRIPT, next, ...share], { signal });
  });
  // When one fails, the others have to end before their folder is removed.
  await Promise.allSettled(shells);
  await Promise.all(shells);
};

/** The names of the files that the mirror has now for this request. */
const offeredFiles = async (
  apt: Apt,
  { packages, sources, dependencies }: Pick<Request, "packages" | "sources" | "dependencies">,
): Promise<string[]> => {
  const listings = [
    packages.length > 0 &&
      (await apt.get([...(dependencies ? ["install"] : ["download"]), "--print-uris", ...packages])),
    sources.length > 0 && (await apt.get(["source", "--print-uris", "--download-only", ...sources])),
  ];
  const lines = listings.flatMap((listing) => (listing ? listing.split("\n") : []));
  return lines.flatMap((line) => /^'[^']+' (\S+) \d+ /.exec(line)?.[1] ?? []).sort();
};

/** Fetches and unpacks the packages in another folder, then replaces the old tree with it. */
const build = async (apt: Apt, request: Request, options: TreeOptions, folder: string): Promise<Manifest> => {
  const { log = () => {}, signal } = options;
  const next = `${folder}.next`;
  const files = await offeredFiles(apt, request);
  log(`fetching ${files.length} files of Debian ${request.release}`);
  for (const file of await readdir(apt.archives)) {
    if (PACKAGE_FILE.test(file) && !files.includes(file)) await rm(join(apt.archives, file));
  }
  await fetchPackages(apt, request);
  await rm(next, { recursive: true, force: true });
  const sources = join(next, "sources");
  await mkdir(sources, { recursive: true });
  if (request.sources.length > 0) await apt.get(["source", "--download-only", ...request.sources], sources);
  const packages = await checksums(apt.archives, PACKAGE_FILE);
  log(`unpacking ${Object.keys(packages).length} packages`);
  await unpack(apt, next, Object.keys(packages), signal);
  const sums = { ...packages, ...(await checksums(sources, SOURCE_FILE)) };
  const names = Object.keys(versionsOf(Object.keys(packages)));
  const licences = await Promise.all(names.map(async (name) => [name, await licencesOf(next, name)] as const));
  const manifest: Manifest = {
    request,
    versions: versionsOf(Object.keys(sums)),
    files: sums,
    licences: Object.fromEntries(licences),
  };
  await writeFile(join(next, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
  return manifest;
};

/** The names of the files that the mirror has now for a tree, such as `qpdf_11.3.0-1_amd64.deb`; nothing is fetched. */
export const debianOffer = async (options: TreeOptions): Promise<string[]> => {
  const root = `${resolve(options.folder)}.apt`;
  const apt = await privateApt(root, options.release, await debianMirror(), options.signal);
  try {
    await apt.get(["--error-on=any", "update"]);
    const { packages, sources = [], dependencies = true } = options;
    return await offeredFiles(apt, { packages, sources, dependencies });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

/**
 * Fetches packages of a Debian release, checks their signatures and unpacks them into a folder. It does not need root, and
 * changes nothing else on the machine. An existing tree is used as it is; an interrupted one is continued. Throws an Error of
 * one line that names what is missing.
 */
export const debianTree = async (options: TreeOptions): Promise<Tree> => {
  const { release, log = () => {}, signal } = options;
  const folder = resolve(options.folder);
  const architecture = (await command("dpkg", ["--print-architecture"])).trim();
  const { packages, sources = [], dependencies = true } = options;
  const request: Request = { release, architecture, packages, sources, dependencies };
  const existing = await readManifest(folder, request);
  const treeOf = ({ versions, files, licences }: Manifest): Tree => ({ folder, versions, files, licences });
  if (existing !== undefined && !options.refresh) return treeOf(existing);

  const root = `${folder}.apt`;
  const apt = await privateApt(root, release, await debianMirror(), signal);
  log(`asking the mirror for the Debian ${release} packages of ${basename(folder)}`);
  await apt.get(["--error-on=any", "update"]);
  const isCurrent =
    existing !== undefined && (await offeredFiles(apt, request)).every((file) => file in existing.files);
  const manifest = isCurrent ? existing : await build(apt, request, options, folder);
  await rm(root, { recursive: true });
  return treeOf(manifest);
};
