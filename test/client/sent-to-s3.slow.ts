import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { s3 } from "../support/s3-settings.ts";

// Behind the settings, which are read when the service is imported.
const { newAccount, url, usage } = await import("../support/platen.ts");
const { createClient } = await import("../../client/index.ts");
const { fromFile } = await import("../../client/node.ts");

suite("a body that is sent ahead to S3", { concurrency: false }, () => {
  test("has the signed type and length", async () => {
    const { account, key } = await newAccount(10);
    const client = createClient({ url, key, sendAheadAbove: 10, attempts: 1 });
    const files = [await fromFile("samples/letter.pdf"), await fromFile("samples/annex.pdf")];
    assert.match(await (await client.pdfMerge({ files })).text(), /^%PDF-/);
    assert.match(await (await client.convertMarkdownToPdf({ markdown: "# In JSON" })).text(), /^%PDF-/);
    assert.equal((await usage(account)).used, 2);
    const uploads = [...s3.objects.keys()].filter((name) => !name.includes("/out/"));
    assert.deepEqual(uploads, []); // what is kept are the answers, for repetitions
  });

  test("is sent again after an error of S3", async () => {
    const { account, key } = await newAccount(10);
    s3.trouble.times = 1;
    const client = createClient({ url, key, sendAheadAbove: 10 });
    const answer = await client.convertMarkdownToPdf({ markdown: "# In JSON" });
    assert.match(await answer.text(), /^%PDF-/);
    assert.equal((await usage(account)).used, 1);
  });
});
