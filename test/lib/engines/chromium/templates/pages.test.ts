import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { checkedTemplate } from "../../../../../lib/engines/chromium/templates/template.ts";
import type { PageSetup } from "../../../../../lib/engines/page-setup.ts";
import { type ReadPage, readPages } from "../../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../../support/print.ts";

after(stopEngines);

const line = (text: string, lines: number) =>
  checkedTemplate(
    `<div style="font:9px Open Sans;padding:0 1cm">${`${text}<br>`.repeat(lines)}<span class="title"></span> ` +
      `<span class="date"></span> page <span class="pageNumber"></span> of <span class="totalPages"></span></div>`,
  );

const text = `<!doctype html><title>Accounts</title><style>body{margin:0}p{margin:0;break-inside:avoid}</style>${"<p>body text of the document</p>".repeat(150)}`;
const none = { top: undefined, right: undefined, bottom: undefined, left: undefined };

/** The base lines of the header's last line, of the document's first and last line, and of the footer's first line. */
const linesOf = ({ words, height }: ReadPage) => {
  const template = words.filter(({ text }) => /above|below|page \d/.test(text)).map(({ y }) => y);
  const body = words.filter(({ text }) => text.startsWith("body")).map(({ y }) => y);
  return {
    header: Math.max(...template.filter((y) => y < height / 2)),
    first: Math.min(...body),
    last: Math.max(...body),
    footer: Math.min(...template.filter((y) => y > height / 2)),
  };
};

const CASES: readonly (readonly [what: string, css: string, setup: Partial<PageSetup>, lines: number])[] = [
  ["on A4", "", {}, 1],
  ["on its side", "", { landscape: true }, 1],
  ["at half the scale", "", { scale: 0.5 }, 1],
  ["at twice the scale", "", { scale: 2 }, 1],
  ["of many lines", "", {}, 8],
  ["of many lines, beside a margin of @page that is too narrow", "@page{margin:5mm}", {}, 8],
  ["of many lines, beside no margin", "@page{margin:0}", {}, 8],
  ["of many lines, at twice the scale", "@page{margin:0}", { scale: 2 }, 8],
  ["of many lines, beside an automatic margin", "@page{margin:auto}", {}, 8],
  ["of many lines, beside an important margin", "@page{margin:2%!important}", {}, 8],
  ["of many lines, on a first page of its own", "@page{margin:4cm}@page:first{margin:0}", {}, 8],
  ["of many lines, with margins of the options", "", { margins: { ...none, top: 2, bottom: 1.8 } }, 8],
  ["with wide margins of @page", "@page{margin:4cm 3cm}", {}, 1],
  ["on a small paper of @page", "@page{size:7cm 12cm}", {}, 4],
  ["on named pages of other sizes", "@page n{size:A5 landscape;margin:3mm}p:nth-of-type(n+40){page:n}", {}, 6],
  ["on @page that is turned", "@page{size:A5}", { landscape: true }, 3],
  ["on a paper of the options", "", { paper: { width: 5, height: 7 } }, 3],
  ["beside margin boxes", '@page{margin:2cm;@left-middle{content:"box"}}', {}, 1],
];

suite("header and footer templates", () => {
  for (const [what, css, setup, lines] of CASES) {
    test(`are on every page, clear of the document, ${what}`, async () => {
      const { pdf } = await print(
        { html: `<style>${css}</style>${text}` },
        { ...setup, headerTemplate: line("above", lines), footerTemplate: line("below", lines) },
      );
      const pages = await readPages(pdf);
      assert.ok(pages.length > 1);
      for (const [index, page] of pages.entries()) {
        const numbers = page.text.match(/Accounts \d+\/\d+\/\d+, [\d:]+ [AP]M page \d+ of \d+/g);
        assert.equal(numbers?.length, 2);
        for (const found of numbers) assert.ok(found.endsWith(`page ${index + 1} of ${pages.length}`), found);
        const { header, first, last, footer } = linesOf(page);
        const place = `page ${index + 1}: ${[header, first, last, footer].map(Math.round).join(", ")}`;
        assert.ok(header > 20 && header + 6 < first, place);
        assert.ok(last + 6 < footer && footer < page.height - 15, place);
      }
    });
  }

  test("move nothing of a document whose margins have room for them", async () => {
    const html = `<style>@page{margin:3cm}</style>${text}`;
    const template = { headerTemplate: line("above", 1), footerTemplate: line("below", 1) };
    const [plain, headed] = [await print({ html }), await print({ html }, template)];
    const bodyOf = async (pdf: Uint8Array) =>
      (await readPages(pdf)).map(({ words }) => words.filter(({ text }) => text.startsWith("body")));
    assert.deepEqual(await bodyOf(headed.pdf), await bodyOf(plain.pdf));
  });

  test("take the place of a narrow margin on their own side alone", async () => {
    const html = `<style>@page{margin:0}</style>${text}`;
    const [page] = await readPages((await print({ html }, { footerTemplate: line("below", 3) })).pdf);
    const { first, last, footer } = linesOf(page!);
    assert.ok(first < 16, `${first}`);
    assert.ok(last + 6 < footer, `${last} ${footer}`);
  });

  test("are refused if a margin of the options has no room for them", async () => {
    const setup = { margins: { ...none, top: 0.5 }, headerTemplate: line("above", 8) };
    await assert.rejects(print({ html: text }, setup), {
      code: "INVALID_REQUEST",
      message: /^options\.marginTop leaves no room for headerTemplate, which needs \d\.\dcm\.$/,
    });
  });

  test("that lie outside the flow need no room", async () => {
    const mark = checkedTemplate(
      '<div style="position:fixed;top:10cm;left:4cm;font-size:50px;color:#eeeeee">DRAFT</div>',
    );
    const setup = { margins: { top: 0, right: 0, bottom: 0, left: 0 }, headerTemplate: mark };
    const [page] = await readPages((await print({ html: text }, setup)).pdf);
    const draft = page!.words.find(({ text }) => text === "DRAFT");
    assert.ok(Math.abs(draft!.x - 4 * 28.35) < 5 && draft!.y > 283, JSON.stringify(draft));
  });

  test("keep their backgrounds, unless printBackground is false", async () => {
    const headerTemplate = checkedTemplate('<div style="width:100%;background:#00ff00">above</div>');
    const fills = async (printBackground: boolean) =>
      (await readPages((await print({ html: text }, { headerTemplate, printBackground })).pdf))[0]!.fills;
    assert.ok((await fills(true)).includes("#00ff00"));
    assert.ok(!(await fills(false)).includes("#00ff00"));
  });

  test("are printed with a document whose scripts run in virtual time", async () => {
    const html = `${text}<script>setTimeout(() => { document.title = "Later"; document.body.append("ran") }, 3000)</script>`;
    const pages = await readPages((await print({ html }, { headerTemplate: line("above", 2) })).pdf);
    assert.match(pages.at(-1)!.text, /ran/);
    for (const { text } of pages) assert.match(text, /Later \d+\/\d+\/\d+/);
  });
});
