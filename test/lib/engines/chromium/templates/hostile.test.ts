import "../../../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { checkedTemplate } from "../../../../../lib/engines/chromium/templates/template.ts";
import { textOf } from "../../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../../support/print.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";
import { startWebServer } from "../../../../support/web-server.ts";

after(stopEngines);

const server = await startWebServer(() => ({ body: "reached", type: "text/plain" }));
after(() => server.close());
const folder = temporaryFolder("template");
const secret = join(folder, "secret.html");
writeFileSync(secret, "SECRET of this machine");

const script = (code: string) => `<svg><svg onload="${code}"></svg></svg>`;
const from = (path: string) => `${server.origin}/${path}`;

/** Templates that try to run script, or to reach a server or a file. */
const HOSTILE: Readonly<Record<string, string>> = {
  "a script": `<script>document.body.append("RAN")</script>`,
  "a handler that runs while the template is parsed": script("document.documentElement.append('RAN')"),
  "a handler of a picture that fails": `<img src="x" onerror="document.body.append('RAN')">`,
  "a handler of a style sheet": `<style onload="document.body.append('RAN')"></style>`,
  "a script that asks a server": script(
    `var r = new XMLHttpRequest();r.open('GET','${from("xhr")}',false);try{r.send()}catch(e){}`,
  ),
  "a script that fetches": script(`fetch('${from("fetch")}')`),
  "a script that opens a socket": script(`new WebSocket('${from("socket").replace("http", "ws")}')`),
  "a script that reads a file": script(
    `var r = new XMLHttpRequest();r.open('GET','file://${secret}',false);r.send();document.body.append(r.responseText)`,
  ),
  "a picture": `<img src="${from("picture")}">`,
  "a picture of srcset": `<img srcset="${from("srcset")} 1x">`,
  "a background": `<div style="background:url(${from("background")})">b</div>`,
  "a background in an attribute": `<table background="${from("table")}"><tr><td>b</table>`,
  "a style sheet that imports": `<style>@import "${from("import")}";</style>`,
  "a style sheet that imports, escaped": `<style>@\\69mport "${from("escaped")}";</style>`,
  "a style sheet that is linked": `<link rel="stylesheet" href="${from("linked")}">`,
  "a font": `<style>@font-face{font-family:f;src:url("${from("font")}")}i{font-family:f}</style><i>f</i>`,
  "a set of images": `<div style="background:image-set('${from("set")}' 1x)">b</div>`,
  "an address with an escape": `<div style="background:u\\72l(${from("escape")})">b</div>`,
  "an address behind a comment": `<div style="background:/**/url(/**/${from("comment")})">b</div>`,
  "an address in a custom property": `<div style="--a:url('${from("custom")}');background:var(--a)">b</div>`,
  "an address with a reference": `<div style="background:&#117;rl(${from("reference")})">b</div>`,
  "a frame": `<iframe src="${from("frame")}"></iframe>`,
  "a frame of a file": `<iframe src="file://${secret}"></iframe>`,
  "an object": `<object data="file://${secret}"></object><embed src="file://${secret}">`,
  "a refresh": `<meta http-equiv="refresh" content="0;url=${from("refresh")}"><i onclick="1">x</i>`,
  "a tag in a style sheet that ends early": `<style>a<b title="</style><img src='${from("early")}'>"></style>`,
  "a comment that ends early": `<!--><img src="${from("ended")}">--><i onclick="1">x</i>`,
  "a picture in a drawing": `<svg><image href="${from("drawing")}"/></svg>`,
  "a picture in MathML": `<math><mtext><img src="${from("math")}"></mtext></math>`,
  "a template in a template": `<template><img src="${from("template")}"></template>`,
};

suite("a hostile header template", () => {
  for (const [what, template] of Object.entries(HOSTILE)) {
    test(`is refused: ${what}`, () => {
      assert.throws(() => checkedTemplate(template), { code: "INVALID_REQUEST", message: /^must / });
    });

    test(`reaches nothing even if it is not refused: ${what}`, async () => {
      // A template that tries to fetch ends its browser.
      const printed = await print({ html: "<p>document" }, { headerTemplate: template }, 30).catch(
        (error: { code?: string }) => {
          assert.equal(error.code, "PROCESSING_FAILED");
        },
      );
      if (printed !== undefined) assert.doesNotMatch(await textOf(printed.pdf), /SECRET|reached/);
      assert.deepEqual(server.asked, []);
    });
  }

  test("is refused, and a harmless one stays as it is", async () => {
    const harmless = [
      '<style>.a::before{content:"\\201C";color:#f00}@media print{b{background:url("data:image/png;base64,iVBORw0K")}}</style>',
      '<div class="a" style="font:10px &quot;Open Sans&quot;"><img src="data:image/svg+xml,%3Csvg/%3E" alt="logo"> 1 &lt; 2</div>',
      '<a href="https://example.com/?a=1&amp;b=2">there</a><br>',
    ].join("");
    assert.equal(checkedTemplate(harmless), harmless);
    assert.equal(
      checkedTemplate(`<!doctype html><html><head></head><body><p CLASS=date Hidden>x<!-- y --></p></body></html>`),
      '<p class="date" hidden="">x</p>',
    );
    const { pdf } = await print({ html: "<p>document" }, { headerTemplate: harmless });
    assert.match(await textOf(pdf), /“[\s\S]*1 < 2[\s\S]*there/);
  });
});
