import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Parser } from "htmlparser2";
import { convertMarkdown } from "../../../../lib/engines/markdown/convert.ts";

const html = (markdown: string) => convertMarkdown(markdown).pieces.join("");
/** The elements, attributes and URLs in this HTML that may run scripts, load files or link to them. */
const harm = (html: string): string[] => {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (FORBIDDEN.test(name)) found.push(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (/^on/.test(key) || (key === "style" && /url|import|expression/i.test(value))) found.push(`${key}=${value}`);
        if (/^(href|src|srcset|cite|action|formaction|xlink:href)$/.test(key) && ASTRAY.test(value)) found.push(value);
      }
    },
  });
  parser.end(html);
  return found;
};
const FORBIDDEN = /^(script|iframe|object|embed|svg|form|base|meta|link|style|frame|template|audio|video)$/;
const ASTRAY = /^\W*(j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|vbscript|file|data:text)/i;

suite("hostile Markdown becomes HTML without scripts, forbidden elements and forbidden URLs:", () => {
  for (const attack of [
    "<script>alert(1)</script>",
    "text <script>alert(1)</script> text",
    "<SCRIPT SRC=http://10.0.0.1/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<img src='x'\nonerror='alert(1)'>",
    "<b onmouseover=alert(1)>x</b>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href='java\nscript:alert(1)'>x</a>",
    "<a href=' javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](&#x6A;avascript:alert(1))",
    "[x](vbscript:x) [y](data:text/html,x) [z](file:///etc/passwd)",
    "![x](file:///etc/passwd) ![y](javascript:alert(1))",
    "[a][b]\n\n[b]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<iframe src=file:///etc/passwd></iframe>",
    "<object data=x></object><embed src=x>",
    "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "<math><mtext><script>alert(1)</script></mtext></math>",
    "<form action=http://10.0.0.1><input name=a></form>",
    "<base href=http://10.0.0.1/><link rel=stylesheet href=http://10.0.0.1/><meta http-equiv=refresh content=0>",
    "<style>@import 'http://10.0.0.1/'</style>",
    "<p style='background:url(http://10.0.0.1/)'>x</p>",
    "<div><script\n>alert(1)</script\n></div>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    '<a href="x" title=\'" onclick="alert(1)\'>x</a>',
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php <script>alert(1)</script> ?>",
    "```html\n<script>alert(1)</script>\n```",
    '```"><script>alert(1)</script>\nx\n```',
    "# <img src=x onerror=alert(1)>",
    "| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |",
    "$\\href{javascript:alert(1)}{x}$ $\\html{x}$ $\\htmlData{onclick=x}{y}$",
    "[^1]\n\n[^1]: <script>alert(1)</script> [x](javascript:alert(1))",
    "---\ntitle: </title><script>alert(1)</script>\nlang: '\"><script>'\n---\n\nx",
    "<video src=http://10.0.0.1/><source src='javascript:x'></video><audio src=x>",
    "<img srcset='javascript:alert(1) 1x, x 2x'>",
    "<template><img src=x onerror=alert(1)></template><noscript><img src=x onerror=alert(1)></noscript>",
  ]) {
    test(attack.slice(0, 60).replaceAll("\n", "\\n"), () => assert.deepEqual(harm(html(attack)), []));
  }
});

suite("pathological Markdown is converted:", () => {
  const many = (text: string, count = 100_000) => text.repeat(count);
  for (const [construct, markdown] of Object.entries({
    "nested quotations": many("> ", 20_000),
    "nested lists": Array.from({ length: 1000 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n"),
    "opening brackets": many("["),
    "closing brackets": many("]"),
    "brackets and parentheses": many("[a]("),
    "nested brackets": many("[", 50_000) + many("]", 50_000),
    backticks: Array.from({ length: 1000 }, (_, i) => `${"`".repeat(i)}a`).join(" "),
    stars: many("*a "),
    "stars and underscores": many("*a_ "),
    pipes: `${many("|", 20_000)}\n${many("|-", 20_000)}\n`,
    "opening tags": many("<b "),
    "raw elements": many("<b>", 50_000),
    comments: many("<!--"),
    autolinks: many("<http:"),
    entities: many("&amp"),
    dollars: many("$"),
    colons: many(":a:"),
    definitions: Array.from({ length: 20_000 }, (_, i) => `[a${i}]: /x\n[a${i}]`).join("\n"),
    footnotes: Array.from({ length: 5000 }, (_, i) => `[^${i}]\n\n[^${i}]: x\n`).join("\n"),
  })) {
    test(construct, { timeout: 180_000 }, () => assert.equal(typeof html(markdown), "string"));
  }
});
