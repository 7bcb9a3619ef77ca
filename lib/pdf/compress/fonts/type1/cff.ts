/** An integer operand that always takes five bytes, for offsets that are not known yet. */
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
  for (let at = 0; at < nibbles.length; at += 2) bytes.push(nibbles[at]! * 16 + nibbles[at + 1]!);
  return bytes;
};

const entry = (operator: number[], operands: number[]): number[] => [...operands.flatMap(operand), ...operator];

/** Arrays whose numbers are stored as differences. */
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

/** Operators of the private dictionary by their Type 1 names, and which of them are arrays of differences. */
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

/** Names below this number are standard; ours are all spelled out behind them. */
const STANDARD_STRING_COUNT = 391;

/** What a CFF font is made of; the first glyph is `.notdef`. */
export interface CffFont {
  name: string;
  matrix: number[];
  box: number[];
  glyphs: { name: string; code: Uint8Array }[];
  /** Glyph names by character code. */
  encoding: ReadonlyMap<number, string>;
  hinting: ReadonlyMap<string, number[]>;
}

/** The custom encoding: codes of glyphs in their order, then further codes of the same glyphs. */
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

/** Builds a name-keyed CFF font. Glyphs that have a code must stand in front of those that have none. */
export const buildCff = (font: CffFont): Buffer => {
  const header = Buffer.from([1, 0, 4, 3]);
  const names = cffIndex([Buffer.from(font.name, "latin1")]);
  const strings = cffIndex(font.glyphs.slice(1).map(({ name }) => Buffer.from(name, "latin1")));
  const subroutines = cffIndex([]);
  const encoding = encodingTable(font.glyphs, font.encoding);
  const charset = Buffer.alloc(1 + 2 * (font.glyphs.length - 1));
  for (let glyph = 1; glyph < font.glyphs.length; glyph++) {
    charset.writeUInt16BE(STANDARD_STRING_COUNT + glyph - 1, 2 * glyph - 1);
  }
  const charstrings = cffIndex(font.glyphs.map(({ code }) => code));
  const hints = [...font.hinting].flatMap(([key, values]) => {
    const { operator, delta: differences } = PRIVATE_OPERATORS[key]!;
    return entry(operator, differences === undefined ? values.slice(0, 1) : delta(values));
  });
  const top = (places: [number, number, number, number]): Buffer => {
    const [encodingAt, charsetAt, charstringsAt, privateAt] = places;
    const matrix = entry([12, 7], font.matrix);
    const sizes = [...fiveByteOperand(hints.length), ...fiveByteOperand(privateAt), 18];
    const box = font.box.length === 4 ? entry([5], font.box) : [];
    const dict = [
      ...matrix,
      ...box,
      ...fiveByteOperand(charsetAt),
      15,
      ...fiveByteOperand(encodingAt),
      16,
      ...fiveByteOperand(charstringsAt),
      17,
    ];
    return cffIndex([Buffer.from([...dict, ...sizes])]);
  };
  const start = header.length + names.length + top([0, 0, 0, 0]).length + strings.length + subroutines.length;
  const charsetAt = start + encoding.length;
  const charstringsAt = charsetAt + charset.length;
  const dictionary = top([start, charsetAt, charstringsAt, charstringsAt + charstrings.length]);
  return Buffer.concat([
    header,
    names,
    dictionary,
    strings,
    subroutines,
    encoding,
    charset,
    charstrings,
    Buffer.from(hints),
  ]);
};
