import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { suite, test } from "node:test";
import { createClient, PlatenError } from "../../client/index.ts";
import { newAccount, url, usage } from "../support/platen.ts";

/** A server of this machine. */
const served = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const page = { html: "<p>later</p>" };
const endless = { html: "<p>slow</p>", options: { waitForExpression: "window.isNever" } };

suite("the client's jobs", { concurrency: false }, () => {
  test("are submitted, waited for and return their file", async () => {
    const { account, key } = await newAccount(10);
    const client = createClient({ url, key });
    const job = await client.convertHtmlToPdf.submit(page);
    assert.deepEqual([job.state, job.creditsReserved], ["queued", 1]);
    const file = await client.jobs.file(job.id);
    const bytes = await file.bytes();
    assert.match(Buffer.from(bytes).toString("latin1"), /^%PDF-/);
    assert.deepEqual([file.fileName, file.size], ["html.pdf", bytes.length]);
    const ended = await client.jobs.get(job.id);
    assert.deepEqual([ended.state, ended.creditsUsed, ended.result?.size], ["succeeded", 1, bytes.length]);
    assert.equal((await client.jobs.removeResult(job.id)).result, undefined);
    assert.equal((await usage(account)).used, 1);
  });

  test("are listed page by page and by state", async () => {
    const client = createClient({ url, key: (await newAccount(10)).key });
    const first = await client.convertHtmlToPdf.submit(page);
    const second = await client.convertHtmlToPdf.submit(page);
    const { jobs, next } = await client.jobs.list({ limit: 1 });
    assert.equal(jobs[0]?.id, second.id);
    const rest = await client.jobs.list({ limit: 1, ...(next !== undefined && { cursor: next }) });
    assert.equal(rest.jobs[0]?.id, first.id);
    for (const { id } of [first, second]) await client.jobs.wait(id);
    assert.equal((await client.jobs.list({ state: "succeeded" })).jobs.length, 2);
  });

  test("are cancelled; then they have no file, and nothing is charged", async () => {
    const { account, key } = await newAccount(10);
    const client = createClient({ url, key });
    const { id } = await client.convertHtmlToPdf.submit(endless);
    assert.equal((await client.jobs.cancel(id)).state, "cancelled");
    await assert.rejects(client.jobs.file(id), PlatenError);
    const { credits, used, reserved } = await usage(account);
    assert.deepEqual([credits, used, reserved], [10, 0, 0]);
  });

  test("return a file that the service has elsewhere, which is asked for without the key", async () => {
    const asked: (string | undefined)[] = [];
    await using server = await served(({ url: path, headers }, response) => {
      asked.push(headers["x-api-key"] as string | undefined);
      if (path === "/v1/jobs/one") {
        const result = { url: "https://elsewhere.example/v1/results/token" };
        response.end(JSON.stringify({ id: "one", state: "succeeded", result }));
      } else if (path === "/v1/results/token") {
        response.writeHead(303, { Location: "/store/file" }).end();
      } else {
        const name = 'attachment; filename="a.pdf"';
        response.writeHead(path === "/store/file" ? 200 : 404, { "Content-Disposition": name }).end("%PDF-");
      }
    });
    const file = await createClient({ url: server.url, key: "secret-key" }).jobs.file("one");
    assert.deepEqual([file.fileName, Buffer.from(await file.bytes()).toString()], ["a.pdf", "%PDF-"]);
    assert.deepEqual(asked, ["secret-key", "secret-key", undefined]);
  });

  test("that are named by a key are one, however often they are submitted", async () => {
    const client = createClient({ url, key: (await newAccount(10)).key });
    const options = { idempotencyKey: "tonight" };
    const first = await client.convertHtmlToPdf.submit(page, options);
    assert.equal((await client.convertHtmlToPdf.submit(page, options)).id, first.id);
  });
});
