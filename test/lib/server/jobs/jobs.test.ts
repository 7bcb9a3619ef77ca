import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { form } from "../../../support/form.ts";
import { ask, endOf, type JobView, jobNow } from "../../../support/job-calls.ts";
import { failure, newAccount, post, url, usage } from "../../../support/platen.ts";
import { until } from "../../../support/until.ts";

const csv = (text = "a,b\n1,2\n") => form({ file: Buffer.from(text) });
const LATER = { Prefer: "respond-async" };

const UNREADABLE_XML = { html: "<p></p>", options: { waitForSelector: "#none", waitTimeout: 1 } };

/** A page that is printed only after its request is over. */
const ENDLESS_PAGE = {
  html: "<p>slow</p><script>window.ready = false</script>",
  options: { waitForExpression: "ready" },
};

const submit = async (path: string, body: object, headers: { key: string } & Record<string, string>) => {
  const reply = await post(path, body, { ...LATER, ...headers });
  assert.equal(reply.status, 202, await reply.clone().text());
  return { reply, job: (await reply.json()) as JobView };
};

const credits = async (account: string) => {
  const { credits: left, used, reserved } = await usage(account);
  return { left, used, reserved };
};

suite("a request that is answered later", () => {
  test("is a job whose result is the document of the same request answered at once", async () => {
    const { account, key } = await newAccount();
    const { reply, job } = await submit("/convert/csv-to-pdf", csv(), { key });
    assert.equal(reply.headers.get("location"), `/v1/jobs/${job.id}`);
    assert.equal(reply.headers.get("preference-applied"), "respond-async");
    assert.match(reply.headers.get("retry-after") ?? "", /^\d+$/);
    assert.equal(reply.headers.get("x-credits-used"), "0");
    assert.deepEqual([job.state, job.operation], ["queued", "/convert/csv-to-pdf"]);
    const ended = await endOf(job.id, key);
    assert.deepEqual([ended.state, ended.pages, ended.attempts], ["succeeded", 1, 1]);
    const atOnce = await post("/convert/csv-to-pdf", csv(), { key });
    const bytes = Buffer.from(await atOnce.arrayBuffer());
    const result = await fetch(ended.result!.url);
    assert.equal(result.status, 200);
    assert.deepEqual(Buffer.from(await result.arrayBuffer()), bytes);
    for (const name of ["content-type", "content-disposition", "content-length"])
      assert.equal(result.headers.get(name), atOnce.headers.get(name), name);
    const price = Number(atOnce.headers.get("x-credits-used"));
    assert.equal(ended.creditsUsed, price);
    assert.deepEqual(await credits(account), { left: 100 - 2 * price, used: 2 * price, reserved: 0 });
  });

  test("is refused as a request that is answered at once, and leaves no job", async () => {
    const { key } = await newAccount();
    const refused = [
      [400, post("/convert/csv-to-pdf", form({ file: Buffer.from("") }), { key, ...LATER })],
      [415, post("/convert/csv-to-pdf", "a,b", { key, ...LATER, "Content-Type": "text/csv" })],
      [401, post("/convert/csv-to-pdf", csv(), { key: "wrong", ...LATER })],
      [402, post("/convert/csv-to-pdf", csv(), { key: (await newAccount(0)).key, ...LATER })],
      [413, post("/convert/csv-to-pdf", csv("x".repeat(120_000_000)), { key, ...LATER })],
    ] as const;
    for (const [status, reply] of refused) assert.equal((await failure(reply)).status, status);
    assert.deepEqual(await (await ask("/jobs", key)).json(), { jobs: [] });
  });

  test("that fails costs nothing and has the error of the request that is answered at once", async () => {
    const { account, key } = await newAccount();
    const { job } = await submit("/convert/html-to-image", UNREADABLE_XML, { key });
    const ended = await endOf(job.id, key);
    const atOnce = await failure(post("/convert/html-to-image", UNREADABLE_XML, { key }));
    assert.equal(ended.state, "failed");
    assert.deepEqual([ended.error?.code, ended.error?.message], [atOnce.code, atOnce.message]);
    assert.deepEqual(await credits(account), { left: 100, used: 0, reserved: 0 });
  });

  test("with an Idempotency-Key is one job; another request with the key is refused", async () => {
    const { account, key } = await newAccount();
    const named = { key, "Idempotency-Key": "night-run" };
    const first = await submit("/convert/csv-to-pdf", csv(), named);
    const second = await submit("/convert/csv-to-pdf", csv(), named);
    assert.equal(second.job.id, first.job.id);
    await endOf(first.job.id, key);
    assert.equal((await submit("/convert/csv-to-pdf", csv(), named)).job.state, "succeeded");
    assert.equal((await failure(post("/convert/csv-to-pdf", csv("c"), { ...LATER, ...named }))).status, 422);
    assert.equal((await failure(post("/convert/csv-to-pdf", csv(), named))).status, 422);
    assert.equal((await credits(account)).used, first.job.creditsReserved);
  });

  test("is checked only, if it is a dry run", async () => {
    const reply = await post("/convert/csv-to-pdf", csv(), { Prefer: "dry-run, respond-async" });
    assert.deepEqual([reply.status, reply.headers.get("preference-applied")], [200, "dry-run"]);
  });
});

