import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { TEST_SERVER_HOST } from "../../support/allow-test-servers.ts";
import { form } from "../../support/form.ts";
import { failure, post } from "../../support/platen.ts";
import { startWebServer, type WebServer } from "../../support/web-server.ts";

const PATH = "/convert/html-to-pdf";
const options = { failOnResource: true };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>';

let server: WebServer;
before(async () => {
  server = await startWebServer(
    (path) => {
      if (path.startsWith("/whole.svg")) return { body: SVG, type: "image/svg+xml" };
      if (path === "/page") return { body: "<p>page<img src=/none.png?token=1>" };
      if (path === "/frame") return { body: "<link rel=stylesheet href=/none.css>" };
      if (path === "/no-picture.png") return { body: "text", type: "image/png" };
      if (path === "/slow.png") return { body: "", after: 60_000 };
      return path === "/sheet.css" ? { body: "p{color:red}", type: "text/css" } : undefined;
    },
    "http",
    TEST_SERVER_HOST,
  );
});
after(() => server.close());

const messageOf = async (body: object) => {
  const { status, code, message } = await failure(post(PATH, body));
  assert.deepEqual([status, code], [500, "PROCESSING_FAILED"], message);
  return message;
};

suite("the option failOnResource", { concurrency: 2 }, () => {
  const at = (path: string) => server.origin + path;
  for (const [what, html, message] of [
    [
      "a picture",
      () => `<img src="${at("/none.png?token=1")}">`,
      /^Fetching the image from 127\.0\.0\.2:\d+ failed: status 404\./,
    ],
    [
      "a style sheet",
      () => `<link rel=stylesheet href="${at("/none.css")}">`,
      /stylesheet from 127\.0\.0\.2:\d+ failed: status 404/,
    ],
    ["a script", () => `<script src="${at("/none.js")}"></script>`, /script from .* failed: status 404/],
    [
      "a font",
      () => `<style>@font-face{font-family:F;src:url(${at("/none.woff2")})}p{font-family:F}</style><p>x`,
      /font from .* failed: status 404/,
    ],
    [
      "what a script fetches",
      () => `<script>fetch("${at("/none.json")}")</script>`,
      /resource from .* failed: status 404/,
    ],
    ["what a frame asks for", () => `<iframe src="${at("/frame")}"></iframe>`, /stylesheet from .* failed: status 404/],
    [
      "a name that has no address",
      () => `<img src="http://missing.invalid/secret">`,
      /image from missing\.invalid failed: name not found/,
    ],
    ["a private address", () => `<img src="http://10.0.0.5/secret">`, /image from 10\.0\.0\.5 failed: private address/],
    [
      "several",
      () => `<img src="${at("/none-1.png")}"><img src="${at("/none-2.png")}">`,
      /status 404\. So did 1 more\./,
    ],
    ["a relative address", () => '<p>x<img src="logo.png">', /^Parts of the page are missing \(1\)/],
    ["a path of Windows", () => '<p>x<img src="C:\\logo.png"><link rel=stylesheet href=a.css>', /are missing \(2\)/],
    ["a file", () => '<p>x<img src="file:///etc/hostname">', /are missing \(1\)/],
    ["data that is no picture", () => `<p>x<img src="${at("/no-picture.png")}">`, /are missing \(1\)/],
  ] as const) {
    test(`makes ${what} that is missing an error, with host and reason`, async () => {
      const found = await messageOf({ html: html(), options });
      assert.match(found, message);
      assert.doesNotMatch(found, /none|token|secret/);
    });
  }

  test("is for pages at an address, too", async () => {
    assert.match(await messageOf({ url: at("/page"), options }), /image from 127\.0\.0\.2:\d+ failed: status 404/);
  });

  test("is for uploads with assets, and for Markdown", async () => {
    const upload = form({ file: Buffer.from("<img src=none.png>"), options: JSON.stringify(options) });
    upload.append("assets", new Blob([""]), "a.css");
    assert.match(await messageOf(upload), /image from the assets failed: status 404/);
    const { status, message } = await failure(
      post("/convert/markdown-to-pdf", { markdown: `![x](${at("/none.png")})`, options }),
    );
    assert.equal(status, 500);
    assert.match(message, /image from 127\.0\.0\.2:\d+ failed/);
  });

  test("leaves alone a page that has all that it asks for", async () => {
    const html = `<link rel=stylesheet href="${at("/sheet.css")}"><p>x<img src="${at("/whole.svg")}"><img><img src="">
      <img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
      <img loading=lazy style="display:none" src="${at("/whole.svg?2")}"><link rel=stylesheet href="">
      <svg width=9 height=9><image href="${at("/whole.svg?3")}"/></svg><script>navigator.sendBeacon("${at("/beacon")}")</script>`;
    const reply = await post(PATH, { html, options });
    assert.equal(reply.status, 200, reply.ok ? "" : await reply.clone().text());
  });

  test("is off by default: there are warnings", async () => {
    const reply = await post(PATH, { url: at("/page") });
    assert.deepEqual([reply.status, reply.headers.get("x-warnings")], [200, "1"]);
  });
});

suite("the metadata of a page", () => {
  const consoleErrors = async (html: string) => {
    const reply = await post(PATH, { html }, { Accept: "application/json" });
    return ((await reply.json()) as { consoleErrors?: number }).consoleErrors;
  };
  for (const [what, html, count] of [
    ["an uncaught error", "<script>missing()</script>", 1],
    ["console.error", "<script>console.error('a'); console.error('b'); console.log('c')</script>", 2],
    ["a rejected promise", "<script>Promise.reject(1)</script>", 1],
    ["an error in virtual time", "<script>setTimeout(() => missing(), 3000)</script>", 1],
    ["nothing of the kind", "<script>console.warn('a')</script>", undefined],
    ["nothing if the page hides the count", "<script>window[Symbol.for('consoleErrors')] = 9</script>", undefined],
  ] as const)
    test(`counts ${what}`, async () => assert.equal(await consoleErrors(html), count));
});
