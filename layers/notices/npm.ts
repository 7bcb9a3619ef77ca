import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Part } from "./notices.ts";

/** What package.json says of a package, as far as it is used here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly author?: string | { readonly name: string };
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice|copyright|third.?party)/i;

/** Licences whose text stands in `texts/`, for packages that name a licence and have no file of it. */
const KNOWN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  MIT: ["MIT"],
  "(MIT OR Apache-2.0)": ["MIT"],
  "Apache-2.0": ["Apache-2.0"],
  "LGPL-3.0-or-later": ["LGPL-3.0", "GPL-3.0"],
};

const textsOf = async (folder: string): Promise<string[]> => {
  const files = await readdir(folder, { withFileTypes: true });
  const names = files.filter((file) => file.isFile() && LICENCE_FILE.test(file.name)).map(({ name }) => name);
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), "utf8")));
};

const knownTexts = ({ name, author }: Manifest, licence: string): Promise<string[]> => {
  const holder = (typeof author === "object" ? author.name : author) ?? `the authors of ${name}`;
  const files = (KNOWN_TEXTS[licence] ?? []).map((file) => join(import.meta.dirname, "texts", `${file}.txt`));
  return Promise.all(files.map(async (file) => (await readFile(file, "utf8")).replace("HOLDER", holder)));
};

/**
 * An installed npm package as a part, with the licence files that it has. Without one it has the text of the licence that it
 * names. It also has what `texts/` says of the native code in it. `taken` is the licence of what is taken of a package, if that is
 * another one than its own.
 */
export const npmPart = async (folder: string, taken?: string): Promise<Part> => {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
  const { name, version, license } = manifest;
  const licence = taken ?? (typeof license === "object" ? license.type : license);
  const own = await textsOf(folder);
  const native = join(import.meta.dirname, "texts", `${name.replace("/", "__")}.txt`);
  const more = await readFile(native, "utf8").catch(() => "");
  const texts = [...(own.length > 0 ? own : await knownTexts(manifest, licence ?? "")), more];
  return { title: `${name} ${version} (npm${licence === undefined ? "" : `, ${licence}`})`, texts };
};
