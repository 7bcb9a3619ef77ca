import { textOf } from "./markup.ts";
import type { Package } from "./package.ts";
import { rewriteZip } from "./zip-writing.ts";

/** The parts of a package that hold macros: VBA projects, and sheets of Excel 4 macros. */
export const macroParts = ({ files, typeOf }: Package): string[] =>
  [...files.keys()].filter(
    (name) => name.endsWith("vbaproject.bin") || /vbaProject|macrosheet/i.test(typeOf(name) ?? ""),
  );

const PROJECT_FILES = /(?:^|\/)(?:vbaproject\w*\.bin|vbadata\.xml|vbaproject\w*\.bin\.rels)$/;
const PROJECT_RELATIONSHIP =
  /<(?:[\w.-]{1,40}:)?Relationship\s[^>]{0,2000}\/(?:vbaProject|wordVbaData|vbaProjectSignature\w*)["'][^>]{0,2000}>(?:\s{0,100}<\/(?:[\w.-]{1,40}:)?Relationship\s{0,100}>)?/g;

const RELATIONSHIPS_LIMIT_BYTES = 4_194_304;

/**
 * A package without its VBA projects; undefined if it has none. Their relationships go with them, because LibreOffice opens no
 * document with one that leads nowhere. Excel 4 macros stay as sheets, which nothing runs.
 */
export const withoutMacros = (officePackage: Package): Buffer | undefined => {
  const { files, read, typeOf } = officePackage;
  const changes = new Map<string, Buffer | undefined>();
  for (const name of files.keys())
    if (PROJECT_FILES.test(name) || /vbaProject/i.test(typeOf(name) ?? "")) changes.set(name, undefined);
  if (changes.size === 0) return undefined;
  for (const [name, file] of files) {
    if (!/^\w+\/_rels\/[^/]+\.rels$/.test(name) || changes.has(name)) continue;
    const before = textOf(read(file, RELATIONSHIPS_LIMIT_BYTES));
    const after = before.replace(PROJECT_RELATIONSHIP, "");
    if (after !== before) changes.set(name, Buffer.from(after));
  }
  return rewriteZip(officePackage, changes);
};
