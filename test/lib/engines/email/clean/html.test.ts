import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { cleanHtml } from "../../../../../lib/engines/email/clean/html.ts";
import { PictureUrls } from "../../../../../lib/engines/email/clean/picture-urls.ts";
import { bitmap } from "../../../../support/pictures/bitmap.ts";

const picture = { name: "", type: "image/bmp", bytes: bitmap(2, 2), ids: ["c"], isInline: true };

/** HTML after its cleaning, with the number of addresses that led to the network. */
const cleaned = (html: string): [html: string, remote: number] => {
  const addresses = new PictureUrls([picture], "picture");
  return [cleanHtml(html, addresses).html, addresses.remoteCount];
};

suite("CSS of a message is cleaned although escapes write", () => {
  test("a function that fetches", () => {
    assert.deepEqual(cleaned(String.raw`<p style='color:red;background:u\72l("http://t.example/x")'>`), [
      '<p style="color:red;background:none"></p>',
      1,
    ]);
    const [sheet, remote] = cleaned(String.raw`<style>p{background:\75rl("//t.example/x")}</style>`);
    assert.deepEqual([sheet, remote], ["<style>p{background:none}</style>", 1]);
    assert.doesNotMatch(cleaned(String.raw`<p style='background:u\72l(http://t.example/x)'>`)[0], /t\.example|72l/);
  });

  test("the name of what is outside the message", () => {
    assert.equal(
      cleaned(String.raw`<style>:h\6fst{position:fixed}p{color:red}</style>`)[0],
      "<style>p{color:red}</style>",
    );
  });

  test("the choice of a page", () => {
    for (const name of ["page", "PAGE", String.raw`p\61ge`, "/**/page"]) {
      assert.equal(cleaned(`<p style="color:red;${name}:x">`)[0], '<p style="color:red"></p>');
      assert.equal(cleaned(`<style>p{color:red;${name}:x}</style>`)[0], "<style>p{color:red}</style>");
    }
  });
});

test("a background and a style of an element become one style", () => {
  const [html] = cleaned('<td background="cid:c" style="color:red">');
  assert.match(html, /^<td style="background-image:url\([^)]*\);color:red"><\/td>$/);
});
