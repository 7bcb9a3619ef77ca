import assert from "node:assert/strict";
import { suite, test } from "node:test";
import sharp from "sharp";
import { form } from "../../support/form.ts";
import { docx, paragraph, run } from "../../support/office/docx.ts";
import { withPdfJs } from "../../support/pdf/look.ts";
import { failure, post } from "../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../support/verapdf/validate.ts";

const HTML_PATH = "/convert/html-to-pdf";

const picture = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#f008" } })
  .png()
  .toBuffer();
const source = `src="data:image/png;base64,${picture.toString("base64")}"`;

const PAGE = `<!doctype html><html lang="fr"><title>Été</title><style>q::before{content:"«"}h1::before{content:counter(h1) ". "}</style>
<h1 id="a">Hello</h1><h4>Deep</h4><p>Text <a href="https://example.com/">out</a> <a href="#a">in</a> <q>said</q> <b aria-hidden=true>#</b>
<ul><li>one<li>two<ol><li>nested</ol></ul><img alt="red" ${source}><img alt="" ${source}><svg aria-label="dot" width=9 height=9><circle r=4 cx=4 cy=4 /></svg>
<table><caption>Prices</caption><tr><th>A<th>B<tr><td rowspan=9>1<td>2<tr><td colspan=3>x<tr><td>only</table>
<figure><img alt="x" ${source}><figcaption>Caption</figcaption></figure><math><mi>y</mi></math><pre><code>code</code></pre>
<input value=x><div style="opacity:.5;background:red;border:1px solid">box <a href="#a">in it</a></div><p lang=en_US>English<p lang="not a language">none`;

const LETTER = docx(
  `${paragraph("Letter", '<w:pStyle w:val="Heading1"/>')}${paragraph(run("Hello", '<w:lang w:val="en-GB"/>'))}` +
    `<w:p><w:hyperlink r:id="rId10">${run("out")}</w:hyperlink></w:p>`,
  { related: [{ id: "rId10", type: "hyperlink", target: "https://example.com/", isExternal: true }] },
);

const MARKDOWN =
  "---\nlang: en\n---\n# One\n\n### Three\n\n`code` $x^2$ [link](https://example.com/)[^1]\n\n|a|b|\n|-|-|\n|c|d|\n\n- [ ] task\n\n> [!NOTE]\n> note\n\n[^1]: A footnote.\n";

const REQUESTS: Readonly<Record<string, readonly [path: string, body: (options: object) => FormData | object]>> = {
  "an HTML page": [HTML_PATH, (options) => ({ html: PAGE, options })],
  "an HTML page with templates": [
    HTML_PATH,
    (options) => ({
      html: "<h1>x</h1><p>text",
      options: { title: "T", lang: "de-AT", footerTemplate: "<b>foot", ...options },
    }),
  ],
  "a Markdown document": ["/convert/markdown-to-pdf", (options) => ({ markdown: MARKDOWN, options })],
  "a CSV file": [
    "/convert/csv-to-pdf",
    (options) =>
      form({
        file: Buffer.from(`name,é\n${"😀 漢字,مرحبا\n".repeat(90)}`),
        options: JSON.stringify({ lang: "en", title: "Table", ...options }),
      }),
  ],
  "a Word document": [
    "/convert/word-to-pdf",
    (options) => form({ file: LETTER, options: JSON.stringify({ title: "Letter", lang: "en-GB", ...options }) }),
  ],
};

const converted = async (name: string, options: object): Promise<Buffer> => {
  const [path, body] = REQUESTS[name]!;
  const reply = await post(path, body(options));
  assert.equal(reply.status, 200, reply.ok ? "" : await reply.text());
  return Buffer.from(await reply.arrayBuffer());
};

const info = async (pdf: Buffer): Promise<{ pdfUa?: number; pdfA?: string; title?: string; language?: string }> =>
  (await (await post("/pdf/info", form({ file: pdf }))).json()) as object;

interface Tag {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Tag[];
}

/** The tags of the first page, as nested lists of their names. */
const tagsOf = (pdf: Buffer): Promise<string> =>
  withPdfJs(pdf, async (document) => {
    const written = ({ role, alt, children = [] }: Tag): string => {
      const inner = children.map(written).filter((text) => text !== "");
      return `${role ?? ""}${alt === undefined ? "" : `"${alt}"`}${inner.length > 0 ? `(${inner.join(" ")})` : ""}`;
    };
    return written((await (await document.getPage(1)).getStructTree()) as Tag);
  });

