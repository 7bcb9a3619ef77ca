import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** The packages that a tree is made from. An existing tree with an equal request is used again. */
export interface Request {
  readonly release: string;
  readonly architecture: string;
  readonly packages: readonly string[];
  readonly sources: readonly string[];
  readonly dependencies: boolean;
}

/** The contents of a tree: its files by their names on the mirror (`qpdf_11.3.0-1_amd64.deb`), with their SHA-256. */
export interface Manifest {
  readonly request: Request;
  /** Version of each package by its name. */
  readonly versions: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** Licences of each package by its name. */
  readonly licences: Readonly<Record<string, readonly string[]>>;
}

/** The name of a tree's manifest file. */
export const MANIFEST_FILE = "debian.json";

/** The manifest of a finished tree; undefined if there is none, or one without licences or for another request. */
export const readManifest = async (folder: string, request: Request): Promise<Manifest | undefined> => {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => "null");
  const manifest = JSON.parse(text) as Manifest | null;
  if (manifest?.licences === undefined) return undefined;
  return JSON.stringify(manifest.request) === JSON.stringify(request) ? manifest : undefined;
};

/** The files of a folder whose names match, sorted by name, with their SHA-256. */
export const checksums = async (folder: string, pattern: RegExp): Promise<Record<string, string>> => {
  const files = (await readdir(folder)).filter((file) => pattern.test(file)).sort();
  const sums: Record<string, string> = {};
  for (const file of files) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(folder, file)), hash);
    sums[file] = hash.digest("hex");
  }
  return sums;
};

/** Versions by package, from the names of package files. apt writes the colon of an epoch as `%3a`. */
export const versionsOf = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap((file) => {
      const [, name, version] = /^([^_]+)_([^_]+?)(?:_\w+\.deb|\.dsc)$/.exec(file) ?? [];
      return name && version ? [[name, decodeURIComponent(version)]] : [];
    }),
  );
