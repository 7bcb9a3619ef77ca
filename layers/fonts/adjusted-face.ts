import { buildFont, type Tables, TRUETYPE } from "../../lib/fonts/sfnt.ts";

/**
 * How a face differs from the font that it is made from: its family, and what `ascent-override`, `descent-override` and
 * `size-adjust` of CSS say (CSS Fonts 5), each as a part of the font size.
 */
export interface Adjustment {
  readonly family: string;
  readonly ascent: number;
  readonly descent: number;
  /** 1 by default. */
  readonly size?: number;
}

/** Copyright, trademark, vendor, designer, their addresses, and the licence (OpenType, "name", name IDs). */
const KEPT_NAMES: ReadonlySet<number> = new Set([0, 7, 8, 9, 11, 12, 13, 14]);

/** Windows, Unicode BMP, English (United States). */
const RECORD_KIND = [3, 1, 0x409] as const;

/** The English names of a font's `name` table by their IDs. */
const namesIn = (table: Buffer): Map<number, string> => {
  const storage = table.readUInt16BE(4);
  const names = new Map<number, string>();
  for (let index = 0; index < table.readUInt16BE(2); index++) {
    const [platform, encoding, language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((at) =>
      table.readUInt16BE(6 + 12 * index + at),
    ) as [number, number, number, number, number, number];
    if (platform !== RECORD_KIND[0] || encoding !== RECORD_KIND[1] || language !== RECORD_KIND[2]) continue;
    const text = Buffer.from(table.subarray(storage + offset, storage + offset + length)).swap16();
    names.set(id, text.toString("utf16le"));
  }
  return names;
};

const nameTable = (names: ReadonlyMap<number, string>): Buffer => {
  const sorted = [...names].sort(([one], [other]) => one - other);
  const head = Buffer.alloc(6 + 12 * sorted.length);
  head.writeUInt16BE(sorted.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  const texts = sorted.map(([id, name], index) => {
    const text = Buffer.from(name, "utf16le").swap16();
    for (const [field, value] of [...RECORD_KIND, id, text.length, offset].entries())
      head.writeUInt16BE(value, 6 + 12 * index + 2 * field);
    offset += text.length;
    return text;
  });
  return Buffer.concat([head, ...texts]);
};

/** The names of a face in a family: it keeps its style and the notices of its authors, and gets the family's name. */
const namesOf = (table: Buffer, family: string): Buffer => {
  const names = namesIn(table);
  const style = names.get(2) ?? "Regular";
  const kept = [...names].filter(([id]) => KEPT_NAMES.has(id));
  const postScript = `${family.replaceAll(" ", "")}-${style.replaceAll(" ", "")}`;
  return nameTable(
    new Map([...kept, [1, family], [2, style], [3, postScript], [4, `${family} ${style}`], [6, postScript]]),
  );
};

const MAX_UNITS_PER_EM = 16_384;

/** `head` with other units per em, which makes the letters smaller or larger. */
const adjustedHead = (table: Buffer, size: number): { head: Buffer; unitsPerEm: number } => {
  const head = Buffer.from(table);
  const unitsPerEm = Math.min(Math.round(head.readUInt16BE(18) / size), MAX_UNITS_PER_EM);
  head.writeUInt16BE(unitsPerEm, 18);
  return { head, unitsPerEm };
};

/** `hhea` and `OS/2` with this ascent and descent in all three places that programs read, and without a gap between lines. */
const adjustedLines = (tables: Tables, ascent: number, descent: number): [string, Buffer][] => {
  const [hhea, os2] = [Buffer.from(tables.get("hhea")!), Buffer.from(tables.get("OS/2")!)];
  hhea.writeInt16BE(ascent, 4);
  hhea.writeInt16BE(-descent, 6);
  hhea.writeInt16BE(0, 8);
  os2.writeInt16BE(ascent, 68);
  os2.writeInt16BE(-descent, 70);
  os2.writeInt16BE(0, 72);
  os2.writeUInt16BE(ascent, 74);
  os2.writeUInt16BE(descent, 76);
  return [
    ["hhea", hhea],
    ["OS/2", os2],
  ];
};

/** The tables of a font's face in another family, with other lines or letters of another size. */
export const adjustedTables = (tables: Tables, { family, ascent, descent, size = 1 }: Adjustment): Tables => {
  const { head, unitsPerEm } = adjustedHead(tables.get("head")!, size);
  const units = (part: number) => Math.round(part * unitsPerEm);
  return new Map([
    ...tables,
    ["head", head],
    ["name", namesOf(tables.get("name")!, family)],
    ...adjustedLines(tables, units(ascent), units(descent)),
  ]);
};

/** `checkSumAdjustment` in `head` is such that the whole file has this sum. */
const FILE_CHECKSUM = 0xb1b0afba;

/** A font file of these tables, with a valid `checkSumAdjustment` (OpenType, "head"). */
export const fontFile = (tables: Tables, version = TRUETYPE): Buffer => {
  const head = Buffer.from(tables.get("head")!);
  head.writeUInt32BE(0, 8);
  const withHead = new Map([...tables, ["head", head]] as [string, Buffer][]);
  const file = buildFont(version, withHead);
  let sum = 0;
  for (let at = 0; at < file.length; at += 4) sum = (sum + file.readUInt32BE(at)) >>> 0;
  const at = file.indexOf(head, 12 + 16 * tables.size);
  file.writeUInt32BE((FILE_CHECKSUM - sum) >>> 0, at + 8);
  return file;
};
