import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { pageTexts, withPdfJs } from "../../support/pdf/look.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";
import { startWebServer } from "../../support/web-server.ts";

const PATH = "/convert/markdown-to-pdf";
const bytes = (text: string) => Buffer.from(text);
const pdfOf = async (reply: Response) => {
  assert.equal(reply.status, 200, await reply.clone().text());
  return new Uint8Array(await reply.arrayBuffer());
};

suite("POST /convert/markdown-to-pdf", { concurrency: 2 }, () => {
  test("prints Markdown in a JSON body, with options", async () => {
    const reply = await post(PATH, { markdown: "# Title\n\nSome *text*.", options: { format: "A6" } });
    assert.equal(reply.headers.get("content-disposition"), 'attachment; filename="markdown.pdf"');
    assert.match((await pageTexts(await pdfOf(reply))).join("\n"), /Title\s*Some text\./);
  });

  test("prints an uploaded file, with a byte order mark, bookmarks, a title and an author", async () => {
    const file = bytes(
      "\ufeff---\ntitle: The title\nauthor: [Zoë Łuk, 山田]\nlang: fr\n---\n\n# One\n\n## Two\n\n1. x\n",
    );
    const pdf = await pdfOf(await post(PATH, form({ file, options: "{}" })));
    await withPdfJs(pdf, async (document) => {
      const { info } = (await document.getMetadata()) as {
        info: { Title?: string; Author?: string; Language?: string };
      };
      assert.equal(info.Title, "The title");
      assert.equal(info.Author, "Zoë Łuk, 山田");
      assert.equal(info.Language, "fr");
      const [one] = (await document.getOutline())!;
      assert.deepEqual([one!.title, one!.items[0]!.title], ["One", "Two"]);
    });
  });

  test("prints a large document in pieces, with links and bookmarks between them", { timeout: 600_000 }, async () => {
    const chapter = (number: number) =>
      `## Chapter ${number}\n\n${"Words that fill the page and say nothing at all. ".repeat(20)}\n\n[Back](#book)\n\n`;
    const chapters = Array.from({ length: 800 }, (_, index) => chapter(index + 1)).join("");
    const markdown = `---\nauthor: A. Uthor\n---\n\n# Book\n\n[The last](#chapter-800)\n\n${chapters}`;
    const pdf = await pdfOf(await post(PATH, { markdown }));
    await withPdfJs(pdf, async (document) => {
      const { info } = (await document.getMetadata()) as { info: { Author?: string } };
      assert.equal(info.Author, "A. Uthor");
      const [book] = (await document.getOutline())!;
      assert.equal(book!.items.length, 800);
      const pageOf = async (destination: unknown) => {
        const [page] = (await document.getDestination(destination as string))!;
        return document.getPageIndex(page as never);
      };
      assert.ok((await pageOf(book!.items[799]!.dest)) > document.numPages - 3);
      const [link] = (await (await document.getPage(1)).getAnnotations()).filter(({ dest }) => dest);
      assert.equal(await pageOf(link.dest), await pageOf(book!.items[799]!.dest));
    });
    const pages = await pageTexts(pdf);
    assert.match(pages.at(-1)!, /Chapter 800|nothing at all/);
  });

  test("sends no request to a private address that a document names", async () => {
    const { port, asked, close } = await startWebServer(() => ({}));
    const at = `127.0.0.1:${port}`;
    const [url, decimal] = [`http://${at}/x`, `http://2130706433:${port}/x`];
    const markdown = [
      `---\ntitle: <link rel=stylesheet href="${url}">\nauthor: '"><img src="${url}">'\n---\n`,
      `![a](${url}) ![b](${decimal}) ![c][d] [![e](//${at}/x)](${url})\n\n[d]: ${url} "x"\n`,
      `<img src="${url}" srcset="${url} 1x, ${url} 2x"> <picture><source srcset="${url}"><img src="${url}"></picture>`,
      `<link rel=stylesheet href="${url}"><style>@import "${url}"; p{background:url(${url})}</style>`,
      `<p style="background:url(${url})">x</p><table background="${url}"><tr><td>x</table><body background="${url}">`,
      `<video src="${url}" poster="${url}"></video><iframe src="${url}"></iframe><object data="${url}"></object>`,
      `<svg><image href="${url}"/><use href="${url}#a"/></svg><input type=image src="${url}">`,
      `<script src="${url}"></script><script>fetch("${url}")</script><meta http-equiv=refresh content="0;url=${url}">`,
      `$\\includegraphics{${url}} \\href{${url}}{x}$\n\n- [x] <img src="${url}">\n\n[^1]\n\n[^1]: ![n](${url})`,
    ].join("\n\n");
    await pdfOf(await post(PATH, { markdown }));
    close();
    assert.deepEqual(asked, []);
  });

  test("prints templates in the margins of every page", async () => {
    const headerTemplate = '<p style="font-size:9px"><span class=title></span> <span class=pageNumber></span></p>';
    const reply = await post(PATH, {
      markdown: `# Notes\n\n${"A line.\n\n".repeat(100)}`,
      options: { headerTemplate },
    });
    const pages = await pageTexts(Buffer.from(await reply.arrayBuffer()));
    assert.ok(pages.length > 1);
    for (const [index, text] of pages.entries()) assert.match(text, new RegExp(`Notes ${index + 1}`));
  });

  refuses(PATH, [
    ["markdown is missing", {}, 400, "INVALID_REQUEST", /markdown is missing/],
    ["markdown is null", { markdown: null }, 400, "INVALID_REQUEST", /markdown/],
    ["markdown is blank", { markdown: " \n" }, 400, "INVALID_REQUEST", /markdown is empty/],
    ["a field is unknown", { markdown: "x", html: "y" }, 400, "INVALID_REQUEST", /html/],
    ["an option is invalid", { markdown: "x", options: { scale: 9 } }, 400, "INVALID_REQUEST", /options.scale/],
    [
      "waitForSelector is not a CSS selector",
      { markdown: "x", options: { waitForSelector: "::" } },
      400,
      "INVALID_REQUEST",
      /Selector/,
    ],
    [
      "a template is for a document that is printed in pieces",
      { markdown: "A line of text.\n\n".repeat(80_000), options: { footerTemplate: "x" } },
      400,
      "INVALID_REQUEST",
      /options\.footerTemplate.*700,000/,
    ],
    ["the file is missing", form({ options: "{}" }), 400, "INVALID_REQUEST", /file is missing/],
    ["the file is empty", form({ file: bytes("\n") }), 400, "INVALID_REQUEST", /file is empty/],
    [
      "the file is not UTF-8",
      form({ file: Buffer.from("Gr\xfc\xdfe", "latin1") }),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      /UTF-8/,
    ],
    ["the file is a ZIP", form({ file: bytes("PK\x03\x04") }), 415, "UNSUPPORTED_MEDIA_TYPE", /file/],
  ]);
});
