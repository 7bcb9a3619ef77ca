import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";
import { stylesheet } from "../../support/stylesheet.ts";

const PATH = "/convert/xml-to-html";
const XML = "<list><item>Grüße</item></list>";
const XSLT = stylesheet(
  '<h1><xsl:value-of select="$title"/></h1><p><xsl:value-of select="//item"/></p>',
  '<xsl:param name="title" select="\'none\'"/>',
);
const ENDLESS = stylesheet(
  '<xsl:call-template name="r"/>',
  '<xsl:template name="r"><xsl:call-template name="r"/></xsl:template>',
);
const bytes = (text: string, encoding: BufferEncoding = "utf8") => Buffer.from(text, encoding);
const html = async (reply: Response) => {
  assert.equal(reply.status, 200, await reply.clone().text());
  return reply.text();
};

suite("POST /convert/xml-to-html", { concurrency: 2 }, () => {
  test("transforms XML in a JSON body into UTF-8 HTML, with parameters as plain strings", async () => {
    const reply = await post(PATH, { xml: XML, xslt: XSLT, params: { title: "1 + 1 & 'x'" } });
    assert.equal(reply.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(reply.headers.get("content-disposition"), 'attachment; filename="xml.html"');
    assert.match(reply.headers.get("x-engine")!, /^libxslt\/1\.1/);
    const text = await html(reply);
    assert.match(text, /<h1>1 \+ 1 &amp; 'x'<\/h1>/);
    assert.match(text, /<p>Grüße<\/p>/);
  });

  test("transforms XML in multipart files and fields, in the encoding that it declares", async () => {
    const latin = bytes(`<?xml version="1.0" encoding="ISO-8859-1"?>${XML}`, "latin1");
    const reply = await post(PATH, form({ xml: latin, xslt: XSLT, params: '{"title":"T"}' }));
    assert.match(await html(reply), /<h1>T<\/h1>\s*<p>Grüße<\/p>/);
  });

  test("uses an embedded stylesheet with an id", async () => {
    const embedded = XSLT.replace("<xsl:stylesheet ", '<xsl:stylesheet id="s" ');
    const xml = `<?xml-stylesheet type="text/xsl" href="#s"?>\n<list><item>Plain</item>${embedded}</list>`;
    assert.match(await html(await post(PATH, { xml })), /<p>Plain<\/p>/);
  });

  test("uses an embedded stylesheet with an xml:id", async () => {
    const embedded = XSLT.replace("<xsl:stylesheet ", '<xsl:stylesheet xml:id="s" ');
    const xml = `<?xml-stylesheet type="text/xsl" href="#s"?><list><item>In</item>${embedded}</list>`;
    assert.match(await html(await post(PATH, { xml })), /<p>In<\/p>/);
  });

  refuses(PATH, [
    ["xml is missing", { xslt: XSLT }, 400, "INVALID_REQUEST", /xml is missing/],
    ["xml is null", { xml: null, xslt: XSLT }, 400, "INVALID_REQUEST", /xml/],
    ["there is no stylesheet", { xml: XML }, 400, "INVALID_REQUEST", /xslt|stylesheet/],
    ["a parameter is a number", { xml: XML, xslt: XSLT, params: { title: 1 } }, 400, "INVALID_REQUEST", /params.title/],
    ["params is not an object", form({ xml: XML, xslt: XSLT, params: "[]" }), 400, "INVALID_REQUEST", /params/],
    ["a field is unknown", { xml: XML, xslt: XSLT, options: {} }, 400, "INVALID_REQUEST", /options/],
    ["xml is sent twice", form({ xml: [XML, XML], xslt: XSLT }), 400, "INVALID_REQUEST", /xml.*once/],
    ["xml is malformed", { xml: "<a>\n<b></a>", xslt: XSLT }, 400, "INVALID_REQUEST", /line 2.*column/],
    ["the stylesheet is malformed", { xml: XML, xslt: "<xsl" }, 400, "INVALID_REQUEST", /xslt.*line 1/],
    [
      "the bytes of xml are not in its encoding",
      form({ xml: bytes("<a>\xff</a>", "latin1"), xslt: XSLT }),
      400,
      "INVALID_REQUEST",
      /xml/,
    ],
    [
      "the stylesheet includes a file of the host",
      { xml: XML, xslt: stylesheet("", '<xsl:include href="file:///etc/passwd"/>') },
      400,
      "INVALID_REQUEST",
      /./,
    ],
    ["the transformation is endless", { xml: XML, xslt: ENDLESS }, 500, "PROCESSING_FAILED", /./],
  ]);
});
