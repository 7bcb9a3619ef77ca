import assert from "node:assert/strict";
import { after, test } from "node:test";
import { warningsOf } from "../../../lib/engines/chromium/render-report.ts";
import { htmlToPdf } from "../../../lib/engines/html-to-pdf.ts";
import type { PageSetup } from "../../../lib/engines/page-setup.ts";
import { readPages } from "../../support/pdf-text.ts";
import { print, stopEngines } from "../../support/print.ts";

after(stopEngines);

const A4 = [595.3, 841.9];
const A5 = [419.5, 595.3];
const LETTER = [612, 792];
const turned = ([width = 0, height = 0]: number[]) => [height, width];
const letter = { width: 8.5, height: 11 };
const CENTIMETRE = 28.35;

const text = "<style>body,p{margin:0}</style><p>text";
const none = { top: undefined, right: undefined, bottom: undefined, left: undefined };

const near = (actual: readonly number[], expected: readonly number[], what: string): void => {
  for (const [index, value] of expected.entries()) {
    assert.ok(
      Math.abs(actual[index]! - value) <= 1.2,
      `${what}: ${actual.join(" × ")} instead of ${expected.join(" × ")}`,
    );
  }
};

const pagesOf = async (html: string, page: Partial<PageSetup>) => readPages((await print({ html }, page)).pdf);

test("names itself after the Chromium that it prints with", () => assert.equal(htmlToPdf.name, "chromium/153.0"));

for (const [what, css, page, size] of [
  ["A4 if nothing is said", "", {}, A4],
  ["A4 on its side", "", { landscape: true }, turned(A4)],
  ["the format", "", { paper: letter }, LETTER],
  ["the format on its side", "", { paper: letter, landscape: true }, turned(LETTER)],
  ["the size of @page if no format is given", "@page{size:A5}", {}, A5],
  ["the last of several sizes", "@page{size:10cm 6cm}@page{size:A4}", {}, A4],
  ["the size of its first page", "@page{size:10cm 6cm}@page:first{size:A4}", {}, A4],
  ["A4 in lengths", "@page{size:29.7cm 21cm}", {}, turned(A4)],
  ["A4 if a size is for screens", "@media screen{@page{size:10cm 6cm}}", {}, A4],
  ["the size of @page as it lies", "@page{size:A5 landscape}", {}, turned(A5)],
  ["the format rather than the size of @page", "@page{size:A5}", { paper: letter }, LETTER],
  ["the format rather than an important size", "@page{size:A5 !important}", { paper: letter }, LETTER],
  ["the format rather than the size of a named page", "@page n{size:A5}p{page:n}", { paper: letter }, LETTER],
  ["the format upright though @page lies", "@page{size:A5 landscape}", { paper: letter }, LETTER],
  ["the size of @page, turned", "@page{size:A5}", { landscape: true }, turned(A5)],
  ["the size of @page, upright, turned", "@page{size:A5 portrait}", { landscape: true }, turned(A5)],
  ["lengths of @page, turned", "@page{size:148mm 21cm}", { landscape: true }, turned(A5)],
  ["the size of a named page, turned", "@page n{size:A5}p{page:n}", { landscape: true }, turned(A5)],
  ["the size of @page that lies already", "@page{size:A5 landscape}", { landscape: true }, turned(A5)],
  ["the size of @page in a media rule, turned", "@media print{@page{size:A5}}", { landscape: true }, turned(A5)],
] as const) {
  test(`prints on ${what}`, async () => {
    const [first] = await pagesOf(`<style>${css}</style>${text}`, page);
    near([first!.width, first!.height], size, what);
  });
}

for (const [what, css, margins, left, top] of [
  ["1 cm if nothing is said", "", none, CENTIMETRE, CENTIMETRE],
  ["as given", "", { ...none, top: 1, left: 2 }, 144, 72],
  ["0 if 0 is given", "", { top: 0, right: 0, bottom: 0, left: 0 }, 0, 0],
  ["@page's if none is given", "@page{margin:3cm}", none, 3 * CENTIMETRE, 3 * CENTIMETRE],
  ["as given rather than @page's, side by side", "@page{margin:3cm}", { ...none, left: 2 }, 144, 3 * CENTIMETRE],
  ["as given rather than :first's", "@page:first{margin:3cm}", { ...none, top: 1, left: 2 }, 144, 72],
  ["as given rather than important ones", "@page{margin:3cm!important}", { ...none, top: 1 }, 3 * CENTIMETRE, 72],
] as const) {
  test(`leaves margins ${what}`, async () => {
    const [first] = await pagesOf(`<style>${css}p{line-height:1;font-size:12pt}</style>${text}`, { margins });
    const [word] = first!.words;
    // The base line of 12 pt text lies some 9 pt below the top of its line.
    near([word!.x, word!.y - 9], [left, top], what);
  });
}

