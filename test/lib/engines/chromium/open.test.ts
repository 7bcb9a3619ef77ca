import "../../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { markdownToPdf } from "../../../../lib/engines/markdown-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { startWebServer, type WebServer } from "../../../support/web-server.ts";

const REFUSAL = {
  code: "INVALID_REQUEST",
  reason: "invalid-request",
  message: "options.waitForSelector must be a valid CSS selector, such as #ready.",
};

const LYING_PAGE = `<script>
  document.querySelector = Document.prototype.querySelector = () => document.body;
  for (const name of ["evaluate", "querySelectorAll"]) document[name] = () => [document.body];
</script><p>x`;

let server: WebServer;
const asked: string[] = [];
before(async () => {
  server = await startWebServer((path) => {
    asked.push(path);
    return { body: LYING_PAGE };
  });
});
after(async () => {
  server.close();
  await stopEngines();
});

suite("a selector to wait for", () => {
  for (const waitForSelector of [
    "",
    " ",
    "#[",
    "::",
    "a,",
    ":not",
    "a > > b",
    ":nth-child(x)",
    "ns|a",
    "a{",
    "50%",
    "[a=b s]",
  ])
    test(`is refused if Chromium does not know it: ${JSON.stringify(waitForSelector)}`, async () => {
      await assert.rejects(print({ html: "<p>x" }, { waitForSelector }), REFUSAL);
    });

  for (const waitForSelector of ["&", "*|p", "p, ::before", ":is(p, :unknown)", "p:has(> b)"])
    test(`is waited for if Chromium knows it: ${waitForSelector}`, async () => {
      await print({ html: '<p lang="de"><b>x' }, { waitForSelector });
    });

  test("is judged before the page is asked for, which cannot change the answer", async () => {
    await assert.rejects(print({ url: `${server.origin}/page` }, { waitForSelector: "#[" }), REFUSAL);
    assert.deepEqual(asked, []);
    await assert.rejects(print({ url: `${server.origin}/page` }, { waitForSelector: "#x", waitTimeout: 100 }), {
      code: "PROCESSING_FAILED",
      reason: "selector-not-found",
    });
  });

  test("is judged for Markdown that is printed in pieces, too", async () => {
    const markdown = "A line of text.\n\n".repeat(80_000);
    const pageSetup = { ...PLAIN_PAGE, waitForSelector: "::" };
    await assert.rejects(markdownToPdf.run({ markdown, pageSetup }, AbortSignal.timeout(600_000)), REFUSAL);
  });

  test("of 4 KB with deep nesting is judged at once", async () => {
    const waitForSelector = `${":is(".repeat(500)}p${")".repeat(500)}`;
    await print({ html: "<p>x" }, { waitForSelector, waitTimeout: 1000 });
  });
});