suite("jobs", () => {
  test("are listed newest first; wrong parameters are refused", async () => {
    const { key } = await newAccount();
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await submit("/convert/csv-to-pdf", csv(), { key })).job.id);
    const page = (await (await ask("/jobs?limit=2", key)).json()) as { jobs: JobView[]; next: string };
    assert.deepEqual(
      page.jobs.map(({ id }) => id),
      [ids[2], ids[1]],
    );
    const rest = (await (await ask(`/jobs?limit=2&cursor=${page.next}`, key)).json()) as { jobs: JobView[] };
    assert.deepEqual(
      rest.jobs.map(({ id }) => id),
      [ids[0]],
    );
    for (const query of ["state=done", "limit=0", "limit=101", "cursor=x", "page=2", "limit=1&limit=2"])
      assert.equal((await failure(ask(`/jobs?${query}`, key))).status, 400, query);
  });

  test("of another account, unknown ones and those of no account are not reported", async () => {
    const [{ key }, other] = [await newAccount(), await newAccount()];
    const { job } = await submit("/convert/csv-to-pdf", csv(), { key });
    for (const [id, whose, status] of [
      [job.id, other.key, 404],
      [`${job.id.slice(0, -1)}g`, key, 404],
      ["..%2f", key, 404],
      [job.id, "wrong", 401],
    ] as const)
      for (const method of ["GET", "DELETE"])
        assert.equal((await failure(ask(`/jobs/${id}`, whose, method))).status, status, `${method} ${id}`);
    const put = await ask(`/jobs/${job.id}`, key, "PUT");
    assert.deepEqual([put.status, put.headers.get("allow")], [405, "GET, HEAD, DELETE"]);
  });

  test("that run are stopped by DELETE, and their credits are returned", async () => {
    const { account, key } = await newAccount();
    const { job } = await submit("/convert/html-to-pdf", ENDLESS_PAGE, { key });
    await until(async () => (await jobNow(job.id, key)).state === "running");
    const reply = await ask(`/jobs/${job.id}`, key, "DELETE");
    assert.deepEqual([reply.status, ((await reply.json()) as JobView).state], [200, "cancelled"]);
    assert.deepEqual(await credits(account), { left: 100, used: 0, reserved: 0 });
    assert.equal(((await (await ask(`/jobs/${job.id}`, key, "DELETE")).json()) as JobView).state, "cancelled");
  });
});

suite("the result of a job", () => {
  const ended = (async () => {
    const { key } = await newAccount();
    const { job } = await submit("/convert/csv-to-pdf", csv(), { key });
    const { result } = await endOf(job.id, key);
    const whole = await fetch(result!.url);
    return {
      key,
      job,
      address: result!.url,
      tag: whole.headers.get("etag")!,
      bytes: Buffer.from(await whole.arrayBuffer()),
    };
  })();
  const get = async (headers: Record<string, string>, method = "GET") =>
    fetch((await ended).address, { method, headers });

  test("is sent in parts", async () => {
    const { bytes, tag } = await ended;
    for (const [range, part, said] of [
      ["bytes=0-9", bytes.subarray(0, 10), `bytes 0-9/${bytes.length}`],
      ["bytes=10-", bytes.subarray(10), `bytes 10-${bytes.length - 1}/${bytes.length}`],
      ["bytes=-5", bytes.subarray(-5), `bytes ${bytes.length - 5}-${bytes.length - 1}/${bytes.length}`],
    ] as const) {
      const reply = await get({ Range: range, "If-Range": tag });
      assert.deepEqual([reply.status, reply.headers.get("content-range")], [206, said]);
      assert.deepEqual(Buffer.from(await reply.arrayBuffer()), part, range);
    }
    const beyond = await get({ Range: `bytes=${bytes.length}-` });
    assert.deepEqual([beyond.status, beyond.headers.get("content-range")], [416, `bytes */${bytes.length}`]);
    for (const headers of [
      { Range: "bytes=0-1", "If-Range": '"other"' },
      { Range: "bytes=0-1,4-5" },
      { Range: "bytes=5-1" },
    ])
      assert.deepEqual(Buffer.from(await (await get(headers)).arrayBuffer()), bytes);
  });

  test("is not sent again to who has it, nor to who asks for its head", async () => {
    const { tag, bytes } = await ended;
    const same = await get({ "If-None-Match": `"other", W/${tag}` });
    assert.deepEqual([same.status, await same.text()], [304, ""]);
    const head = await get({}, "HEAD");
    assert.deepEqual([head.status, head.headers.get("content-length")], [200, String(bytes.length)]);
  });

  test("is found only under its whole address", async () => {
    const { address } = await ended;
    const last = address.at(-1) === "0" ? "1" : "0";
    for (const wrong of [address.slice(0, -1) + last, `${url}/results/a.b.c`, `${url}/results/x`])
      assert.equal((await failure(fetch(wrong))).status, 404, wrong);
  });

  test("stays if its job is cancelled too late, and is removed by a DELETE of its own", async () => {
    const [{ key }, other] = [await newAccount(), await newAccount()];
    const { job } = await submit("/convert/csv-to-pdf", csv(), { key });
    const { result } = await endOf(job.id, key);
    const late = (await (await ask(`/jobs/${job.id}`, key, "DELETE")).json()) as JobView;
    assert.deepEqual([late.state, late.result], ["succeeded", result]);
    assert.equal((await failure(ask(`/jobs/${job.id}/result`, other.key, "DELETE"))).status, 404);
    assert.equal((await fetch(result!.url)).status, 200);
    const after = (await (await ask(`/jobs/${job.id}/result`, key, "DELETE")).json()) as JobView;
    assert.deepEqual([after.state, after.result], ["succeeded", undefined]);
    assert.equal((await fetch(result!.url)).status, 404);
    assert.equal((await failure(ask(`/jobs/${job.id}/result`, key, "DELETE"))).status, 404);
  });
});