suite("the option pdfUa", () => {
  for (const name of Object.keys(REQUESTS)) {
    test(`makes ${name} PDF/UA, alone and with PDF/A, and the same bytes each time`, async () => {
      const [alone, both] = [await converted(name, { pdfUa: "1" }), await converted(name, { pdfUa: "1", pdfA: "3a" })];
      const [{ pdfUa, pdfA }, facts] = [await info(alone), await info(both)];
      assert.deepEqual([pdfUa, pdfA], [1, undefined]);
      assert.deepEqual([facts.pdfUa, facts.pdfA], [1, "3a"]);
      assert.ok(facts.title && facts.language);
      assert.deepEqual(await converted(name, { pdfUa: "1" }), alone);
    });
  }

  test("puts headings, lists, tables, links and pictures in tags, and nothing else", async () => {
    const html = `<html lang=en><title>T</title><h1>One</h1><h4>Two</h4><p>Text <a href="https://a.example/">out</a><ul><li>item</ul>
<img alt=red ${source}><div style="background:red">box</div><table><tr><th>A<th>B<tr><td>1</table>`;
    const reply = await post(HTML_PATH, { html, options: { pdfUa: "1" } });
    assert.equal(
      await tagsOf(Buffer.from(await reply.arrayBuffer())),
      'Root(Document(H1 H2 P(Link) L(LI(Lbl LBody)) P(Figure"red") Table(TR(TH TH) TR(TD TD))))',
    );
  });

  test("describes links by their texts", async () => {
    const texts = await withPdfJs(await converted("an HTML page", { pdfUa: "1" }), async (document) =>
      (await (await document.getPage(1)).getAnnotations()).map(
        ({ contentsObj }) => (contentsObj as { str: string }).str,
      ),
    );
    assert.deepEqual(texts, ["out", "in", "in it"]);
  });

  test("makes what veraPDF finds compliant", {
    skip: !hasVeraPdf && "VERAPDF_JARS names no folder of jars",
  }, async () => {
    const made: Buffer[] = [];
    for (const name of Object.keys(REQUESTS))
      for (const pdfA of [undefined, "2b", "3a"]) made.push(await converted(name, { pdfUa: "1", pdfA }));
    assert.deepEqual(
      veraPdfVerdicts(made, "ua1"),
      made.map(() => "ua1 compliant"),
    );
    assert.deepEqual(
      veraPdfVerdicts(made.filter((_, at) => at % 3 > 0)),
      Object.keys(REQUESTS).flatMap(() => ["2b compliant", "3a compliant"]),
    );
  });
});

const refusal = async (path: string, body: FormData | object): Promise<string> => {
  const { status, code, message } = await failure(await post(path, body));
  assert.deepEqual([status, code], [400, "INVALID_REQUEST"]);
  return message;
};

const LACKING = `<h1>x</h1><img id=logo ${source}><p><svg class="a b" width=9 height=9><circle r=4 /></svg>
<p style="break-before:page"><iframe srcdoc="x"></iframe><table border=1><tr><td>a<td>b<tr><td>c<td>d</table>`;

suite("a document that lacks something for PDF/UA", () => {
  test("is refused with what it lacks, and where", async () => {
    assert.equal(
      await refusal(HTML_PATH, { html: LACKING, options: { pdfUa: "1" } }),
      "The document cannot be PDF/UA: it lacks a language; the text of a picture (page 1, img#logo); the text of a picture " +
        "(page 1, svg.a.b); the tags of what is in a frame (iframe); the header cells of a table (page 2).",
    );
  });

  test("is printed without the claim, and with warnings, if missing is warn", async () => {
    const options = { pdfUa: { missing: "warn" }, pdfA: "2a" };
    const metadata = await post(HTML_PATH, { html: LACKING, options }, { Accept: "application/json" });
    const { warnings } = (await metadata.json()) as { warnings: { code: string; place?: string }[] };
    assert.deepEqual(
      warnings.map(({ code, place }) => [code, place]),
      [
        ["pdfua-language", undefined],
        ["pdfua-picture", "page 1"],
        ["pdfua-frame", undefined],
        ["pdfua-heads", "page 2"],
      ],
    );
    const reply = await post(HTML_PATH, { html: LACKING, options });
    assert.equal(reply.headers.get("x-warnings"), "4");
    const { pdfUa, pdfA } = await info(Buffer.from(await reply.arrayBuffer()));
    assert.deepEqual([pdfUa, pdfA], [undefined, "2a"]);
  });

  test("claims PDF/UA with missing: warn if it lacks nothing", async () => {
    assert.equal((await info(await converted("an HTML page", { pdfUa: { missing: "warn" } }))).pdfUa, 1);
  });

  for (const [what, path, body, names] of [
    [
      "Markdown without a language",
      "/convert/markdown-to-pdf",
      { markdown: "# x", options: { pdfUa: "1" } },
      /a language\./,
    ],
    [
      "text without a heading or a title",
      HTML_PATH,
      { html: "<p lang=en>x", options: { pdfUa: "1", lang: "en" } },
      /a title\./,
    ],
    [
      "a table whose first row is no head",
      "/convert/csv-to-pdf",
      form({ file: Buffer.from("1,2\n"), options: '{"pdfUa":"1","lang":"en","header":false,"title":"t"}' }),
      /header cells of a table \(page 1\)/,
    ],
    [
      "a Word document that states no language",
      "/convert/word-to-pdf",
      form({ file: docx(paragraph("x")), options: '{"pdfUa":"1","title":"t"}' }),
      /lacks a language\./,
    ],
    [
      "a character that no font has",
      HTML_PATH,
      { html: "<html lang=en><h1>\u{10fffd}", options: { pdfUa: "1" } },
      /cannot be PDF\/UA/,
    ],
    [
      "Markdown in pieces",
      "/convert/markdown-to-pdf",
      { markdown: `# P\n\n${"word ".repeat(99)}\n\n`.repeat(2000), options: { pdfUa: "1" } },
      /options\.pdfUa/,
    ],
    [
      "a page that is too large for tags",
      HTML_PATH,
      {
        html: `<html lang=en><title>T</title>${"<p>x".repeat(21_000)}`,
        options: { pdfUa: "1", footerTemplate: "foot" },
      },
      /it lacks tags/,
    ],
    ["another part", HTML_PATH, { html: "x", options: { pdfUa: "2" } }, /options\.pdfUa/],
    ["another way", HTML_PATH, { html: "x", options: { pdfUa: { missing: "no" } } }, /options\.pdfUa/],
  ] as const) {
    test(`is refused: ${what}`, async () => {
      assert.match(await refusal(path, body), names);
    });
  }
});
