/** The size of a profile's header (ICC.1:2004-10, 7.2). */
const HEADER_BYTES = 128;
/** The size of an entry of a profile's tag table (7.3). */
const TAG_ENTRY_BYTES = 12;

/** The illuminant D50 as XYZ. */
const D50 = [0.9642, 1, 0.8249];
const COPYRIGHT = "No copyright";

/** Numbers as s15Fixed16Number. */
export const iccFixed = (numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeInt32BE(Math.round(number * 65_536), 4 * at);
  return bytes;
};

const uint32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * at);
  return bytes;
};

/** The data of a tag of a type (10). */
export const iccElement = (type: string, ...content: Buffer[]): Buffer => {
  const bytes = Buffer.concat([Buffer.from(type), uint32(0), ...content]);
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
};

/** A multiLocalizedUnicodeType with one text in English. */
export const iccText = (content: string): Buffer => {
  const utf16 = Buffer.from(content, "utf16le").swap16();
  return iccElement("mluc", uint32(1, 12), Buffer.from("enUS"), uint32(utf16.length, 28), utf16);
};

/** A colour as XYZ (10.27). */
export const iccXyz = (numbers: readonly number[]): Buffer => iccElement("XYZ ", iccFixed(numbers));

/** A header; `kind` is the class of the profile, its colour space and its connection space. */
const header = (size: number, kind: string): Buffer => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x04200000, 8);
  bytes.write(kind, 12, "latin1");
  // The date of the specification that the profile follows.
  for (const [at, number] of [2004, 10, 1].entries()) bytes.writeUInt16BE(number, 24 + 2 * at);
  bytes.write("acsp", 36, "latin1");
  iccFixed(D50).copy(bytes, 68);
  return bytes;
};

/** An ICC profile (version 4.2) with these tags, a white point and a copyright. Data that tags share are written once. */
export const iccProfile = (kind: string, own: readonly (readonly [string, Buffer])[]): Buffer => {
  const tags = [...own, ["cprt", iccText(COPYRIGHT)] as const, ["wtpt", iccXyz(D50)] as const];
  const elements = [...new Set(tags.map(([, bytes]) => bytes))];
  const first = HEADER_BYTES + 4 + TAG_ENTRY_BYTES * tags.length;
  const offsetOf = (bytes: Buffer) =>
    elements.slice(0, elements.indexOf(bytes)).reduce((sum, { length }) => sum + length, first);
  const table = tags.map(([name, bytes]) => Buffer.concat([Buffer.from(name), uint32(offsetOf(bytes), bytes.length)]));
  const body = Buffer.concat([uint32(tags.length), ...table, ...elements]);
  return Buffer.concat([header(HEADER_BYTES + body.length, kind), body]);
};
