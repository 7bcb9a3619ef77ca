import { deflate } from "./compress/repack.ts";
import { makeDict, Name, Stream } from "./objects.ts";

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

/** A character in UTF-16, in hexadecimal digits. */
export const utf16Digits = (character: number): string =>
  [...Buffer.from(String.fromCodePoint(character), "utf16le").swap16()].map((byte) => hex(byte, 2)).join("");

const ENTRIES_PER_BLOCK = 100;

/** A ToUnicode CMap (ISO 32000-2, 9.10.3) of codes of one byte; codes without a character are left out. */
export const byteToUnicode = (texts: readonly (readonly [code: number, character: number | undefined])[]): Stream => {
  const rows = texts.flatMap(([code, character]) =>
    character === undefined ? [] : [`<${hex(code, 2)}><${utf16Digits(character)}>`],
  );
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += ENTRIES_PER_BLOCK) {
    const block = rows.slice(at, at + ENTRIES_PER_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`);
  }
  const map =
    "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/Platen def/CMapType 2 def\n" +
    `1 begincodespacerange<00><ff>endcodespacerange\n${blocks.join("")}` +
    "endcmap CMapName currentdict/CMap defineresource pop end end";
  return new Stream(makeDict({ Filter: new Name("FlateDecode") }), deflate(Buffer.from(map, "latin1")));
};
