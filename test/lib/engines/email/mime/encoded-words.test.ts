import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeEncodedWords } from "../../../../../lib/engines/email/mime/encoded-words.ts";
import { readMime } from "../../../../../lib/engines/email/mime/message.ts";

test("encoded words are read in all encodings in which texts are read", () => {
  for (const [word, expected] of [
    ["=?utf-7?Q?Gr+APwA3w-e?=", "Gr\u00fc\u00dfe"],
    ["=?cp437?Q?Gr=81=E1e_=9B?=", "Gr\u00fc\u00dfe \u00a2"],
    ["=?IBM850?B?R3KB4WU=?=", "Gr\u00fc\u00dfe"],
    ["=?cp852?Q?=9Fesk=A0?=", "\u010desk\u00e1"],
    ["=?iso-2022-kr?B?GyQpQw4+SDNnDw==?=", "\uc548\ub155"],
    ["=?iso-8859-1*en?Q?caf=E9?= =?utf-8?Q?_=C3=A9?=", "caf\u00e9 \u00e9"],
    ["=?no-such?Q?caf?=", "caf"],
    ["=?constructor?Q?caf?=", "caf"],
  ] as const)
    assert.equal(decodeEncodedWords(word), expected, word);
});

test("names beside addresses are read in them too", async () => {
  const { header } = await readMime(Buffer.from("From: =?cp437?Q?J=81rgen?= <j@b.c>\r\nSubject: s\r\n\r\nx"));
  assert.deepEqual(header, [{ name: "From", text: "J\u00fcrgen <j@b.c>" }]);
});

test("letters that are not encoded in an encoded word are read as the rest of the header", async () => {
  const field = Buffer.from("Subject: =?iso-8859-1?Q?Gr\xfc=DFe_f\xfcr_J\xfcrgen?=\r\nFrom: a@b.c\r\n\r\nx", "latin1");
  assert.equal((await readMime(field)).subject, "Gr\u00fc\u00dfe f\u00fcr J\u00fcrgen");
});

test("text that is UTF-8, but not valid in the encoding that it names, is read as UTF-8", async () => {
  const text = "\u6240\u5f00\u53d1\u7968\u5747\u53ef\u67e5\u8be2\u9a8c\u8bc1\u540e\u4ed8\u6b3e, 17%";
  const read = await readMime(Buffer.from(`From: a@b.c\r\nContent-Type: text/plain; charset=GB2312\r\n\r\n${text}`));
  assert.deepEqual(read.body, [{ kind: "text", text, isFlowed: false, dropsSpace: false }]);
  assert.equal(read.hasLostCharacters, false);
});
