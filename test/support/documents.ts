import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fontsFolder } from "../../lib/fonts/folder.ts";

/** The smallest document. */
export const hello = "<!doctype html><html lang=en><title>Hello</title><h1>Hello, world</h1><p>A line of text.";

const row = (_: unknown, index: number): string =>
  `<tr><td>${index + 1}<td>Article ${index * 7} in the usual quality, delivered<td>${index % 9}<td>${(index * 13.37).toFixed(2)}`;

/** An invoice of three pages with a web font inside it, styled as templates are. */
export const invoice = (): string => {
  const font = readFileSync(join(fontsFolder, "files/Caladea-Regular.ttf")).toString("base64");
  return `<!doctype html><html lang=en><head><meta charset=utf-8><title>Invoice 4711</title><style>
  @font-face{font-family:Brand;src:url(data:font/ttf;base64,${font})}
  @page{margin:2cm;@bottom-right{content:counter(page) " / " counter(pages)}}
  body{font:11pt Brand,serif;color:#223} header{display:flex;justify-content:space-between;border-bottom:2px solid #248}
  table{width:100%;border-collapse:collapse} th{background:#248;color:#fff;text-align:left}
  td,th{padding:4px 8px;border-bottom:1px solid #ccd} tr:nth-child(even){background:#f4f6fa}
  thead{display:table-header-group} tr{break-inside:avoid} .sum{text-align:right;font-size:14pt}
  </style></head><body><header><h1>Invoice 4711</h1><svg width=80 height=60><circle cx=40 cy=30 r=28 fill="#248"/></svg></header>
  <section><p>Example Ltd<br>1 Long Lane<br>London</section><table><thead><tr><th>#<th>What<th>Count<th>Price</thead>
  <tbody>${Array.from({ length: 80 }, row).join("")}</tbody></table><p class=sum>Total: 42,246.52</p></body></html>`;
};
