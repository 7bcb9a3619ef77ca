import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { htmlFile } from "../../../lib/fields/html-file.ts";

const check = async (text: string) => htmlFile.check(Buffer.from(text, "latin1"));

suite("an HTML file", () => {
  for (const [what, text] of [
    ["with a document type", '<!DOCTYPE html><script>x="\x01\x02\x03"</script>'],
    ["with a byte order mark and blanks", "\xef\xbb\xbf\r\n<html lang=en><p>\x01\x02\x03"],
    ["that begins with a script", '<script>x="\x01\x02\x03\x04"</script>'],
    ["that begins with a comment", "<!-- \x01 --><p>x"],
  ] as const) {
    test(`${what} may hold control bytes`, () => check(text));
  }

  for (const text of ["\x01\x02\x03 plain", "<htmlx>\x01\x02\x03", "x <html>\x01\x02\x03"]) {
    test(`is not what begins as ${JSON.stringify(text)}`, () =>
      assert.rejects(check(text), { code: "UNSUPPORTED_MEDIA_TYPE", message: "is binary data, not text" }));
  }
});
