import "../../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, before, test } from "node:test";
import { textOf } from "../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { type Found, startWebServer, type WebServer } from "../../../support/web-server.ts";

const to = (location: string, status = 302): Found => ({ status, headers: { location } });
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text y="20">a drawing</text></svg>`;

const PAGES: Readonly<Record<string, Found>> = {
  "/page": {
    body: `<!doctype html><title>Page</title><p>the page<p id=where><script>where.textContent=location.hash</script>`,
  },
  "/text": { body: "plain <b>text</b>", type: "text/plain; charset=utf-8" },
  "/latin": { body: Buffer.from("caf\xe9", "latin1"), type: "text/html; charset=iso-8859-1" },
  "/drawing": { body: SVG, type: "image/svg+xml" },
  "/xhtml": {
    body: `<html xmlns="http://www.w3.org/1999/xhtml"><body>strict</body></html>`,
    type: "application/xhtml+xml",
  },
  "/missing": { body: "<p>not here", status: 404 },
  "/broken": { body: "<p>broken", status: 503 },
  "/moved": to("/page", 301),
  "/moved-twice": to("/moved", 307),
  "/moved-to-missing": to("/missing"),
  "/round": to("/round"),
  "/file.pdf": { body: "%PDF-1.4", type: "application/pdf" },
  "/data": { body: "{}", type: "application/json" },
  "/download": { body: "x", type: "application/octet-stream" },
  "/attached": { body: "<p>attached", headers: { "content-disposition": "attachment; filename=a.html" } },
  "/empty": { body: "" },
  "/nothing": { status: 204 },
  "/unchanged": { status: 304 },
  "/cut-off": { body: `<p>${"line ".repeat(4000)}`, headers: { "content-length": "99999" }, breaksOff: true },
  "/cut-off-early": { body: "<p>li", type: "text/html", headers: { "content-length": "99999" }, breaksOff: true },
  "/cut-off-chunks": { body: `<p>${"line ".repeat(4000)}`, breaksOff: true },
  "/to-cut-off": to("/cut-off"),
  "/stopped": { body: `<p>enough<script>stop()</script>${"line ".repeat(4000)}` },
  "/refresh": { body: `<meta http-equiv=refresh content="0;url=/page">` },
  "/refresh-later": { body: `<p>stays<meta http-equiv=refresh content="300;url=/page">` },
  "/script": { body: `<script>location.replace("/page")</script>` },
  "/script-late": { body: `<script>onload = () => location.assign("/page")</script>` },
  "/script-to-missing": { body: `<script>location = "/missing"</script>` },
  "/parts": { body: `<p>whole<img src="http://10.0.0.5/x.png"><iframe src="/page"></iframe>` },
};

let server: WebServer;
before(async () => {
  server = await startWebServer((path) => PAGES[path]);
});
after(async () => {
  server.close();
  await stopEngines();
});

for (const [path, text] of [
  ["/page", "the page"],
  ["/page#there", "#there"],
  ["/text", "plain <b>text</b>"],
  ["/latin", "café"],
  ["/drawing", "a drawing"],
  ["/xhtml", "strict"],
  ["/moved", "the page"],
  ["/moved-twice", "the page"],
  ["/refresh", "the page"],
  ["/refresh-later", "stays"],
  ["/script", "the page"],
  ["/script-late", "the page"],
  ["/parts", "whole"],
  ["/empty", ""],
  ["/stopped", "enough"],
] as const) {
  test(`prints ${path}`, async () => {
    const { pdf } = await print({ url: server.origin + path });
    assert.ok((await textOf(pdf)).includes(text));
  });
}

for (const [path, message] of [
  ["/missing", "The page answered with status 404."],
  ["/broken", "The page answered with status 503."],
  ["/moved-to-missing", "The page answered with status 404."],
  ["/script-to-missing", "The page answered with status 404."],
  ["/round", "The page could not be loaded: too many redirects."],
  ["/file.pdf", "The address returns application/pdf, which cannot be printed."],
  ["/data", "The address returns application/json, which cannot be printed."],
  ["/download", "The address returns application/octet-stream, which cannot be printed."],
  ["/attached", "The address returns a download, which cannot be printed."],
  ["/nothing", "The page answered with status 204."],
  ["/unchanged", "The page could not be loaded: the answer has no document."],
  ["/cut-off", "The connection was closed before the page was complete."],
  ["/cut-off-early", "The connection was closed before the page was complete."],
  ["/cut-off-chunks", "The connection was closed before the page was complete."],
  ["/to-cut-off", "The connection was closed before the page was complete."],
] as const) {
  test(`does not print ${path}`, async () => {
    await assert.rejects(print({ url: server.origin + path }), { code: "PROCESSING_FAILED", message });
  });
}

for (const [what, url, reason] of [
  ["is not found", () => "http://missing.invalid/", "name not found"],
  ["is not found by TLS", () => "https://missing.invalid/", "name not found"],
  ["is refused", () => "http://127.0.0.1:59998/", "connection refused"],
  ["speaks no TLS", () => `https://127.0.0.1:${server.port}/page`, "TLS failure"],
] as const) {
  test(`says so when the address ${what}`, async () => {
    await assert.rejects(print({ url: url() }), {
      code: "PROCESSING_FAILED",
      message: `The page could not be loaded: ${reason}.`,
    });
  });
}

test("says so when the server closes without an answer", async () => {
  const closing = createServer((socket) => socket.once("data", () => socket.destroy())).listen(0, "127.0.0.1");
  await once(closing, "listening");
  const { port } = closing.address() as AddressInfo;
  await assert.rejects(print({ url: `http://127.0.0.1:${port}/` }), /connection failed/);
  closing.close();
});

test("a redirect to a private address is blocked", async () => {
  const redirecting = await startWebServer(() => to("http://10.0.0.5/"));
  await assert.rejects(print({ url: redirecting.origin }), {
    code: "SSRF_BLOCKED",
    message: "url must be a public address.",
  });
  redirecting.close();
});
