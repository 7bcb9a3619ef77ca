import "../../support/allow-loopback.ts";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, suite, test } from "node:test";
import { OWN_FAILURES, REASONS, type Reason } from "../../../lib/errors/reasons.ts";
import { requests } from "../../../lib/http/log.ts";
import type { LogEntry } from "../../../lib/http/log-entry.ts";
import { form } from "../../support/form.ts";
import { dynamicForm } from "../../support/pdf/dynamic-form.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { newAccount, post, url } from "../../support/platen.ts";
import { reasonOf } from "../../support/reason-of.ts";
import { untilAtWork } from "../../support/until.ts";
import { startWebServer } from "../../support/web-server.ts";

const web = await startWebServer((path) => {
  if (path === "/broken") return { body: "<p>x", breaksOff: true };
  if (path === "/zip") return { body: "PK", type: "application/zip" };
  return /^\/\d+$/.test(path) ? { status: Number(path.slice(1)), body: "no" } : undefined;
});
after(() => web.close());

const html = (text: string, options = {}) => post("/convert/html-to-pdf", { html: text, options });
const page = (address: string) => post("/convert/html-to-pdf", { url: address });
const remove = async (file: Uint8Array, pages: string) => post("/pdf/pages/remove", form({ file, pages }));
const xslt = (xml: string, stylesheet: string) => post("/convert/xml-to-html", { xml, xslt: stylesheet });
const withKey = (key: string) => post("/convert/html-to-pdf", { html: "x" }, { key });
const STYLESHEET = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>';

const CASES: readonly (readonly [Reason, number, string, () => Promise<Response>])[] = [
  ["invalid-request", 400, "an unknown field", () => post("/convert/html-to-pdf", { htm: "x" })],
  ["upload-not-found", 400, "an unknown upload", () => post("/pdf/merge", "", { "X-Body-Ref": "nothing" })],
  ["page-out-of-range", 400, "no page left", () => html("x", { pageRanges: "7" })],
  [
    "too-many-pixels",
    400,
    "a picture of a page that is too large",
    () => post("/pdf/images", form({ file: textPdf("x"), width: "14400" })),
  ],
  [
    "too-many-pixels",
    400,
    "a page that is too tall for a picture",
    () => post("/convert/html-to-image", { html: "<p style=height:1000000px>x", options: { fullPage: true } }),
  ],
  [
    "selector-not-found",
    400,
    "an element that is not there",
    () => post("/convert/html-to-image", { html: "x", options: { selector: "#a" } }),
  ],
  ["margins-too-large", 400, "margins wider than the page", () => html("x", { marginLeft: "40cm" })],
  ["not-accessible", 400, "PDF/UA of a page without a language", () => html("<h1>x", { pdfUa: "1" })],
  ["not-archivable", 400, "PDF/A with a character that no font has", () => html("\u{10fffd}", { pdfA: "2b" })],
  [
    "stylesheet-failed",
    400,
    "an unknown element of XSLT",
    () => xslt("<a/>", STYLESHEET.replace("/>", "><xsl:x/></xsl:stylesheet>")),
  ],
  ["document-damaged", 400, "XML that is not well-formed", () => xslt("<a>", STYLESHEET)],
  ["document-empty", 400, "empty Markdown", () => post("/convert/markdown-to-pdf", { markdown: " " })],
  ["document-empty", 400, "an empty CSV", () => post("/convert/csv-to-pdf", form({ file: Buffer.from("\n") }))],
  ["document-damaged", 415, "a damaged PDF", () => remove(Buffer.from("%PDF-1.7\n%nothing"), "[1]")],
  [
    "document-encrypted",
    400,
    "a PDF with a password",
    async () => remove(await readFile("test/fixtures/pdf/password.pdf"), "[1]"),
  ],
  [
    "document-unsupported",
    400,
    "a dynamic XFA form",
    async () =>
      remove(
        dynamicForm("<config><acrobat><acrobat7><dynamicRender>required</dynamicRender></acrobat7></acrobat></config>"),
        "[1]",
      ),
  ],
  [
    "unsupported-media-type",
    415,
    "a Word document as a workbook",
    async () => post("/convert/excel-to-pdf", form({ file: await readFile("samples/letter.docx") })),
  ],
  [
    "document-damaged",
    415,
    "half a Word document",
    async () => post("/convert/word-to-pdf", form({ file: (await readFile("samples/letter.docx")).subarray(0, 1000) })),
  ],
  ["key-not-valid", 401, "a wrong key", () => withKey("wrong")],
  ["insufficient-credits", 402, "an account without credits", async () => withKey((await newAccount(0)).key)],
  ["address-not-public", 403, "a private address", () => page("http://10.0.0.1/")],
  ["path-not-found", 404, "an unknown path", () => post("/nothing", {})],
  ["method-not-allowed", 405, "another method", () => fetch(`${url}/pdf/merge`)],
  ["document-too-large", 413, "HTML of 11 MB", () => html("x".repeat(11 * 1024 * 1024))],
  [
    "selector-not-found",
    500,
    "a selector that never matches",
    () => html("x", { waitForSelector: "#a", waitTimeout: 50 }),
  ],
  [
    "expression-not-true",
    500,
    "an expression that stays false",
    () => html("x", { waitForExpression: "0", waitTimeout: 50 }),
  ],
  ["page-unreachable", 500, "a page that breaks off", () => page(`${web.origin}/broken`)],
  ["page-unavailable", 500, "a page that answers 503", () => page(`${web.origin}/503`)],
  ["page-refused", 500, "a page that answers 404", () => page(`${web.origin}/404`)],
  ["page-not-printable", 500, "a ZIP archive", () => page(`${web.origin}/zip`)],
  [
    "page-navigates",
    500,
    "a document that leads elsewhere",
    () => html("<script>location = 'https://example.com/'</script>"),
  ],
  ["engine-crashed", 500, "a document that closes its page", () => html("<script>close()</script>")],
];

