import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeXml } from "../../../../lib/engines/xslt/decode.ts";

const declared = (encoding: string): Buffer => Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>`);
const wrapped = (encoding: string, ...bytes: number[]): Buffer =>
  Buffer.concat([declared(encoding), Buffer.from(bytes), Buffer.from("</a>")]);
const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");

const content = (document: string | Uint8Array): string =>
  /<a>(.*)<\/a>/u.exec(Buffer.from(decodeXml("xml", document)).toString())?.[1] ?? "";

for (const [encoding, document, expected] of [
  ["UTF-8 without a declaration", Buffer.from("<a>é€</a>"), "é€"],
  ["UTF-8 with a byte order mark", Buffer.from("\ufeff<a>é€</a>"), "é€"],
  [
    "UTF-16 little-endian with a byte order mark",
    utf16('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>é€</a>'),
    "é€",
  ],
  ["UTF-16 big-endian with a byte order mark", utf16("\ufeff<a>é€</a>").swap16(), "é€"],
  ["UTF-16 little-endian by its declaration", utf16('<?xml version="1.0" encoding="UTF-16LE"?><a>é€</a>'), "é€"],
  ["UTF-16 big-endian by its declaration", utf16('<?xml version="1.0"?><a>é€</a>').swap16(), "é€"],
  ["ISO-8859-1", wrapped("ISO-8859-1", 0xe9), "é"],
  ["windows-1252", wrapped("windows-1252", 0x80), "€"],
  ["Shift_JIS", wrapped("Shift_JIS", 0x93, 0xfa, 0x96, 0x7b), "日本"],
  ["GB18030", wrapped("GB18030", 0xc4, 0xe3), "你"],
  ["Big5", wrapped("Big5", 0xa4, 0xa4), "中"],
  ["EUC-KR", wrapped("EUC-KR", 0xb0, 0xa1), "가"],
  ["UTF-8 that declares UTF-16", Buffer.concat([declared("UTF-16"), Buffer.from("é€</a>")]), "é€"],
  ["a string, whatever it declares", '\ufeff<?xml version="1.0" encoding="ISO-8859-1"?><a>é€</a>', "é€"],
] as const) {
  test(`decodes ${encoding}`, () => assert.equal(content(document), expected));
}

for (const [fault, document, message] of [
  ["bytes that are not UTF-8", Buffer.from([60, 97, 62, 0xff, 60, 47, 97, 62]), /^xml has bytes that are not utf-8\.$/],
  ["bytes that are not in the declared encoding", wrapped("EUC-KR", 0xff), /^xml has bytes that are not EUC-KR\.$/],
  ["an unknown encoding", wrapped("EBCDIC-CP-US"), /^xml declares an encoding that is not known: EBCDIC-CP-US\.$/],
] as const) {
  test(`refuses ${fault}`, () => assert.throws(() => decodeXml("xml", document), { code: "INVALID_REQUEST", message }));
}

test("returns bytes in a new buffer, which can be transferred", () => {
  const upload = Buffer.from("<a>é</a>");
  const decoded = decodeXml("xml", upload);
  decoded.fill(0);
  assert.equal(upload.toString(), "<a>é</a>");
  assert.equal(decoded.byteLength, decoded.buffer.byteLength);
});
