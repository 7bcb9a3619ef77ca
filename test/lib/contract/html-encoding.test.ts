import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { htmlEncoding } from "../../../lib/contract/html-encoding.ts";

const encodingOf = (html: string): string | undefined => htmlEncoding(Buffer.from(html, "latin1"));

const LONG = `<html><head><!-- ${"x".repeat(2000)} <meta charset=koi8-r> --><title>a &lt; b</title>`;
const SCRIPT = '<script>write("<meta charset=koi8-r>")</script>';

suite("the encoding of an HTML file", () => {
  for (const [what, html, expected] of [
    ["near its beginning", "<meta charset=shift_jis>", "Shift_JIS"],
    ["behind the first 1,024 bytes", `${LONG}<meta charset="windows-1251">`, "windows-1251"],
    ["as a content type", `${LONG}<meta http-equiv=Content-Type content="text/html; charset=big5">`, "Big5"],
    ["behind a meta that names none", `${LONG}<meta name=a content="charset=x"><META CHARSET=euc-kr>`, "EUC-KR"],
    ["behind a script that writes another", `${LONG}${SCRIPT}<meta charset=gbk>`, "GBK"],
    ["behind much else in the head", `${LONG}<style>${"a{}".repeat(15_000)}</style><meta charset=gbk>`, "GBK"],
    ["in the body alone", `${LONG}<body><meta charset=gbk>`, undefined],
    ["only in a comment or a script", `${LONG}${SCRIPT}<p>`, undefined],
  ] as const) {
    test(`${expected ?? "none"} is found if it is named ${what}`, () => assert.equal(encodingOf(html), expected));
  }
});
