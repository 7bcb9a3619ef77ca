import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { after, test } from "node:test";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { print, stopEngines } from "../../../support/print.ts";

after(stopEngines);

const RICH = `<!doctype html><html lang=de><title>Größe (a) /Creator (b) \\ 日本</title>
  <h1>One</h1><h2>Two</h2><table><tr><th>a<td>b</table><a href="https://example.com/">x</a><b>直</b> <input value=1>
  <svg width=50 height=50><circle r=20 fill=red /></svg><p style="break-before:page;box-shadow:0 0 9px #000;opacity:.5">two`;

const readMetadata = (pdf: Uint8Array) =>
  withPdfJs(pdf, async (document) => {
    const { info } = await document.getMetadata();
    const outline: readonly { title: string }[] | null = await document.getOutline();
    return { info: info as Record<string, unknown>, outline: outline?.map(({ title }) => title) };
  });

test("names Platen as creator, keeps title and language, and holds no machine name and no time", async () => {
  const { pdf } = await print({ html: RICH });
  const { info } = await readMetadata(pdf);
  const { Creator, Title, Language, Producer, CreationDate, ModDate } = info;
  assert.deepEqual(
    { Creator, Title, Language, CreationDate, ModDate },
    {
      Creator: "Platen",
      Title: "Größe (a) /Creator (b) \\ 日本",
      Language: "de",
      CreationDate: undefined,
      ModDate: undefined,
    },
  );
  assert.match(String(Producer), /^Skia\/PDF/);
  assert.doesNotMatch(Buffer.from(pdf).toString("latin1"), /Mozilla|HeadlessChrome|D:20\d\d|localhost|127\.0\.0\.1/);
});

for (const title of ["", "plain", "(", "\\", ">>", "a\nb", "/CreationDate (D:1)", "é".repeat(300), "\u{1f600}"]) {
  test(`reads back with the title ${JSON.stringify(title.slice(0, 30))}`, async () => {
    const { pdf } = await print({ html: `<title>${title}</title><p>x` });
    const { info } = await readMetadata(pdf);
    assert.equal(info["Title"] ?? "", title.replace("\n", " "));
    assert.equal(info["Creator"], "Platen");
    assert.equal(info["CreationDate"], undefined);
  });
}

test("has tags and an outline of the headings, but not for a very long document", async () => {
  const { pdf } = await print({ html: RICH });
  const { outline } = await readMetadata(pdf);
  assert.deepEqual(outline, ["One"]);
  assert.match(Buffer.from(pdf).toString("latin1"), /\/MarkInfo|\/StructTreeRoot/);
  const long = await print({ html: `<h1>x</h1>${"<template></template>".repeat(21_000)}` });
  assert.doesNotMatch(Buffer.from(long.pdf).toString("latin1"), /\/StructTreeRoot/);
  assert.equal(long.report.isTagged, false);
});

test("has tags if only what it carries inside is large, but not if its text is", async () => {
  const large = "x".repeat(1_100_000);
  const carrying = `<style>/*${large}*/</style><script type="text/plain">${large}</script><h1 data-x="${large}">One</h1>`;
  const { pdf, report } = await print({ html: carrying });
  assert.equal(report.isTagged, true);
  assert.deepEqual((await readMetadata(pdf)).outline, ["One"]);
  const long = await print({ html: `<h1>x</h1><div hidden>${large}</div>` });
  assert.equal(long.report.isTagged, false);
});

test("returns the same bytes for the same document, in another process too", async () => {
  const digest = async () =>
    createHash("sha256")
      .update((await print({ html: RICH })).pdf)
      .digest("hex");
  const here = [await digest(), await digest()];
  const script = `
    import { createHash } from "node:crypto";
    import { print, stopEngines } from ${JSON.stringify(join(import.meta.dirname, "../../../support/print.ts"))};
    const { pdf } = await print({ html: ${JSON.stringify(RICH)} });
    console.log(createHash("sha256").update(pdf).digest("hex"));
    await stopEngines();`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.deepEqual([here[1], stdout.trim()], [here[0], here[0]], stderr);
});
