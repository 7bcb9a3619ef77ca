import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readPages, textOf } from "../../support/pdf-text.ts";
import { failure, post } from "../../support/platen.ts";

const PATH = "/convert/html-to-pdf";

const upload = (text: string, name: string, type = "") => {
  const form = new FormData();
  form.append("file", new Blob([Buffer.from(text, "latin1")], { type }), name);
  return post(PATH, form);
};

const XHTML = `<?xml version="1.0" encoding="ISO-8859-1"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="none.js"/>
  <style><![CDATA[ @page { size: 10cm 6cm } p > b { color: #00aa11 } ]]></style>
  <script><![CDATA[
    addEventListener("load", () => { if (1 < 2 && true) document.querySelector("i").textContent = "late" })
  ]]></script>
</head><body><div/><p>Gr\xfc\xdfe <b>bold</b> <i/></p></body></html>`;

suite("a file of XHTML", () => {
  for (const [how, name, type] of [
    ["name", "page.XHTML", undefined],
    ["media type", "page", "application/xhtml+xml"],
  ] as const) {
    test(`is read as XML by its ${how}`, async () => {
      const reply = await upload(XHTML, name, type);
      assert.equal(reply.status, 200, await (reply.ok ? "" : reply.text()));
      const [page] = await readPages(Buffer.from(await reply.arrayBuffer()));
      assert.match(page!.text.trim(), /^Grüße\s+bold\s+late$/);
      assert.equal(Math.round(page!.width), 283);
      assert.ok(page!.fills.includes("#00aa11"));
      assert.equal(reply.headers.get("x-warnings"), "1", "the script is missing");
    });
  }

  test("is refused if it is not well-formed, but is HTML under another name", async () => {
    const text = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>one<br>two</p></body></html>";
    const { status, code, message } = await failure(upload(text, "page.xht"));
    assert.deepEqual([status, code], [400, "INVALID_REQUEST"]);
    assert.equal(message, "file is not well-formed XML. With the name .html it is read as HTML.");
    const reply = await upload(text, "page.html");
    assert.match(await textOf(Buffer.from(await reply.arrayBuffer())), /one\s+two/);
  });
});
