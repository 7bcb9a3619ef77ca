import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import type { PageSetup } from "../../../../lib/engines/page-setup.ts";
import { readPages, textOf } from "../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../support/print.ts";

after(stopEngines);

const printed = async (html: string, setup: Partial<PageSetup>) => (await print({ html }, setup)).pdf;
const three = '<p>one<p style="break-before:page">two<p style="break-before:page">three';

suite("the option pageRanges", () => {
  for (const [pageRanges, words] of [
    ["2", ["two"]],
    ["1,3", ["one", "three"]],
    ["2-3", ["two", "three"]],
    ["3,1", ["one", "three"]],
    ["2-2,2", ["two"]],
    ["2-9", ["two", "three"]],
    ["3,7", ["three"]],
  ] as const) {
    test(`prints ${words.join(" and ")} for ${pageRanges}`, async () => {
      const pages = await readPages(await printed(three, { pageRanges }));
      assert.deepEqual(
        pages.map(({ text }) => text.trim()),
        words,
      );
    });
  }

  test("leaves the page numbers of templates as they are", async () => {
    const headerTemplate = '<i style="font-size:9px">page <b class="pageNumber"></b> of <b class="totalPages"></b></i>';
    assert.match(await textOf(await printed(three, { pageRanges: "2", headerTemplate })), /page 2 of 3/);
  });

  test("is refused if it names no page", async () => {
    await assert.rejects(printed(three, { pageRanges: "4-5" }), { code: "INVALID_REQUEST", message: /pageRanges/ });
  });
});

suite("the option emulateMedia", () => {
  const html = `<style>@media print{.s{display:none}}@media screen{.p{display:none}}</style><p class=s>screen<p class=p>print
<p id=seen><script>seen.textContent = "loaded in " + (matchMedia("print").matches ? "paper" : "window")</script>`;
  for (const [emulateMedia, shown, seen] of [
    [undefined, "print", "window"],
    ["print", "print", "paper"],
    ["screen", "screen", "window"],
  ] as const) {
    test(`prints what is for ${shown} if it is ${emulateMedia ?? "not given"}`, async () => {
      const text = await textOf(await printed(html, { emulateMedia }));
      assert.deepEqual(text.match(/screen|print|paper|window/g), [shown, seen]);
    });
  }
});

suite("the option waitForExpression", () => {
  const ready = `<p id=p>early<script>setTimeout(() => { window.app = { isReady: true }; p.textContent = "late" }, 25_000)</script>`;

  test("waits for a variable of the page, which it may name before it exists", async () => {
    assert.match(
      await textOf(await printed(ready, { waitForExpression: "window.app.isReady", waitTimeout: 30_000 })),
      /late/,
    );
  });

  test("waits for an expression that is true for a moment", async () => {
    const html = `<p id=p>x<script>setTimeout(() => { now = 1; setTimeout(() => { now = 0 }, 150) }, 2000)</script>`;
    await printed(html, { waitForExpression: "now === 1" });
  });

  test("is evaluated in a document without scripts", async () => {
    await printed("<h1>a</h1>", { waitForExpression: "document.querySelectorAll('h1').length === 1 // one" });
  });

  for (const [what, waitForExpression] of [
    ["never becomes true", "window.missing"],
    ["throws", "window.missing.name"],
    ["throws a value", "(() => { throw 1 })()"],
  ] as const) {
    test(`fails if it ${what}`, async () => {
      await assert.rejects(printed(ready, { waitForExpression, waitTimeout: 800 }), {
        code: "PROCESSING_FAILED",
        message: `The expression ${JSON.stringify(waitForExpression)} did not become true within 800 ms.`,
      });
    });
  }

  test("fails if it never ends", async () => {
    await assert.rejects(printed(ready, { waitForExpression: "(() => { for (;;); })()", waitTimeout: 800 }), {
      code: "PROCESSING_FAILED",
    });
  });
});

test("the option omitBackground leaves out the colour of a dark colour scheme, and no other", async () => {
  const html = "<style>:root{color-scheme:dark}div{background:#336699}</style><div>text";
  const fills = async (omitBackground: boolean) => (await readPages(await printed(html, { omitBackground })))[0]!.fills;
  const [plain, omitted] = [await fills(false), await fills(true)];
  assert.deepEqual(
    plain.filter((fill) => !omitted.includes(fill)),
    ["#121212"],
  );
  assert.ok(omitted.includes("#336699"));
});
