import "../../../support/own-service.ts";
import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mock, suite, test } from "node:test";
import { TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { accounts } from "../../../../lib/accounts/accounts.ts";
import { type BatchView, batchEnd, batchNow, jobsIn, sendBatch } from "../../../support/batch-calls.ts";
import { filesInZip } from "../../../support/files-in-zip.ts";
import { form } from "../../../support/form.ts";
import { ask } from "../../../support/job-calls.ts";
import { pageTexts } from "../../../support/pdf/look.ts";
import { textPdf } from "../../../support/pdf/raw.ts";
import { failure, folder, newAccount, post, usage } from "../../../support/platen.ts";
import { until } from "../../../support/until.ts";

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
const csvEntry = (text: string, name?: string) => ({
  operation: "/convert/csv-to-pdf",
  ...(name !== undefined && { name }),
  form: { file: { base64: base64(text), name: "upload" } },
});
const pdfFile = (...pages: string[]) => ({ base64: base64(textPdf(...pages)), name: "a.pdf", type: "application/pdf" });
const ENDLESS_PAGE = {
  operation: "/convert/html-to-pdf",
  body: { html: "<p>slow</p>", options: { waitForExpression: "window.isNever" } },
};

const submit = async (list: readonly object[] | string, key: string, headers?: Record<string, string>) => {
  const reply = await sendBatch(list, key, headers);
  assert.equal(reply.status, 202, await reply.clone().text());
  return { reply, batch: (await reply.json()) as BatchView };
};

const credits = async (account: string) => {
  const { credits: left, used, reserved } = await usage(account);
  return { left, used, reserved };
};

const unzipped = async (address: string): Promise<Map<string, Buffer>> => {
  const reply = await fetch(address);
  assert.equal(reply.status, 200);
  return filesInZip(Buffer.from(await reply.arrayBuffer()));
};

suite("POST /batches", () => {
  test("does all requests of a list, each for its price, and returns their results as one archive", async () => {
    const { account, key } = await newAccount();
    const uploaded = form({ file: Buffer.from("u,v\n") });
    const { bodyRef } = await upload(key, uploaded);
    const { reply, batch } = await submit(
      [
        csvEntry("a,b\n1,2\n", "first list"),
        { operation: "/convert/html-to-pdf", body: { html: "<p>hello</p>" } },
        { operation: "/pdf/merge", form: { files: [pdfFile("One"), pdfFile("Two", "Three")] } },
        { operation: "/convert/csv-to-pdf", name: "../sent ahead", bodyRef },
        { operation: "/pdf/merge", name: "wrong", form: { files: { base64: base64("no pdf") } } },
      ],
      key,
    );
    assert.equal(reply.headers.get("location"), `/v1/batches/${batch.id}`);
    assert.match(reply.headers.get("retry-after") ?? "", /^\d+$/);
    assert.deepEqual([batch.state, batch.requests, batch.counts.open, batch.creditsUsed], ["running", 5, 5, 0]);
    const ended = await batchEnd(batch.id, key);
    assert.deepEqual(ended.counts, { open: 0, succeeded: 4, failed: 1, cancelled: 0 });
    const jobs = await jobsIn(batch.id, key, 2);
    assert.deepEqual(
      jobs.map(({ index, name, state, batch: id }) => [index, name, state, id]),
      ["first list", undefined, undefined, "../sent ahead", "wrong"].map((name, index) => [
        index,
        name,
        index === 4 ? "failed" : "succeeded",
        batch.id,
      ]),
    );
    const used = jobs.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0);
    assert.deepEqual([ended.creditsUsed, ended.creditsReserved], [used, 0]);
    assert.equal(jobs[1]?.creditsUsed, 1, "a page costs what its input costs, not the most that it may cost");
    assert.deepEqual(await credits(account), { left: 100 - used, used, reserved: 0 });
    const files = await unzipped(ended.result!.url);
    const names = ["0001-first_list.pdf", "0002-html.pdf", "0003-merged.pdf", "0004-_sent_ahead.pdf"];
    assert.deepEqual([...files.keys()], [...names, "index.json"]);
    assert.deepEqual(await pageTexts(files.get("0003-merged.pdf")!), ["One", "Two", "Three"]);
    const atOnce = await post("/convert/csv-to-pdf", form({ file: Buffer.from("a,b\n1,2\n") }), { key });
    assert.deepEqual(files.get("0001-first_list.pdf"), Buffer.from(await atOnce.arrayBuffer()));
    const index = JSON.parse(files.get("index.json")!.toString());
    assert.deepEqual([index[3].file, index[4].error.code, index[4].name], [names[3], jobs[4]?.error?.code, "wrong"]);
    const other = `${ended.result!.url.slice(0, -1)}${ended.result!.url.endsWith("0") ? "1" : "0"}`;
    assert.equal((await failure(fetch(other))).status, 404);
  });

  test("accepts lines of JSON too; blank ones do not count", async () => {
    const { key } = await newAccount();
    const { batch } = await submit(`\n${JSON.stringify(csvEntry("a"))}\r\n\n${JSON.stringify(csvEntry("b"))}`, key);
    assert.deepEqual((await batchEnd(batch.id, key)).counts, { open: 0, succeeded: 2, failed: 0, cancelled: 0 });
  });

  test("with an Idempotency-Key is one batch; another list with the key is refused", async () => {
    const { account, key } = await newAccount();
    const named = { "Idempotency-Key": "tonight" };
    const first = await submit([csvEntry("a")], key, named);
    const again = await submit(JSON.stringify(csvEntry("a")), key, named);
    assert.equal(again.batch.id, first.batch.id);
    assert.equal((await failure(sendBatch([csvEntry("b")], key, named))).status, 422);
    await batchEnd(first.batch.id, key);
    assert.equal((await credits(account)).used, 1);
  });

  test("refuses a list that is wrong or that the account cannot pay, as a whole", async () => {
    const entry = csvEntry("a");
    for (const [list, status, message] of [
      [[entry, { ...entry, operation: "/none" }], 400, /^requests\[1\]\.operation \(line 1\) must be the path/],
      [`${JSON.stringify(entry)}\n\n{`, 400, /^requests\[1\] \(line 3\) is not valid JSON\.$/],
      [[{ operation: "/pdf/merge", body: {} }], 400, /^requests\[0\]\.body \(line 1\) is not for this operation/],
      [[{ ...entry, bodyRef: "x" }], 400, /^requests\[0\] \(line 1\) must have one of body, form, bodyRef/],
      [[{ operation: entry.operation, bodyRef: "x" }], 400, /^requests\[0\]\.bodyRef \(line 1\) must be/],
      [[csvEntry("a", "x"), csvEntry("b", "x")], 400, /^requests\[1\]\.name \(line 1\) must be a name that no other/],
      [
        [{ ...entry, form: { file: { base64: "?" } } }],
        400,
        /^requests\[0\]\.form\.file\.base64 \(line 1\) must be base64/,
      ],
      [[{ ...entry, priority: 1 }], 400, /^requests\[0\] \(line 1\) has unknown priority/],
      [[], 400, /^requests must be 1 to 10,000\.$/],
      [Array.from({ length: 10_001 }, () => entry), 400, /^requests must be 1 to 10,000\.$/],
      ["", 400, /^requests must be 1/],
      [[entry, entry, entry, entry], 402, /This call costs 4 credits; 3 are left/],
    ] as const) {
      // Each list is sent by an account of its own, because refused requests count too.
      const { account, key } = await newAccount(3);
      const refused = await failure(sendBatch(list, key));
      assert.equal(refused.status, status, refused.message);
      assert.match(refused.message, message);
      assert.deepEqual(await (await ask("/batches", key)).json(), { batches: [] });
      assert.deepEqual(await credits(account), { left: 3, used: 0, reserved: 0 });
    }
  });

  test("refuses what is no list, other types, unknown keys and dry runs", async () => {
    const { key } = await newAccount();
    const entry = csvEntry("a");
    for (const [type, body] of [
      ["application/json", '{"requests":[]}'],
      ["application/json", "[{}"],
      ["application/json", "[{}] x"],
    ] as const)
      assert.match(
        (await failure(sendBatch(body, key, { "Content-Type": type }))).message,
        /is not a JSON list|line 1/,
      );
    assert.equal((await failure(sendBatch("a", key, { "Content-Type": "text/plain" }))).status, 415);
    assert.match(
      (await failure(sendBatch([entry], key, { Prefer: "dry-run" }))).message,
      /^Prefer must not be dry-run/,
    );
    assert.equal((await failure(sendBatch([entry], "wrong"))).status, 401);
    assert.deepEqual(await (await ask("/batches", key)).json(), { batches: [] });
  });

  test("reserves nothing if its list cannot be stored, and its key is free", async () => {
    const { account, key } = await newAccount();
    const blocked = join(folder, "uploads", "jobs", account);
    await mkdir(dirname(blocked), { recursive: true });
    await writeFile(blocked, "");
    const named = { "Idempotency-Key": "tonight" };
    const { status, code } = await failure(sendBatch([csvEntry("a")], key, named));
    assert.deepEqual([status, code], [503, "SERVICE_UNAVAILABLE"]);
    assert.deepEqual(await credits(account), { left: 100, used: 0, reserved: 0 });
    assert.deepEqual(await (await ask("/batches", key)).json(), { batches: [] });
    await rm(blocked);
    const { batch } = await submit([csvEntry("a")], key, named);
    assert.deepEqual((await batchEnd(batch.id, key)).counts, { open: 0, succeeded: 1, failed: 0, cancelled: 0 });
  });

  test("whose submission the table does late is promised to nobody, fails, costs nothing, and its key is free", async () => {
    const { account, key } = await newAccount();
    const named = { "Idempotency-Key": "tonight" };
    const { db } = accounts().table;
    const send = db.send.bind(db);
    let doLate: (() => Promise<unknown>) | undefined;
    const { mock: lateTable } = mock.method(db, "send", (command: TransactWriteItemsCommand) => {
      if (!(command instanceof TransactWriteItemsCommand)) return send(command);
      if (!JSON.stringify(command.input).includes(account)) return send(command); // another test's
      doLate = () => send(command);
      return Promise.reject(new Error("no answer"));
    });
    assert.equal((await failure(sendBatch([csvEntry("a")], key, named))).code, "SERVICE_UNAVAILABLE");
    lateTable.restore();
    await doLate?.();
    let repeated = new Response();
    const isKeyFree = async () => {
      repeated = await sendBatch([csvEntry("a")], key, named);
      return repeated.status !== 409;
    };
    await until(isKeyFree, { intervalMs: 300 });
    const listed = async () => ((await (await ask("/batches", key)).json()) as { batches: BatchView[] }).batches;
    const failed = (await listed()).at(-1);
    assert.deepEqual(failed?.counts, { open: 0, succeeded: 0, failed: 1, cancelled: 0 });
    const batch = (await repeated.json()) as BatchView;
    assert.deepEqual([repeated.status, batch.id === failed.id], [202, false]);
    assert.deepEqual((await batchEnd(batch.id, key)).counts, { open: 0, succeeded: 1, failed: 0, cancelled: 0 });
    assert.deepEqual(await credits(account), { left: 99, used: 1, reserved: 0 });
    assert.equal((await submit([csvEntry("a")], key, named)).batch.id, batch.id);
  });

  test("is cancelled by DELETE; what has not ended costs nothing", async () => {
    const { account, key } = await newAccount();
    const { batch } = await submit([csvEntry("a"), ...Array.from({ length: 30 }, () => ENDLESS_PAGE)], key);
    await until(async () => (await batchNow(batch.id, key)).counts.succeeded === 1);
    const cancelled = (await (await ask(`/batches/${batch.id}`, key, "DELETE")).json()) as BatchView;
    assert.equal(cancelled.state, "cancelling");
    const ended = await batchEnd(batch.id, key);
    // The page that runs may have failed before it was stopped.
    const { open, succeeded, failed, cancelled: stopped } = ended.counts;
    assert.deepEqual([open, succeeded, failed + stopped], [0, 1, 30]);
    assert.ok(stopped >= 25, `${stopped} were cancelled`);
    assert.deepEqual(await credits(account), { left: 99, used: 1, reserved: 0 });
    assert.equal(((await (await ask(`/batches/${batch.id}`, key, "DELETE")).json()) as BatchView).state, "ended");
  });

  test("batches of other accounts and unknown ones are not reported", async () => {
    const [{ key }, other] = [await newAccount(), await newAccount()];
    const { batch } = await submit([csvEntry("a")], key);
    for (const [path, whose, status] of [
      [`/batches/${batch.id}`, other.key, 404],
      [`/batches/${batch.id}/jobs`, other.key, 404],
      ["/batches/none", key, 404],
      [`/batches/${batch.id}`, "wrong", 401],
      ["/batches?limit=0", key, 400],
    ] as const)
      assert.equal((await failure(ask(path, whose))).status, status, path);
    const put = await ask("/batches", key, "PUT");
    assert.deepEqual([put.status, put.headers.get("allow")], [405, "GET, HEAD, POST"]);
    const listed = (await (await ask("/batches", key)).json()) as { batches: BatchView[] };
    assert.deepEqual(
      listed.batches.map(({ id }) => id),
      [batch.id],
    );
  });
});

/** Sends a form ahead of its request. */
const upload = async (key: string, body: ReturnType<typeof form>) => {
  const sent = new Response(body as never);
  const [type, bytes] = [sent.headers.get("content-type") ?? "", Buffer.from(await sent.arrayBuffer())];
  const granted = await post("/uploads", { contentType: type, contentLength: bytes.length }, { key });
  const grant = (await granted.json()) as { uploadId: string; url: string; headers: Record<string, string> };
  assert.equal((await fetch(grant.url, { method: "PUT", headers: grant.headers, body: bytes })).status, 200);
  return { bodyRef: grant.uploadId };
};
