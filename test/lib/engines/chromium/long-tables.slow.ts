import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { print, stopEngines } from "../../../support/print.ts";

after(stopEngines);

const table = (rows: number) => `<table>${"<tr><td>some text<td>1<td>2".repeat(rows)}</table>`;

suite("a table whose pages would take too much memory", { concurrency: 1 }, () => {
  test("is refused before it is printed, with its rows and pages", async () => {
    await assert.rejects(print({ html: table(40_000) }), {
      code: "INVALID_REQUEST",
      reason: "document-too-complex",
      message: /^The document has a table of 40,000 rows on about 8\d\d pages, .* as several tables\.$/,
    });
  });

  test("is judged by the paper that the document declares", async () => {
    const html = `<style>@page{size:50in 100in}</style>${table(40_000)}`;
    assert.ok((await print({ html })).pdf.length > 0);
  });

  test("is printed as several tables", async () => {
    assert.ok((await print({ html: table(1000).repeat(12) })).pdf.length > 0);
  });
});