test("scales the page but not its margins", async () => {
  const [plain, twice] = [await pagesOf(text, {}), await pagesOf(text, { scale: 2 })].map(
    (pages) => pages[0]!.words[0]!,
  );
  near([twice!.x, twice!.size], [plain!.x, plain!.size * 2], "scale 2");
});

test("leaves backgrounds out if printBackground is false", async () => {
  const html = `<style>div{background:#ff0000;height:3cm}</style><div>text`;
  const fills = async (printBackground: boolean) => (await pagesOf(html, { printBackground }))[0]!.fills;
  assert.ok((await fills(true)).includes("#ff0000"));
  assert.ok(!(await fills(false)).includes("#ff0000"));
});

test("does not end with a blank page, whatever page breaks the document has", async () => {
  for (const tail of ["", `<div style="break-after:page"></div>`, `<style>html,body{height:100%}</style>`]) {
    assert.equal((await pagesOf(`<!doctype html><p>one<p style="break-before:page">two${tail}`, {})).length, 2);
  }
});

test("numbers pages in the margin boxes of @page", async () => {
  const css = `@page{margin:2cm;@bottom-center{content:"page " counter(page) " of " counter(pages)}}`;
  const pages = await pagesOf(`<style>${css}</style><p>one<p style="break-before:page">two`, {});
  assert.deepEqual(
    pages.map((page) => /page \d of \d/.exec(page.text)?.[0]),
    ["page 1 of 2", "page 2 of 2"],
  );
});

test("keeps links", async () => {
  const [page] = await pagesOf(`<a href="https://example.com/a?b=1">there</a>`, {});
  assert.deepEqual(page!.links, ["https://example.com/a?b=1"]);
});

test("reports all parts whose addresses lead nowhere, but no rule without an element", async () => {
  const { report } = await print({
    html: `<style>
        @import "a.css";
        @font-face { font-family: missing; src: url(b.woff2) }
        @font-face { font-family: unused; src: url(c.woff2) }
        p { font-family: missing; cursor: url(d.cur), auto }
        ul::before { content: "" url('e f.png') }
        .none { background: url(g.png) }
        @media print { p { background: url(h.png), url(data:image/gif;base64,R0lGODlhAQABAAAAACw=), url(#i) } }
      </style>
      <p style="list-style-image: url(j.png)">x<ul background=k.png></ul>
      <svg><image href=l.png /><image xlink:href=m.png /><use href=n.svg#o /><use href=#p /></svg>
      <input type=image src=q.png><video poster=r.png src=s.mp4></video><table background=t.png></table>
      <iframe src=u.html></iframe><object data=v.svg></object><embed src=w.svg>`,
  });
  assert.deepEqual(
    warningsOf(report).map(({ code, message }) => [code, message]),
    [
      ["image-failed", "8 images have addresses that lead nowhere."],
      ["stylesheet-failed", "1 stylesheet has an address that leads nowhere."],
      ["font-failed", "1 font has an address that leads nowhere."],
      ["resource-failed", "5 resources have addresses that lead nowhere."],
    ],
  );
});

test("reports module scripts that import from addresses which lead nowhere", async () => {
  const modules = [
    'import "./a.js"; document.title = "a"',
    "let first;import{\n  b,\n  other\n}from'../b.js'",
    'export * from "/c.js"',
    'import d from "unmapped"',
    'import e from "mapped"',
    'import f from "mapped/f.js"',
  ];
  const sound = [
    'import { a } from "data:text/javascript,export const a = 1"',
    'import b from "sound"',
    "// import './a.js'\nconst text = \"import './b.js'\"",
  ];
  const importMap = {
    imports: { mapped: "./e.js", "mapped/": "./folder/", sound: "data:text/javascript,export default 1" },
  };
  const scripts = [...modules, ...sound].map((source) => `<script type=module>${source}</script>`);
  const { report } = await print({
    html: `<script type=importmap>${JSON.stringify(importMap)}</script>${scripts.join("")}<script>/* import "./x.js" */</script><p>x`,
  });
  assert.deepEqual(
    warningsOf(report).map(({ code, message }) => [code, message]),
    [["script-failed", "6 scripts have addresses that lead nowhere."]],
  );
});

test("reports pictures, style sheets and scripts whose addresses lead nowhere", async () => {
  const { report } = await print({
    html: "<link rel=stylesheet href=a.css><script src=b.js></script><img src=c.png><img src=/d.png><img src=file:///C:/e.png><img src='C:\\f.png'><img src=''><img src='data:,'><p>x",
  });
  assert.deepEqual(
    warningsOf(report).map(({ code, message }) => [code, message]),
    [
      ["image-failed", "4 images have addresses that lead nowhere."],
      ["stylesheet-failed", "1 stylesheet has an address that leads nowhere."],
      ["script-failed", "1 script has an address that leads nowhere."],
    ],
  );
});
