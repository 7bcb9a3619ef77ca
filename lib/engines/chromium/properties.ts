import { textString } from "../../pdf/strings.ts";
import { xmpOf } from "../../pdf/xmp.ts";
import type { DocumentProperties } from "../page-setup.ts";
import { informationEntries } from "./metadata.ts";
import { readSkiaFile } from "./skia-file.ts";

const hexString = (text: string): string => `<${Buffer.from(textString(text)).toString("hex")}>`;

/** The information dictionary with a title and an author. */
const informationWith = (old: Buffer, { title, author }: DocumentProperties): string => {
  const replaced = new Map([
    ["Title", title],
    ["Author", author],
  ]);
  const kept = [...informationEntries(old)]
    .filter(({ key }) => replaced.get(key) === undefined)
    .map(({ start, end }) => old.toString("latin1", start, end));
  const added = [...replaced].flatMap(([key, text]) => (text === undefined ? [] : [`/${key} ${hexString(text)}`]));
  return `<<${[...kept, ...added].join("\n")}>>`;
};

/** The catalog with a language and metadata. */
const catalogWith = (old: Buffer, { lang }: DocumentProperties, metadata: number): string => {
  const text = old.toString("latin1").trimEnd();
  const plain = lang === undefined ? text : text.replace(/\/Lang\s*(?:\([^()\\]*\)|<[\da-f\s]*>)/i, "");
  const added = `${lang === undefined ? "" : `/Lang ${hexString(lang)}\n`}/Metadata ${metadata} 0 R`;
  return `${plain.slice(0, -">>".length)}\n${added}>>`;
};

/**
 * A PDF that Skia has written, with a title, an author and a language: in its information dictionary, in its catalog and as
 * XMP. They are added as an incremental update (ISO 32000-2, 7.5.6).
 */
export const writeProperties = (pdf: Buffer, properties: DocumentProperties): Buffer => {
  const file = readSkiaFile(pdf);
  if (file === undefined) throw new Error("Chromium has written a PDF of another structure.");
  const { size, root, info, table, dictionaryOf } = file;
  const { title, author, lang } = properties;
  const xmp = xmpOf({ title, author, lang }).toString("latin1");
  const objects: readonly (readonly [number, string])[] = [
    [info, informationWith(dictionaryOf(info), properties)],
    [root, catalogWith(dictionaryOf(root), properties, size)],
    [size, `<</Type /Metadata\n/Subtype /XML\n/Length ${xmp.length}>>\nstream\n${xmp}\nendstream`],
  ];
  let update = "\n";
  let entries = "";
  for (const [number, content] of objects) {
    entries += `${number} 1\n${String(pdf.length + update.length).padStart(10, "0")} 00000 n \n`;
    update += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const trailer = `trailer\n<</Size ${size + 1}\n/Root ${root} 0 R\n/Info ${info} 0 R\n/Prev ${table}>>`;
  const end = `xref\n${entries}${trailer}\nstartxref\n${pdf.length + update.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update + end, "latin1")]);
};
