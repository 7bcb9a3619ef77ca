import "../../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fontsFolder } from "../../../../lib/fonts/folder.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { startWebServer, type WebServer } from "../../../support/web-server.ts";

const PIXEL = Buffer.from("R0lGODlhAQABAPAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
const font = () => readFileSync(join(fontsFolder, "files/Caladea-Regular.ttf"));
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><text y="20">drawn</text></svg>`;

let server: WebServer;
before(async () => {
  server = await startWebServer((path) => {
    if (path.startsWith("/slow.svg")) return { body: SVG, type: "image/svg+xml", after: 400 };
    if (path.startsWith("/pixel")) return { body: PIXEL, type: "image/gif", after: 100 };
    if (path === "/font.ttf") return { body: font(), type: "font/ttf", after: 300 };
    if (path === "/hanging.ttf") return { body: font(), type: "font/ttf", after: 60_000 };
    if (path === "/sheet.css") return { body: "p{color:red}", type: "text/css" };
    if (path === "/data.json") return { body: `{"text":"fetched"}`, type: "application/json", after: 200 };
    if (path === "/late.js")
      return { body: "document.body.append('late script')", type: "text/javascript", after: 300 };
    return undefined;
  });
});
after(async () => {
  server.close();
  await stopEngines();
});

const textAfter = async (html: string, page = {}) => (await print({ html }, page)).pdf;
const at = (path: string) => `${server.origin}${path}`;

test("waits for what the load event waits for", async () => {
  const text = await textOf(
    await textAfter(`<body><img src="${at("/slow.svg")}"><script src="${at("/late.js")}"></script>`),
  );
  assert.match(text, /drawn/);
  assert.match(text, /late script/);
});

test("waits for web fonts", async () => {
  const pdf = await textAfter(
    `<style>@font-face{font-family:w;src:url(${at("/font.ttf")})}p{font-family:w}</style><p>text`,
  );
  assert.match(Buffer.from(pdf).toString("latin1"), /\+Caladea/);
});

test("does not wait for ever for a web font that does not load", { timeout: 600_000 }, async () => {
  const html = `<style>@font-face{font-family:w;src:url(${at("/hanging.ttf")})}p{font-family:w,serif}</style><p>text`;
  const { pdf, report } = await print({ html });
  assert.match(await textOf(pdf), /text/);
  assert.ok(report.timedOut.length > 0);
});

test("loads lazy images, however far down", async () => {
  await textAfter(
    `<p style="height:9000px">x<img loading=lazy src="${at("/pixel-lazy")}"><iframe loading=lazy srcdoc=x></iframe>`,
  );
  assert.ok(server.asked.includes("/pixel-lazy"));
});

test("prints a page with a script and a hidden lazy image", { timeout: 600_000 }, async () => {
  const html = `<link rel=stylesheet href="${at("/sheet.css")}"><p>text<img loading=lazy hidden src="${at("/pixel-2")}"><script>1</script>`;
  for (let time = 0; time < 4; time++) assert.match(await textOf(await textAfter(html)), /text/);
});

test("shows what a script draws on load, in the next frame and after its next timer", async () => {
  const html = `<p id=p>-</p><canvas></canvas><script>onload = () => {
    p.textContent = "on load";
    requestAnimationFrame(() => { p.textContent += ", in the frame" });
  }</script>`;
  assert.match(await textOf(await textAfter(html)), /on load, in the frame/);
});

test("waits for the selector: what a page fetches and renders", async () => {
  const html = `<div id=app></div><script type=module>
    const { text } = await (await fetch("${at("/data.json")}")).json();
    setTimeout(() => { app.innerHTML = "<p class=ready>" + text }, 100);
  </script>`;
  assert.match(await textOf(await textAfter(html, { waitForSelector: "#app > .ready" })), /fetched/);
});

test("finds a match of the selector that an attribute makes", async () => {
  const html = `<body><script>setTimeout(() => { document.body.dataset.ready = "true" }, 200)</script>`;
  await textAfter(html, { waitForSelector: `[data-ready="true"]` });
});

test("names the selector that matched nothing, and the time limit", async () => {
  await assert.rejects(print({ html: "<p>x" }, { waitForSelector: "#never", waitTimeout: 200 }), {
    code: "PROCESSING_FAILED",
    message: 'No element matching "#never" appeared within 200 ms.',
  });
});

test("checks the selector once if the wait is 0 ms", async () => {
  await textAfter(`<p id=here>x`, { waitForSelector: "#here", waitTimeout: 0 });
  await assert.rejects(print({ html: "<p>x" }, { waitForSelector: "#never", waitTimeout: 0 }), /within 0 ms/);
});

test("reports blocked and failed requests of the document", async () => {
  const html = `<img src="${at("/missing.png")}"><img src="http://10.0.0.5/a.png"><img src="http://missing.invalid/b.png">`;
  const { report } = await print({ html });
  assert.deepEqual(
    report.refusals.map(({ url, reason }) => ({ url, reason })).sort((a, b) => a.url.localeCompare(b.url)),
    [
      { url: "http://10.0.0.5/a.png", reason: "private address" },
      { url: at("/missing.png"), reason: "status 404" },
      { url: "http://missing.invalid/b.png", reason: "name not found" },
    ].sort((a, b) => a.url.localeCompare(b.url)),
  );
  assert.deepEqual([report.requests, report.blocked, report.failed], [3, 1, 2]);
});
