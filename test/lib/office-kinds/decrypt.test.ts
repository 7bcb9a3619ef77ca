import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { decryptedPackage } from "../../../lib/office-kinds/decrypt.ts";

const encrypted = readFileSync(new URL("../../fixtures/office/password.docx", import.meta.url));
const PASSWORD = "pass-1";

/** The file with another text in the description of its encryption, which has the same length. */
const withInfo = (before: string, after: string): Buffer => {
  assert.equal(before.length, after.length);
  const bytes = Buffer.from(encrypted);
  const at = bytes.indexOf(before);
  assert.ok(at > 0);
  bytes.write(after, at, "latin1");
  return bytes;
};

suite("an encrypted Office file", () => {
  test("is a 400 that says so without its password, and another one with a wrong password", () => {
    assert.throws(() => decryptedPackage(encrypted, undefined), {
      code: "INVALID_REQUEST",
      reason: "document-encrypted",
    });
    assert.throws(() => decryptedPackage(encrypted, `${PASSWORD}!`), {
      code: "INVALID_REQUEST",
      reason: "wrong-password",
    });
  });

  test("is a 400 that says so if no password opens it", () => {
    for (const bytes of [
      withInfo('cipherAlgorithm="AES"', 'cipherAlgorithm="RC2"'),
      Buffer.from(
        encrypted
          .toString("latin1")
          .replaceAll("E\0n\0c\0r\0y\0p\0t\0i\0o\0n\0I\0n\0f\0o", "X\0n\0c\0r\0y\0p\0t\0i\0o\0n\0I\0n\0f\0o"),
        "latin1",
      ),
    ])
      assert.throws(() => decryptedPackage(bytes, PASSWORD), {
        code: "INVALID_REQUEST",
        reason: "document-encrypted",
        message: "file is encrypted in a way that is not supported.",
      });
  });
});
