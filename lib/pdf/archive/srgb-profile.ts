/** Sizes in bytes of a profile's header, and of an entry of its tag table (ICC.1:2004-10, 7.2 and 7.3). */
const HEADER_BYTES = 128;
const TAG_ENTRY_BYTES = 12;

/** The illuminant D50, and the primaries of sRGB adapted to it (IEC 61966-2-1), as XYZ. */
const D50 = [0.9642, 1, 0.8249];
const RED = [0.436066, 0.222488, 0.013916];
const GREEN = [0.385147, 0.716873, 0.097076];
const BLUE = [0.143066, 0.060608, 0.714096];
/** The Bradford matrix from D65 to D50. */
const D65_TO_D50 = [1.047882, 0.022919, -0.050201, 0.029587, 0.990479, -0.017059, -0.009232, 0.015076, 0.751678];
/** The transfer function of sRGB: (aX + b)^g from d on, below it cX; in the order g, a, b, c, d. */
const TRANSFER = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const TRANSFER_FUNCTION_TYPE = 3;

const NAME = "sRGB IEC61966-2.1";
const COPYRIGHT = "No copyright";

/** Numbers as s15Fixed16Number. */
const fixed = (numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeInt32BE(Math.round(number * 65_536), 4 * at);
  return bytes;
};

const uint32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * at);
  return bytes;
};

const element = (type: string, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat([Buffer.from(type), uint32(0), ...content]);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
};

/** A multiLocalizedUnicodeType with one text in English. */
const text = (content: string): Buffer => {
  const utf16 = Buffer.from(content, "utf16le").swap16();
  return element("mluc", uint32(1, 12), Buffer.from("enUS"), uint32(utf16.length, 28), utf16);
};

const xyz = (numbers: readonly number[]): Buffer => element("XYZ ", fixed(numbers));

const header = (size: number): Buffer => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x04200000, 8);
  bytes.write("mntrRGB XYZ ", 12, "latin1");
  // The date of the specification that the profile follows.
  for (const [at, number] of [2004, 10, 1].entries()) bytes.writeUInt16BE(number, 24 + 2 * at);
  bytes.write("acsp", 36, "latin1");
  fixed(D50).copy(bytes, 68);
  return bytes;
};

const makeProfile = (): Buffer => {
  const transfer = element("para", Buffer.from([0, TRANSFER_FUNCTION_TYPE, 0, 0]), fixed(TRANSFER));
  const tags: readonly (readonly [string, Buffer])[] = [
    ["desc", text(NAME)],
    ["cprt", text(COPYRIGHT)],
    ["wtpt", xyz(D50)],
    ["chad", element("sf32", fixed(D65_TO_D50))],
    ["rXYZ", xyz(RED)],
    ["gXYZ", xyz(GREEN)],
    ["bXYZ", xyz(BLUE)],
    ["rTRC", transfer],
    ["gTRC", transfer],
    ["bTRC", transfer],
  ];
  const elements = [...new Set(tags.map(([, bytes]) => bytes))];
  const first = HEADER_BYTES + 4 + TAG_ENTRY_BYTES * tags.length;
  const offsetOf = (bytes: Buffer) =>
    elements.slice(0, elements.indexOf(bytes)).reduce((sum, { length }) => sum + length, first);
  const table = tags.map(([name, bytes]) => Buffer.concat([Buffer.from(name), uint32(offsetOf(bytes), bytes.length)]));
  const body = Buffer.concat([uint32(tags.length), ...table, ...elements]);
  return Buffer.concat([header(HEADER_BYTES + body.length), body]);
};

/** The name of the colour space in the registry of characterizations. */
export const SRGB_NAME = NAME;

/** An ICC profile (version 4.2) of the colour space sRGB for displays. */
export const SRGB_PROFILE: Buffer = makeProfile();
