/** An integer operand of five bytes, for offsets that are set later. */
const fiveByteOperand = (value: number): number[] => [
  29,
  (value >> 24) & 255,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
];

/** An operand of a CFF dictionary (Adobe Technical Note 5176, 4). */
const operand = (value: number): number[] => {
  if (Number.isInteger(value)) {
    if (Math.abs(value) <= 107) return [value + 139];
    if (Math.abs(value) <= 32_767) return [28, (value >> 8) & 255, value & 255];
    return fiveByteOperand(value);
  }
  const nibbles = [...String(value).toLowerCase().replace("e-", "c").replace("e", "b")].map((char) =>
    char === "." ? 10 : char === "-" ? 14 : char === "b" ? 11 : char === "c" ? 12 : Number(char),
  );
  nibbles.push(15);
  if (nibbles.length % 2 === 1) nibbles.push(15);
  const bytes = [30];
  for (let at = 0; at < nibbles.length; at += 2) {
    const [high = 0, low = 0] = nibbles.slice(at, at + 2);
    bytes.push(high * 16 + low);
  }
  return bytes;
};

const entry = (operator: number[], operands: number[]): number[] => [...operands.flatMap(operand), ...operator];

/** The differences that an array of numbers is stored as. */
const delta = (values: number[]): number[] => values.map((value, index) => value - (values[index - 1] ?? 0));

const cffIndex = (items: Uint8Array[]): Buffer => {
  if (items.length === 0) return Buffer.from([0, 0]);
  const total = items.reduce((sum, item) => sum + item.length, 1);
  const width = total < 256 ? 1 : total < 65_536 ? 2 : 3;
  const head = Buffer.alloc(3 + (items.length + 1) * width);
  head.writeUInt16BE(items.length, 0);
  head[2] = width;
  let at = 1;
  head.writeUIntBE(at, 3, width);
  items.forEach((item, number) => {
    at += item.length;
    head.writeUIntBE(at, 3 + (number + 1) * width, width);
  });
  return Buffer.concat([head, ...items]);
};

/** Operators of the Private DICT by their Type 1 names; `delta` for arrays that are stored as differences. */
const PRIVATE_OPERATORS: Record<string, { operator: number[]; delta?: true }> = {
  BlueValues: { operator: [6], delta: true },
  OtherBlues: { operator: [7], delta: true },
  FamilyBlues: { operator: [8], delta: true },
  FamilyOtherBlues: { operator: [9], delta: true },
  StdHW: { operator: [10] },
  StdVW: { operator: [11] },
  BlueScale: { operator: [12, 9] },
  BlueShift: { operator: [12, 10] },
  BlueFuzz: { operator: [12, 11] },
  StemSnapH: { operator: [12, 12], delta: true },
  StemSnapV: { operator: [12, 13], delta: true },
};

/** SIDs below this number are standard strings; all glyph names are stored after them. */
const STANDARD_STRING_COUNT = 391;

/** The contents of a CFF font; the first glyph is `.notdef`. */
interface CffFont {
  name: string;
  matrix: number[];
  box: number[];
  glyphs: { name: string; code: Uint8Array }[];
  /** Glyph names by character code. */
  encoding: ReadonlyMap<number, string>;
  hinting: ReadonlyMap<string, number[]>;
}

/** The custom encoding: codes of glyphs in their order, then supplements for glyphs with several codes. */
const encodingTable = (glyphs: CffFont["glyphs"], encoding: ReadonlyMap<number, string>): Buffer => {
  const codes = new Map<string, number[]>();
  for (const [code, name] of encoding) codes.set(name, [...(codes.get(name) ?? []), code]);
  const first: number[] = [];
  const more: number[] = [];
  glyphs.slice(1).forEach(({ name }, at) => {
    const [code, ...others] = codes.get(name) ?? [];
    if (code !== undefined && at === first.length) first.push(code);
    const sid = STANDARD_STRING_COUNT + at;
    for (const other of others) more.push(other, sid >> 8, sid & 255);
  });
  const format = more.length > 0 ? 0x80 : 0;
  return Buffer.from([format, first.length, ...first, ...(more.length > 0 ? [more.length / 3, ...more] : [])]);
};

/** The charset: the SIDs of the glyph names in their order (format 0). */
const charsetTable = (glyphs: CffFont["glyphs"]): Buffer => {
  const charset = Buffer.alloc(1 + 2 * (glyphs.length - 1));
  for (let glyph = 1; glyph < glyphs.length; glyph++) {
    charset.writeUInt16BE(STANDARD_STRING_COUNT + glyph - 1, 2 * glyph - 1);
  }
  return charset;
};

const privateDict = (hinting: CffFont["hinting"]): number[] =>
  [...hinting].flatMap(([key, values]) => {
    const known = PRIVATE_OPERATORS[key];
    if (known === undefined) return [];
    return entry(known.operator, known.delta === undefined ? values.slice(0, 1) : delta(values));
  });

interface TableOffsets {
  readonly encoding: number;
  readonly charset: number;
  readonly charstrings: number;
  readonly privateDict: number;
}

/** The Top DICT INDEX; its length does not depend on the offsets. */
const topDictIndex = ({ matrix, box }: CffFont, at: TableOffsets, privateLength: number): Buffer =>
  cffIndex([
    Buffer.from([
      ...entry([12, 7], matrix),
      ...(box.length === 4 ? entry([5], box) : []),
      ...fiveByteOperand(at.charset),
      15,
      ...fiveByteOperand(at.encoding),
      16,
      ...fiveByteOperand(at.charstrings),
      17,
      ...fiveByteOperand(privateLength),
      ...fiveByteOperand(at.privateDict),
      18,
    ]),
  ]);

/** Builds a name-keyed CFF font. Glyphs with a code must come before those without one. */
export const buildCff = (font: CffFont): Buffer => {
  const header = Buffer.from([1, 0, 4, 3]);
  const names = cffIndex([Buffer.from(font.name, "latin1")]);
  const strings = cffIndex(font.glyphs.slice(1).map(({ name }) => Buffer.from(name, "latin1")));
  const subroutines = cffIndex([]);
  const encoding = encodingTable(font.glyphs, font.encoding);
  const charset = charsetTable(font.glyphs);
  const charstrings = cffIndex(font.glyphs.map(({ code }) => code));
  const hints = privateDict(font.hinting);
  const topLength = topDictIndex(font, { encoding: 0, charset: 0, charstrings: 0, privateDict: 0 }, 0).length;
  const encodingAt = header.length + names.length + topLength + strings.length + subroutines.length;
  const charsetAt = encodingAt + encoding.length;
  const charstringsAt = charsetAt + charset.length;
  const offsets = {
    encoding: encodingAt,
    charset: charsetAt,
    charstrings: charstringsAt,
    privateDict: charstringsAt + charstrings.length,
  };
  const top = topDictIndex(font, offsets, hints.length);
  return Buffer.concat([header, names, top, strings, subroutines, encoding, charset, charstrings, Buffer.from(hints)]);
};
