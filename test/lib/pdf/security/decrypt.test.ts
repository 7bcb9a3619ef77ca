import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { deflateSync } from "node:zlib";
import { makeDict, Name, Stream } from "../../../../lib/pdf/objects.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { createDecryptor } from "../../../../lib/pdf/security/decrypt.ts";
import { createEncryptor } from "../../../../lib/pdf/security/encrypt.ts";
import { textPdf } from "../../../support/pdf/raw.ts";

const { budget } = openWithBudget(textPdf("x"));
const NUMBER = 7;
const XMP = Buffer.from(`\ufeff<x:xmpmeta xmlns:x="adobe:ns:meta/">${" ".repeat(200)}</x:xmpmeta>`);

/** The encryption of a file whose metadata is in clear text, and what reads it. */
const encryption = () => {
  const protection = { userPassword: "", ownerPassword: "owner", permissions: [] };
  const encryptor = createEncryptor(protection, Buffer.from("seed"));
  encryptor.dict.set("EncryptMetadata", false);
  return { encryptor, decryptor: createDecryptor(encryptor.dict, undefined, budget) };
};

suite("metadata of a file that does not encrypt it", () => {
  const { encryptor, decryptor } = encryption();
  for (const [what, data, entries] of [
    ["text", XMP, {}],
    ["deflated", deflateSync(XMP), { Filter: new Name("FlateDecode") }],
  ] as const) {
    const stream = () => new Stream(makeDict({ Type: new Name("Metadata"), ...entries }), data);
    const read = (stored: Stream) => (decryptor.decrypt(stored, NUMBER, 0) as Stream).data;

    test(`stays as it is, as ${what}`, () => assert.deepEqual(Buffer.from(read(stream())), data));

    test(`is decrypted if it is that of a part and is encrypted, as ${what}`, () =>
      assert.deepEqual(Buffer.from(read(encryptor.stream(stream(), NUMBER))), data));
  }
});
