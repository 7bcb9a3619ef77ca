import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { suite, test } from "node:test";
import { MB } from "../../lib/settings/megabyte.ts";
import { endpoints } from "../support/endpoints.ts";
import { failure, newAccount, post, url, usage } from "../support/platen.ts";
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

/** The code of the error for a form of this length, of which only the head is sent. */
const announceForm = async (path: string, length: number, key: string): Promise<string> => {
  const headers = { "X-API-Key": key, "Content-Type": "multipart/form-data; boundary=x", "Content-Length": length };
  const asked = request(url + path, { method: "POST", headers });
  asked.flushHeaders();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const { error } = (await json(answer)) as { error: { code: string } };
  asked.destroy();
  return error.code;
};

/** An endpoint of each limit, which gets a whole document: all read their forms in one way. */
const getsDocument = new Set([...new Map(endpoints.map(({ contract }) => [contract.limitBytes, contract])).values()]);

for (const { contract } of endpoints) {
  const { path, limitBytes, output } = contract;
  const sample = () => sampleRequest(path).content;

  suite(`POST ${path}`, { concurrency: 2 }, () => {
    test("returns the file with its name, and its metadata for Accept: application/json, for its credits", async () => {
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
      // A result of JSON is the answer, whatever is asked for.
      if (output.type === "application/json") return;

      const described = await post(path, sample(), { key, Accept: "application/json" });
      const metadata = (await described.json()) as Metadata;
      const { fileName, size, contentType, creditsUsed, creditsRemaining, pages, warnings } = metadata;
      assert.deepEqual([fileName, contentType], [output.name, output.type.split(";")[0]]);
      assert.ok(size > 0);
      assert.deepEqual([creditsUsed, creditsRemaining], [used, 50 - 2 * used]);
      assert.deepEqual([pages, warnings], [sampleRequest(path).pages, undefined]);
      assert.equal(described.headers.get("etag"), null);
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

    test("is 413 for a form that announces more than the limit, and 1 MB for what is no document", async () => {
      const { account, key } = await newAccount(5);
      assert.equal(await announceForm(path, limitBytes + MB + 1, key), "FILE_TOO_LARGE");
      assert.equal((await usage(account)).credits, 5);
    });

    if (getsDocument.has(contract)) {
      test("is 413 for a document that is one byte over the limit", { timeout: 600_000 }, async () => {
        const form = new FormData();
        form.append("file", new Blob([Buffer.alloc(limitBytes + 1, 0x20)]), "large");
        const { account, key } = await newAccount(5);
        assert.deepEqual((await failure(post(path, form, { key }))).code, "FILE_TOO_LARGE");
        assert.equal((await usage(account)).credits, 5);
      });
    }

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
