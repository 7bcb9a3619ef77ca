import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { failure, post } from "../../support/platen.ts";
import { stylesheet } from "../../support/stylesheet.ts";
import { call, DOC, importing, including, module, named, upload, value } from "../../support/stylesheet-files.ts";
import { startWebServer } from "../../support/web-server.ts";

const PATH = "/convert/xml-to-html";

const html = async (body: FormData | object): Promise<string> => {
  const reply = await post(PATH, body);
  assert.equal(reply.status, 200, await reply.clone().text());
  return reply.text();
};

suite("the parts files", { concurrency: 2 }, () => {
  test("are imported, included and read by document(), in their encodings", async () => {
    const latin = '<?xml version="1.0" encoding="ISO-8859-1"?><words><w id="a">Früchte</w></words>';
    const xslt = stylesheet(
      `${call("first")}|${call("second")}|${value("document('words.xml')//w[@id = 'a']")}|${value("count(document('')//*) &gt; 5")}`,
      `${importing("a.xsl")}${including("b.xsl")}`,
    );
    const files = {
      "a.xsl": module(named("first", "imported") + named("second", "overridden")),
      "b.xsl": module(named("second", "included")),
      "words.xml": Buffer.from(latin, "latin1"),
      "unused.bin": new Uint8Array([0, 1, 2, 255]),
    };
    assert.match(await html(upload(DOC, xslt, files)), /<p>imported\|included\|Früchte\|true<\/p>/);
  });

  test("are reached from the folder of the document that names them", async () => {
    const xslt = stylesheet(
      `${call("deep")}|${value("document('own.xml')")}|${value("document(/list/item/@ref)")}`,
      importing("../common/tables%20of.xsl", "./sub/x.xsl"),
    );
    const files = {
      "common/tables of.xsl": module(`${including("deep/größe 1.xsl")}`),
      "common/deep/größe 1.xsl": module(named("deep", value("document('../w.xml')"))),
      "common/w.xml": "<w>from-common</w>",
      "html/sub/x.xsl": module(including("../../common/empty.xsl?v=1")),
      "./common/empty.xsl": module(""),
      "html/own.xml": "<o>beside-the-stylesheet</o>",
      "data/other.xml": "<o>beside-the-document</o>",
      "own.xml": "<o>wrong</o>",
      "other.xml": "<o>wrong</o>",
    };
    const xml = '<list><item ref="other.xml"/></list>';
    const body = upload(xml, xslt, files, ["data/doc.xml", "html/main.xsl"]);
    assert.match(await html(body), /<p>from-common\|beside-the-stylesheet\|beside-the-document<\/p>/);
  });

  test("are the stylesheet if the document names one of them", async () => {
    const xml = `<?xml-stylesheet type="text/xsl" href="style/main.xsl"?>${DOC}`;
    const files = {
      "style/main.xsl": stylesheet(call("t"), importing("t.xsl")),
      "style/t.xsl": module(named("t", value("//item"))),
    };
    assert.match(await html(upload(xml, undefined, files)), /<p>Grüße<\/p>/);
  });

  test("are 38 at most, and of those 38 all are read", async () => {
    const names = Array.from({ length: 38 }, (_, at) => `f${at}.xml`);
    const sum = value(names.map((name) => `document('${name}')`).join(" + "));
    const files = Object.fromEntries(names.map((name, at) => [name, `<n>${at}</n>`]));
    assert.match(await html(upload(DOC, stylesheet(sum), files)), /<p>703<\/p>/);
  });

  test("are no way to anything else", async () => {
    const server = await startWebServer(() => ({ body: "<a>reached</a>" }));
    const files = { passwd: "<a>part</a>", "etc/passwd": "<a>part</a>", "a.xml": "<a>part</a>", "a.xsl": module("") };
    const addresses = ["file:///etc/passwd", "/etc/passwd", `${server.origin}/a.xml`, "//document.invalid/a.xml"];
    for (const address of addresses) {
      const bodies = [
        stylesheet(value(`document('${address}')`)),
        stylesheet("x", importing(address)),
        stylesheet(call("t"), importing("t.xsl")),
      ];
      const all = { ...files, "t.xsl": module(named("t", value(`document('${address}')`))) };
      for (const [at, xslt] of bodies.entries()) {
        const { status, code, message } = await failure(await post(PATH, upload(DOC, xslt, all)));
        const field = at === 2 ? "files\\.4" : "xslt";
        assert.deepEqual([status, code], [400, "INVALID_REQUEST"]);
        assert.match(
          message,
          new RegExp(`^${field}, line \\d, column \\d+: .* nothing outside of the request: "${address}"`),
        );
      }
    }
    server.close();
    assert.deepEqual(server.asked, []);
  });
});
