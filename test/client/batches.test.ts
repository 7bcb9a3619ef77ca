import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createClient, PlatenError } from "../../client/index.ts";
import { filesInZip } from "../support/files-in-zip.ts";
import { newAccount, url, usage } from "../support/platen.ts";

const page = (text: string) => ({ operation: "/convert/html-to-pdf", body: { html: `<p>${text}</p>` } });

suite("the client's batches", { concurrency: false }, () => {
  test("are submitted, waited for, and return their jobs and one archive", async () => {
    const { account, key } = await newAccount(10);
    const client = createClient({ url, key });
    const { id, requests } = await client.batches.submit([page("one"), { ...page("two"), name: "two" }]);
    assert.equal(requests, 2);
    const seen: string[] = [];
    const ended = await client.batches.wait(id, { onProgress: ({ state }) => seen.push(state) });
    assert.deepEqual([ended.counts.succeeded, seen.at(-1)], [2, "ended"]);
    const first = await client.batches.jobs(id, { limit: 1 });
    const rest = await client.batches.jobs(id, { limit: 1, cursor: first.next! });
    assert.deepEqual(
      [...first.jobs, ...rest.jobs].map(({ fileName }) => fileName),
      ["0001-html.pdf", "0002-two.pdf"],
    );
    const file = await client.jobs.file(first.jobs[0]!.id);
    const files = await filesInZip(await (await client.batches.archive(id)).bytes());
    assert.deepEqual(files.get("0001-html.pdf"), Buffer.from(await file.bytes()));
    assert.deepEqual((await client.batches.list({ limit: 1 })).batches[0]?.id, id);
    assert.equal((await usage(account)).used, 2);
  });

  test("are one for the same key, are cancelled, and report what is wrong", async () => {
    const client = createClient({ url, key: (await newAccount(30)).key });
    const endless = {
      operation: "/convert/html-to-pdf",
      body: { html: "", options: { waitForExpression: "window.no" } },
    };
    const lines = Array.from({ length: 10 }, () => JSON.stringify(endless)).join("\n");
    const options = { idempotencyKey: "tonight" };
    const { id } = await client.batches.submit(lines, options);
    assert.equal((await client.batches.submit(lines, options)).id, id);
    await client.batches.cancel(id);
    const { counts } = await client.batches.wait(id);
    assert.deepEqual([counts.open, counts.succeeded], [0, 0]);
    await assert.rejects(client.batches.submit([{ operation: "/none" }]), (error: PlatenError) => {
      assert.deepEqual([error.status, error.field], [400, "requests[0].operation"]);
      return error instanceof PlatenError;
    });
  });
});