suite("the reason of an error", { concurrency: false }, () => {
  for (const [reason, status, what, call] of CASES) {
    test(`is ${reason} for ${what}`, async () => {
      assert.deepEqual(await reasonOf(call()), [status, reason, REASONS[reason].retryable]);
    });
  }

  test("is rate-limit-exceeded, which may be repeated, for one request too many in a second", async () => {
    const { key } = await newAccount(0);
    const calls = Array.from({ length: 16 }, () => post("/convert/html-to-pdf", { no: 1 }, { key }).then(reasonOf));
    const refused = (await Promise.all(calls)).filter(([status]) => status === 429);
    assert.ok(refused.length > 0);
    for (const found of refused) assert.deepEqual(found, [429, "rate-limit-exceeded", true]);
  });

  test("is caller-gone with the status 499 in the log if the caller hangs up, and not a failure of the service", async () => {
    const { promise, resolve } = Promise.withResolvers<LogEntry>();
    const listen = (entry: unknown) => {
      if ((entry as LogEntry).status === 499) resolve(entry as LogEntry);
    };
    requests.subscribe(listen);
    const { key } = await newAccount();
    const caller = new AbortController();
    const body = JSON.stringify({ html: "x", options: { waitForSelector: "#never", waitTimeout: 20_000 } });
    const call = fetch(`${url}/convert/html-to-pdf`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body,
      signal: caller.signal,
    });
    await untilAtWork(url, key);
    caller.abort();
    await assert.rejects(call);
    const { reason, code } = await promise;
    requests.unsubscribe(listen);
    assert.deepEqual([reason, code, OWN_FAILURES.has("caller-gone")], ["caller-gone", undefined, false]);
  });

  test("is listed with its statuses in the documents", async () => {
    const [, table = ""] =
      /\| reason \|([\s\S]*?)\n\n/.exec(await readFile("docs/errors-and-headers.md", "utf8")) ?? [];
    const rows = [...table.matchAll(/^\| `([a-z-]+)` \| [\d, ]+ \| (yes)? ?\| (.*) \|$/gm)];
    assert.deepEqual(
      rows.map(([, name, isRetryable, meaning]) => [name, isRetryable === "yes", meaning]),
      Object.entries(REASONS).map(([name, { retryable, meaning }]) => [name, retryable, meaning]),
    );
  });
});
