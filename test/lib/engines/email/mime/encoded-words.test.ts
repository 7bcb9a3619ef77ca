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
