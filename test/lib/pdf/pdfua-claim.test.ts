import assert from "node:assert/strict";
import { test } from "node:test";
import { form } from "../../support/form.ts";
import { post } from "../../support/platen.ts";

const printed = await post("/convert/html-to-pdf", {
  html: "<!doctype html><html lang=en><title>Two pages</title><h1>One</h1><p style='break-before:page'>Two",
  options: { pdfUa: "1" },
});
const file = Buffer.from(await printed.arrayBuffer());

/** The part of PDF/UA that a file claims, as /pdf/info tells it. */
const claimOf = async (pdf: Buffer): Promise<unknown> => {
  const reply = await post("/pdf/info", form({ file: pdf }));
  return ((await reply.json()) as { pdfUa?: number }).pdfUa;
};

for (const [path, parts] of Object.entries({
  "/pdf/merge": { files: [file, file] },
  "/pdf/pages/remove": { file, pages: "2" },
  "/pdf/pages/rotate": { file, angle: "90" },
  "/pdf/stamp": { file, text: "DRAFT" },
  "/pdf/flatten": { file },
})) {
  test(`${path} removes a claim to be PDF/UA, and tells it`, async () => {
    const reply = await post(path, form(parts));
    assert.equal(reply.status, 200, await reply.clone().text());
    const metadata = await (await post(path, form(parts), { Accept: "application/json" })).text();
    assert.match(metadata, /"pdfua-removed"/);
    assert.equal(await claimOf(Buffer.from(await reply.arrayBuffer())), undefined);
  });
}

for (const path of ["/pdf/compress", "/pdf/unlock", "/pdf/attach"]) {
  test(`${path} keeps a claim to be PDF/UA`, async () => {
    assert.equal(await claimOf(file), 1);
    const more: Parameters<typeof form>[0] = path === "/pdf/attach" ? { attachments: Buffer.from("x") } : {};
    const reply = await post(path, form({ file, ...more }));
    assert.equal(reply.status, 200, await reply.clone().text());
    assert.equal(await claimOf(Buffer.from(await reply.arrayBuffer())), 1);
  });
}
