import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { form } from "../../../support/form.ts";
import { htmlMessage, message } from "../../../support/message.ts";
import { readPages, textOf } from "../../../support/pdf-text.ts";
import { bitmap } from "../../../support/pictures/bitmap.ts";
import { post } from "../../../support/platen.ts";
import { startWebServer } from "../../../support/web-server.ts";

const PATH = "/convert/email-to-pdf";
const printed = async (file: Uint8Array): Promise<Uint8Array> => {
  const reply = await post(PATH, form({ file }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return new Uint8Array(await reply.arrayBuffer());
};
const warningsOf = async (file: Uint8Array): Promise<string[]> => {
  const body = form({ file });
  const reply = await post(PATH, body, { accept: "application/json" });
  const { warnings = [] } = (await reply.json()) as { warnings?: { code: string }[] };
  return warnings.map(({ code }) => code);
};

suite("the body of a message", { concurrency: 2 }, () => {
  test("fetches nothing, and reports how much there was", async () => {
    const web = await startWebServer(() => ({ body: bitmap(1, 1), type: "image/bmp" }));
    try {
      const at = (path: string) => `${web.origin}/${path}`;
      const html = `<link rel=stylesheet href="${at("a.css")}"><style>@import "${at("b.css")}"; p{background:url(${at("c.png")})}</style>
        <p style="background:url('${at("d.png")}')">Words</p><img src="${at("e.png")}"><table background="${at("f.png")}"></table>
        <script src="${at("g.js")}"></script><iframe src="${at("h.html")}"></iframe><video poster="${at("i.png")}"></video>`;
      assert.deepEqual(await warningsOf(htmlMessage(html)), ["remote-content-left-out", "active-content-left-out"]);
      assert.deepEqual(web.asked, []);
    } finally {
      web.close();
    }
  });

  test("keeps a body below its head, whatever its style says", async () => {
    const html = `<style>:host{position:fixed!important;top:0!important} .head,h1,header{display:none!important} body{margin-top:-300px}</style>
      </template></div></section><div style="position:fixed;top:-40px;left:0">From: forged@example.com</div>
      <div style="position:absolute;top:-30px">Subject: forged</div><p style="margin-top:400px">Words</p><plaintext>rest`;
    const [page] = await readPages(await printed(htmlMessage(html)));
    const top = (text: RegExp) => page!.words.find((word) => text.test(word.text))?.y ?? Number.NaN;
    assert.ok(top(/anna@example\.com/) < 80, `the head is at the top: ${top(/anna@example\.com/)}`);
    assert.ok(top(/Words/) > top(/anna@example\.com/));
    assert.equal(page!.words.filter(({ text, y }) => /forged/.test(text) && y < top(/anna/)).length, 0);
  });

  test("makes a body fit the paper that is wider", async () => {
    const html = '<table style="width:2600px"><tr><td>Left<td align=right>Rightmost</table>';
    const [page] = await readPages(await printed(htmlMessage(html)));
    const right = page!.words.find(({ text }) => text.includes("Rightmost"));
    assert.ok(right !== undefined && right.x < page!.width, "the right end is on the page");
  });

  test("keeps every letter of a line that is very long", async () => {
    const text = await textOf(await printed(message({ "Content-Type": "text/plain" }, "w".repeat(50_000))));
    assert.equal(text.match(/w/g)?.length, 50_000);
  });
});
