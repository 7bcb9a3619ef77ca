/** The units of characters: some bytes, the highest or the lowest one first. */
interface Units {
  readonly bytes: 2 | 4;
  readonly isBigEndian: boolean;
}

/** How XMP in UTF-16 and UTF-32 begins: with a byte order mark or with `<` (ISO 16684-1, 7.1; XML 1.0, F.1). */
const BEGINNINGS: readonly (readonly [beginning: string, units: Units])[] = [
  ["0000feff", { bytes: 4, isBigEndian: true }],
  ["0000003c", { bytes: 4, isBigEndian: true }],
  ["fffe0000", { bytes: 4, isBigEndian: false }],
  ["3c000000", { bytes: 4, isBigEndian: false }],
  ["feff", { bytes: 2, isBigEndian: true }],
  ["003c", { bytes: 2, isBigEndian: true }],
  ["fffe", { bytes: 2, isBigEndian: false }],
  ["3c00", { bytes: 2, isBigEndian: false }],
];

const LAST_CODE_POINT = 0x10ffff;

/** UTF-32 as UTF-16, which strings have. */
const utf32Text = (data: Buffer): string => {
  const parts: string[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const code = data.readUInt32LE(at);
    parts.push(code > LAST_CODE_POINT ? "\ufffd" : String.fromCodePoint(code));
  }
  return parts.join("");
};

/** The text of XMP, and how a changed text is written. */
export interface XmpText {
  readonly text: string;
  readonly encode: (text: string) => Buffer;
}

/**
 * Reads XMP in each of its encodings. A character stands for each byte of UTF-8, so that all bytes stay as they are; the
 * other encodings are written as UTF-8.
 */
export const readXmp = (data: Buffer): XmpText => {
  const first = data.toString("hex", 0, 4);
  const units = BEGINNINGS.find(([beginning]) => first.startsWith(beginning))?.[1];
  if (units === undefined) return { text: data.toString("latin1"), encode: (text) => Buffer.from(text, "latin1") };
  const whole = Buffer.from(data.subarray(0, data.length - (data.length % units.bytes)));
  if (units.isBigEndian) units.bytes === 2 ? whole.swap16() : whole.swap32();
  const text = units.bytes === 2 ? whole.toString("utf16le") : utf32Text(whole);
  return { text: text.replace(/^\ufeff/, ""), encode: (changed) => Buffer.from(changed) };
};
