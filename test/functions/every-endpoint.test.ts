import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { endpoints } from "../support/endpoints.ts";
import { failure, newAccount, post, usage } from "../support/platen.ts";
import { sampleRequest } from "../support/sample-requests.ts";

interface Metadata {
  readonly fileName: string;
  readonly size: number;
  readonly contentType: string;
  readonly creditsUsed: number;
  readonly creditsRemaining: number;
  readonly pages: number | undefined;
  readonly warnings: unknown;
}
const ENVELOPE = ["code", "message", "reason", "retryable"];

for (const { contract } of endpoints) {
  const { path, limitBytes, output, accepts } = contract;
  const sample = () => sampleRequest(path).content;

  suite(`POST ${path}`, { concurrency: 2 }, () => {
    test("returns the file with its name, for its credits", async () => {
      const { account, key } = await newAccount(50);
      const reply = await post(path, sample(), { key });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get("content-type"), output.type);
      assert.equal(reply.headers.get("content-disposition"), `attachment; filename="${output.name}"`);
      const used = Number(reply.headers.get("x-credits-used"));
      const { credits } = contract;
      assert.ok(typeof credits === "number" ? used === credits : Object.values(credits.of).includes(used));
      assert.equal(reply.headers.get("x-warnings"), "0");
      assert.match(reply.headers.get("etag")!, /^"[\w-]{32,}"$/);
      assert.ok((await reply.arrayBuffer()).byteLength > 0);
      assert.deepEqual(await usage(account), { account, credits: 50 - used, used, reserved: 0 });
    });

    const isJson = output.type === "application/json";
    test("returns metadata for Accept: application/json", { skip: isJson && "its own type is JSON" }, async () => {
      const reply = await post(path, sample(), { Accept: "application/json" });
      const metadata = (await reply.json()) as Metadata;
      const { fileName, size, contentType, creditsUsed, creditsRemaining, pages, warnings } = metadata;
      assert.deepEqual([fileName, contentType], [output.name, output.type.split(";")[0]]);
      assert.ok(size > 0);
      assert.equal(creditsUsed + creditsRemaining, 100);
      assert.deepEqual([pages, warnings], [sampleRequest(path).pages, undefined]);
      assert.equal(reply.headers.get("etag"), null);
    });

    test("is 401 without a key, with an unknown key and with a mistyped one", async () => {
      for (const key of ["", "unknown-key-123", `pk_${"a".repeat(49)}`]) {
        const reply = await post(path, sample(), { key });
        assert.equal(reply.headers.get("x-ratelimit-limit"), null);
        assert.equal(reply.headers.get("x-credits-used"), "0");
        assert.deepEqual((await failure(reply)).code, "UNAUTHORIZED");
      }
    });

    test("is 402 without credits, with the lower rate limit", async () => {
      const { key } = await newAccount(0);
      const reply = await post(path, sample(), { key });
      assert.equal(reply.status, 402);
      assert.equal(reply.headers.get("x-ratelimit-limit"), "10");
      const { error } = (await reply.json()) as { error: Record<string, unknown> };
      assert.deepEqual(Object.keys(error), [...ENVELOPE, "creditsRequired", "creditsBalance", "purchaseUrl"]);
      assert.deepEqual([error["creditsBalance"], error["purchaseUrl"]], [0, null]);
    });

    test("is 413 for a document that is one byte over the limit", { timeout: 180_000 }, async () => {
      const form = new FormData();
      form.append("file", new Blob([Buffer.alloc(limitBytes + 1, 0x20)]), "large");
      const { account, key } = await newAccount(5);
      const body = accepts.form ? form : { html: " ".repeat(limitBytes + 1) };
      assert.deepEqual((await failure(post(path, body, { key }))).code, "FILE_TOO_LARGE");
      assert.equal((await usage(account)).credits, 5);
    });

    test("is 415 for another content type", async () => {
      const reply = await post(path, "hello", { "Content-Type": "text/plain" });
      assert.deepEqual((await failure(reply)).code, "UNSUPPORTED_MEDIA_TYPE");
    });

    test("is 429 for one call too many in its window, also for a bad request", async () => {
      const { key } = await newAccount(0);
      const replies = await Promise.all(Array.from({ length: 12 }, () => post(path, "{", { key })));
      const refused = replies.filter(({ status }) => status === 429);
      const counted = replies.length - refused.length;
      assert.ok(counted >= 2 && counted <= 10, "two in a second, ten in a minute");
      for (const reply of refused) {
        assert.match(reply.headers.get("retry-after")!, /^[1-9]\d*$/);
        assert.ok(reply.headers.get("x-ratelimit-reset"));
        assert.equal((await failure(reply)).code, "RATE_LIMIT_EXCEEDED");
      }
    });
  });
}
