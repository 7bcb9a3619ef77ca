import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { withPdfJs } from "../../support/pdf/look.ts";
import { readPages } from "../../support/pdf-text.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/convert/html-to-pdf";
const HTML = "<!doctype html><title>T</title><h1>Hello</h1>";
const inline = (options: object) => ({ html: HTML, options });

suite("the options of a page", { concurrency: 2 }, () => {
  for (const [what, options, size] of [
    ["as they are", { width: "10cm", height: "200mm" }, [283, 567]],
    ["turned", { width: "10cm", height: "200mm", landscape: true }, [567, 283]],
    ["wide as they are, also with landscape", { width: "20cm", height: "10cm", landscape: true }, [567, 283]],
    ["rather than those of @page", { width: "3in", height: "4in" }, [216, 288]],
  ] as const) {
    test(`prints on a paper of width and height ${what}`, async () => {
      const reply = await post(PATH, { html: `<style>@page{size:A5}</style>${HTML}`, options });
      const [page] = await readPages(Buffer.from(await reply.arrayBuffer()));
      assert.ok(Math.abs(page!.width - size[0]) <= 1 && Math.abs(page!.height - size[1]) <= 1, `${page!.width}`);
    });
  }

  test("writes title, author and language into the PDF", async () => {
    const options = { title: "Grüße", author: "Ann", lang: "de-AT" };
    const reply = await post(PATH, { html: HTML, options });
    const { info } = await withPdfJs(Buffer.from(await reply.arrayBuffer()), (pdf) => pdf.getMetadata());
    const { Title, Author, Language } = info as Record<string, string>;
    assert.deepEqual([Title, Author, Language], ["Grüße", "Ann", "de-AT"]);
  });

  test("prints templates in the margins of every page", async () => {
    const footerTemplate =
      '<p style="font-size:9px">page <span class=pageNumber></span> of <span class=totalPages></span>';
    const reply = await post(PATH, { html: `${HTML}<p style="break-before:page">two`, options: { footerTemplate } });
    const pages = await readPages(Buffer.from(await reply.arrayBuffer()));
    assert.deepEqual(
      pages.map(({ text }) => /page \d of \d/.exec(text)?.[0]),
      ["page 1 of 2", "page 2 of 2"],
    );
  });

  refuses(PATH, [
    ["the language is none", inline({ lang: "english language" }), 400, "INVALID_REQUEST", /options\.lang.*en-GB/],
    ["the title is empty", inline({ title: " " }), 400, "INVALID_REQUEST", /options\.title/],
    ["the author has lines", inline({ author: "a\nb" }), 400, "INVALID_REQUEST", /options\.author.*one line/],
    ["only the width is given", inline({ width: "10cm" }), 400, "INVALID_REQUEST", /options\.height is missing/],
    ["only the height is given", inline({ height: "10cm" }), 400, "INVALID_REQUEST", /options\.width is missing/],
    [
      "the paper is given twice",
      inline({ format: "A4", width: "10cm", height: "10cm" }),
      400,
      "INVALID_REQUEST",
      /options\.format excludes width/,
    ],
    ["the width is 0", inline({ width: "0", height: "1cm" }), 400, "INVALID_REQUEST", /options\.width must be more/],
    [
      "the height is beyond any paper",
      inline({ width: "9cm", height: "201in" }),
      400,
      "INVALID_REQUEST",
      /height.*200in/,
    ],
    [
      "the margins leave no room on width and height",
      inline({ width: "3cm", height: "3cm", marginLeft: "3cm" }),
      400,
      "INVALID_REQUEST",
      /margins/,
    ],
    ["a page range ends before it begins", inline({ pageRanges: "3-2" }), 400, "INVALID_REQUEST", /pageRanges.*1-3, 5/],
    ["a page range is empty", inline({ pageRanges: "" }), 400, "INVALID_REQUEST", /pageRanges/],
    ["a page range begins with 0", inline({ pageRanges: "0-2" }), 400, "INVALID_REQUEST", /pageRanges/],
    ["a page range is open", inline({ pageRanges: "1-" }), 400, "INVALID_REQUEST", /pageRanges/],
    ["no page is left", inline({ pageRanges: "2-3" }), 400, "INVALID_REQUEST", /options\.pageRanges names no page/],
    ["the medium is unknown", inline({ emulateMedia: "tv" }), 400, "INVALID_REQUEST", /emulateMedia.*screen, print/],
    ["the expression is none", inline({ waitForExpression: "if (1)" }), 400, "INVALID_REQUEST", /waitForExpression/],
    ["the expression is empty", inline({ waitForExpression: " " }), 400, "INVALID_REQUEST", /waitForExpression/],
    [
      "the expression never becomes true",
      inline({ waitForExpression: "window.never", waitTimeout: 500 }),
      500,
      "PROCESSING_FAILED",
      /"window\.never" did not become true within 500 ms/,
    ],
    [
      "a template holds a script",
      inline({ headerTemplate: "<script>1</script>" }),
      400,
      "INVALID_REQUEST",
      /options\.headerTemplate must not hold the element script/,
    ],
    [
      "a template fetches",
      inline({ footerTemplate: '<img src="https://example.com/a.png">' }),
      400,
      "INVALID_REQUEST",
      /options\.footerTemplate must fetch nothing/,
    ],
    [
      "a template is too long",
      inline({ footerTemplate: "x".repeat(16_385) }),
      400,
      "INVALID_REQUEST",
      /footerTemplate.*16384/,
    ],
    [
      "a margin has no room for its template",
      inline({ marginTop: "1cm", headerTemplate: '<div style="height:2cm">x</div>' }),
      400,
      "INVALID_REQUEST",
      /options\.marginTop leaves no room for headerTemplate, which needs 2\.6cm/,
    ],
  ]);
});
