import type { StillPage } from "./page.ts";

const WORDS =
  "The quick brown fox jumps over the lazy dog while seven wizards quickly box up every jug of plum jam for the voyage. ";
const text = (times: number): string => WORDS.repeat(times);
const rows = (count: number, cells: (row: number) => string): string =>
  Array.from({ length: count }, (_, row) => `<tr>${cells(row + 1)}`).join("");
const boxes = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<div class=b>Box ${index + 1}</div>`).join("");
const invoice = `<table><thead><tr><th>Item<th>Number<th>Price</thead><tbody>${rows(70, (row) => `<td>Part ${row}<td>${row % 9}<td>${(row * 3.17).toFixed(2)}`)}</tbody><tfoot><tr><td colspan=3>Carried forward</tfoot></table>`;
const TABLE = "table{width:100%;border-collapse:collapse}td,th{border:1px solid #999;padding:4px}";
const BOX = ".b{background:#def;border:1px solid #69c;margin:4px;padding:12px}";
const chapters = Array.from(
  { length: 4 },
  (_, at) => `<section><h1>Chapter ${at + 1}</h1><p>${text(9)}</section>`,
).join("");

/** Style rules, each with its body. */
const RULES: readonly (readonly [name: string, css: string, body: string])[] = [
  ["page size", "@page{size:A5}", chapters],
  ["page size in lengths", "@page{size:120mm 90mm;margin:8mm}", chapters],
  ["landscape", "@page{size:A4 landscape}", chapters],
  ["page margins", "@page{margin:3cm 2cm 1cm 4cm}", chapters],
  ["first page", "@page:first{margin-top:8cm}", chapters],
  ["left and right pages", "@page:left{margin-left:5cm}@page:right{margin-right:5cm}", chapters + chapters],
  ["named pages", "@page wide{size:A4 landscape}section:nth-child(2){page:wide}", chapters],
  [
    "margin boxes",
    '@page{margin:2cm;@bottom-center{content:"Page " counter(page) " of " counter(pages)}}',
    chapters + chapters,
  ],
  [
    "margin boxes at all sides",
    '@page{margin:2cm;@top-left{content:"Left"}@top-right{content:"Right"}@bottom-right{content:counter(page,lower-roman)}}',
    chapters,
  ],
  ["breaks before", "section{break-before:page}", chapters],
  ["breaks avoided", `.b{break-inside:avoid;height:180px}${BOX}`, boxes(20)],
  ["old breaks", "section{page-break-after:always}", chapters],
  ["orphans and widows", "p{orphans:4;widows:4;font-size:17px}", `<p>${text(3)}</p>`.repeat(20)],
  ["print alone", "@media print{.no{display:none}h1{color:#900}}", `<p class=no>Not printed</p>${chapters}`],
  ["screen alone", "@media screen{h1{display:none}}", chapters],
  ["counters", "body{counter-reset:c}h1{counter-increment:c}h1::before{content:counter(c,upper-roman) '. '}", chapters],
  [
    "nested counters",
    "ol{counter-reset:i;list-style:none}li::before{counter-increment:i;content:counters(i,'.') ' '}",
    `<ol>${"<li>One<ol><li>Two<li>Three<ol><li>Four</ol></ol>".repeat(20)}</ol>`,
  ],
  ["long table", TABLE, invoice],
  ["table with zebra rows", `${TABLE}tr:nth-child(even){background:#eee}`, invoice],
  [
    "table with spans",
    TABLE,
    `<table>${rows(30, (row) => (row % 3 === 1 ? `<td rowspan=3>${row}<td colspan=2>wide` : `<td>${row}<td>b`))}</table>`,
  ],
  ["fixed table", `${TABLE}table{table-layout:fixed}`, invoice],
  ["two columns", "body{columns:2}", chapters],
  [
    "three columns with rules",
    "article{columns:3;column-rule:1px solid;column-gap:2em}h1{column-span:all}",
    `<article>${chapters}</article>`,
  ],
  ["columns by width", "article{column-width:150px;column-fill:auto;height:500px}", `<article>${text(30)}</article>`],
  ["grid", `${BOX}main{display:grid;grid-template-columns:repeat(3,1fr);gap:8px}`, `<main>${boxes(40)}</main>`],
  [
    "grid areas",
    `${BOX}main{display:grid;grid-template:"a a" 80px "b c" auto/1fr 3fr}.b:first-child{grid-area:a}`,
    `<main>${boxes(3)}</main>`,
  ],
  [
    "grid that fits itself",
    `${BOX}main{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr))}`,
    `<main>${boxes(60)}</main>`,
  ],
  [
    "dense grid",
    `${BOX}main{display:grid;grid-template-columns:repeat(4,1fr);grid-auto-flow:dense}.b:nth-child(3n){grid-column:span 2}`,
    `<main>${boxes(30)}</main>`,
  ],
  [
    "subgrid",
    `${BOX}main{display:grid;grid-template-columns:1fr 2fr}section{display:grid;grid-template-columns:subgrid;grid-column:1/-1}`,
    `<main>${`<section>${boxes(2)}</section>`.repeat(9)}</main>`,
  ],
  ["flex", `${BOX}main{display:flex;flex-wrap:wrap}.b{flex:1 0 150px}`, `<main>${boxes(40)}</main>`],
  [
    "flex column",
    `${BOX}main{display:flex;flex-direction:column;height:900px;justify-content:space-between}`,
    `<main>${boxes(9)}</main>`,
  ],
  [
    "flex with order",
    `${BOX}main{display:flex;flex-wrap:wrap-reverse}.b:nth-child(2n){order:-1}`,
    `<main>${boxes(30)}</main>`,
  ],
  ["floats", "img,aside{float:right;width:40%;background:#ddd;margin:1em}", `<aside>${text(2)}</aside>${text(30)}`],
  [
    "shapes",
    "i{float:left;width:200px;height:200px;shape-outside:circle();background:#fc9;border-radius:50%}",
    `<i></i>${text(20)}`,
  ],
  [
    "fixed to every page",
    "header{position:fixed;top:0;right:0;background:#ff9}",
    `<header>Confidential</header>${chapters}${chapters}`,
  ],
  ["sticky", "h1{position:sticky;top:0;background:#cfc}", chapters],
  [
    "absolute",
    `.b{position:absolute;top:400px;left:300px}.c{position:relative;height:900px}${BOX}`,
    `<div class=c>${boxes(1)}</div>${chapters}`,
  ],
  ["heights of the window", "main{height:100vh;background:#eef}", `<main>First</main><main>Second</main>`],
  ["widths of the window", "main{width:50vw;background:#fee}", `<main>${text(9)}</main>`],
  [
    "dynamic heights",
    "main{min-height:100dvh;background:#eef}footer{margin-top:auto}",
    `<main>Cover</main>${chapters}`,
  ],
  [
    "container queries",
    "main{container-type:inline-size;width:400px}@container (width<500px){p{color:#090;font-size:20px}}",
    `<main><p>${text(6)}</main>`,
  ],
  ["queries of width", "@media(max-width:760px){p{color:#090;font-size:22px}}", `<p>${text(9)}`],
  [
    "gradients",
    ".b{height:200px;background:linear-gradient(45deg,#f66,#66f)}.b:nth-child(2){background:radial-gradient(#ff6,#393)}.b:nth-child(3){background:conic-gradient(red,blue,red)}",
    boxes(3),
  ],
  [
    "shadows",
    ".b{margin:30px;height:90px;box-shadow:0 6px 18px #0006;border-radius:14px}h1{text-shadow:2px 2px 3px #999}",
    `<h1>Shadow</h1>${boxes(4)}`,
  ],
  ["transforms", `.b{width:200px;margin:60px;transform:rotate(12deg) skewX(8deg)}${BOX}`, boxes(4)],
  ["filters", ".b{filter:blur(2px) sepia(.7);height:90px;background:#69c}", boxes(3)],
  ["blending", ".b{mix-blend-mode:multiply;background:#9cf;margin-top:-30px;height:90px}", boxes(5)],
  ["opacity", ".b{opacity:.4;background:#036;height:90px;margin-top:-20px}", boxes(5)],
  ["clips", ".b{clip-path:polygon(50% 0,100% 100%,0 100%);height:200px;background:#c66}", boxes(2)],
  ["masks", ".b{mask:linear-gradient(#000,#0000);height:200px;background:#393}", boxes(2)],
  ["writing upright", "main{writing-mode:vertical-rl;height:500px}", `<main>${text(9)}</main>`],
  ["hyphens", "p{hyphens:auto;width:140px;text-align:justify}", `<p lang=en>${text(12)}`],
  [
    "small capitals and figures",
    "p{font-variant:small-caps oldstyle-nums;letter-spacing:.1em;word-spacing:.3em}",
    `<p>${text(8)} 1234567890`,
  ],
  [
    "first letters and lines",
    "p::first-letter{font-size:4em;float:left}p::first-line{font-weight:bold}",
    `<p>${text(12)}`,
  ],
  [
    "lists of many kinds",
    "ul{list-style:square}ol{list-style:lower-greek}",
    `<ul>${"<li>a".repeat(9)}</ul><ol start=5 reversed>${"<li>b".repeat(30)}</ol><dl><dt>Term<dd>Said</dl>`,
  ],
  ["borders", ".b{border:8px double #936;border-image:linear-gradient(red,blue) 1;margin:9px}", boxes(9)],
  [
    "outlines and rules",
    "hr{border:0;border-top:3px dashed}.b{outline:2px dotted red;outline-offset:3px}",
    `<hr>${boxes(5)}<hr>`,
  ],
  ["nesting and layers", "@layer a{.b{color:red}}.b{&:hover{color:blue}& + &{margin-top:20px}}", boxes(9)],
  ["has and is", "main:has(.b:nth-child(3)){background:#ffd}:is(h1,.b){font-style:italic}", `<main>${boxes(4)}</main>`],
  [
    "custom properties",
    ":root{--c:#639}.b{color:var(--c);padding:calc(1rem + 2vw);width:clamp(100px,50%,300px)}",
    boxes(6),
  ],
  ["scrollers", "main{height:200px;overflow:auto;border:1px solid}", `<main>${text(20)}</main>`],
  [
    "text cut short",
    "p{white-space:nowrap;overflow:hidden;text-overflow:ellipsis;width:300px}",
    `<p>${text(2)}`.repeat(9),
  ],
  [
    "lines clamped",
    "p{display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}",
    `<p>${text(9)}`,
  ],
  [
    "preformatted",
    "pre{background:#eee;padding:1em;white-space:pre-wrap}",
    `<pre>${text(20)}</pre><pre>a\n\tb\n</pre>`,
  ],
];

/** Pages with paper sizes, breaks, grids, columns and other CSS. */
export const layouts: readonly StillPage[] = RULES.map(([name, css, body]) => ({
  name,
  html: `<!doctype html><html lang=en><meta charset=utf-8><title>Page</title><style>${css}</style><body>${body}`,
}));
