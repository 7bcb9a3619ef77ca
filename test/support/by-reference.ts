import assert from "node:assert/strict";
import { readdirSync, readlinkSync } from "node:fs";
import { suite, test } from "node:test";
import { BODY_LIFETIME_MS } from "../../lib/stored-bodies/reference.ts";
import { form } from "./form.ts";
import { textPdf } from "./pdf/raw.ts";
import { failure, newAccount, post, url, usage } from "./platen.ts";
import { wire } from "./wire.ts";

/** The answer of `/uploads`. */
export interface Grant {
  readonly uploadId: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly expiresAt: string;
}

/** Asks for an address. Fails if it is refused. */
export const granted = async (key: string, contentType: string, contentLength: number): Promise<Grant> => {
  const reply = await post("/uploads", { contentType, contentLength }, { key });
  assert.equal(reply.status, 200, await reply.clone().text());
  return (await reply.json()) as Grant;
};

/** Sends a body ahead and returns its reference. */
export const upload = async (key: string, bytes: Uint8Array, contentType = "application/json"): Promise<string> => {
  const { url, headers, uploadId } = await granted(key, contentType, bytes.length);
  const reply = await fetch(url, { method: "PUT", headers, body: bytes as Uint8Array<ArrayBuffer> });
  assert.equal(reply.status, 200, await reply.text());
  return uploadId;
};

/** Posts a request whose body was sent ahead. */
export const call = (path: string, key: string, reference: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { method: "POST", headers: { "X-API-Key": key, "X-Body-Ref": reference, ...headers } });

const HTML = "/convert/html-to-pdf";
const page = Buffer.from(JSON.stringify({ html: "<p>Sent ahead" }));

/** The stored bodies of an account that this process, which is the server's too, has open. */
const openFilesOf = (account: string): string[] =>
  readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.includes(account) ? [path] : [];
    } catch {
      return []; // it is closed
    }
  });

/** Tests that hold for bodies by reference in every store. `isKept` says whether an account's body is still there. */
export const servesByReference = (isKept: (account: string, reference: string) => Promise<boolean>): void => {
  suite("a body by reference", { concurrency: 2 }, () => {
    test("returns the same result as the body itself, is charged once, and is deleted after the success", async () => {
      const { account, key } = await newAccount(5);
      const { bytes, contentType } = await wire(form({ files: [textPdf("One"), textPdf("Two")] }));
      const reference = await upload(key, bytes, contentType);
      assert.ok(await isKept(account, reference));
      const reply = await call("/pdf/merge", key, reference);
      assert.equal(reply.headers.get("x-credits-used"), "1");
      assert.match(await reply.text(), /^%PDF-/);
      assert.deepEqual(await usage(account), { account, credits: 4, used: 1, reserved: 0 });
      assert.equal(await isKept(account, reference), false);
      assert.equal((await failure(call("/pdf/merge", key, reference))).status, 400);
    });

    test("can be used again after a refused request", async () => {
      const { account, key } = await newAccount(0);
      const reference = await upload(key, page);
      assert.equal((await failure(call(HTML, key, reference))).code, "INSUFFICIENT_CREDITS");
      // More than the ten of a minute, because a busy machine may spread them over seconds.
      const refused = await Promise.all(Array.from({ length: 12 }, () => failure(call("/pdf/merge", key, reference))));
      assert.ok(refused.some(({ code }) => code === "RATE_LIMIT_EXCEEDED"));
      assert.ok(await isKept(account, reference));
    });

    test("has the content type that it was uploaded with, whatever the request says", async () => {
      const { account, key } = await newAccount(5);
      const reference = await upload(key, page);
      const json = await failure(call("/pdf/merge", key, reference));
      assert.deepEqual([json.status, json.code], [415, "UNSUPPORTED_MEDIA_TYPE"]);
      assert.deepEqual(openFilesOf(account), []);
      assert.equal((await call(HTML, key, reference, { "Content-Type": "text/plain" })).status, 200);
    });

    test("is limited to the size limit of the endpoint", async () => {
      const { account, key } = await newAccount(5);
      const reference = await upload(key, Buffer.alloc(20 * 1024 * 1024 + 1, 0x20));
      const { status, code } = await failure(call(HTML, key, reference));
      assert.deepEqual([status, code], [413, "FILE_TOO_LARGE"]);
      const large = await upload(key, Buffer.from(JSON.stringify({ html: " ".repeat(10 * 1024 * 1024 + 1) })));
      assert.equal((await failure(call(HTML, key, large))).code, "FILE_TOO_LARGE");
      assert.equal((await usage(account)).credits, 5);
    });

    test("cannot be used by another account", async () => {
      const [{ key }, other] = [await newAccount(5), await newAccount(5)];
      const reference = await upload(key, page);
      const { status, code, message } = await failure(call(HTML, other.key, reference));
      assert.deepEqual([status, code], [400, "INVALID_REQUEST"]);
      assert.match(message, /^X-Body-Ref/);
      assert.equal((await call(HTML, key, reference)).status, 200);
    });

    for (const [why, reference] of [
      [
        "is unknown",
        `${Math.ceil((Date.now() + BODY_LIFETIME_MS) / 1000)
          .toString(36)
          .padStart(7, "0")}${"a".repeat(32)}`,
      ],
      [
        "has expired",
        `${Math.floor(Date.now() / 1000 - 1)
          .toString(36)
          .padStart(7, "0")}${"a".repeat(32)}`,
      ],
      ["is malformed", "nonsense"],
      ["is a path", "../../secret"],
      ["is empty", ""],
    ] as const) {
      test(`that ${why} is 400, and counts as a request`, async () => {
        const { key } = await newAccount(5);
        const reply = await call(HTML, key, reference);
        assert.equal(reply.headers.get("x-ratelimit-remaining"), "59");
        assert.deepEqual((await failure(reply)).status, 400);
      });
    }

    test("is refused in a request that also has a body", async () => {
      const { key } = await newAccount(5);
      const reference = await upload(key, page);
      const { status, message } = await failure(post(HTML, { html: "x" }, { key, "X-Body-Ref": reference }));
      assert.equal(status, 400);
      assert.match(message, /X-Body-Ref/);
    });

    test("has an address that accepts only the announced type and length", async () => {
      const { key } = await newAccount(5);
      const grant = await granted(key, "application/json", page.length);
      assert.deepEqual(grant.headers, { "Content-Type": "application/json", "Content-Length": String(page.length) });
      const life = Date.parse(grant.expiresAt) - Date.now();
      assert.ok(life > 800_000 && life < 1_000_000);
      const put = async (address: string, body: Uint8Array, type = "application/json", method = "PUT") => {
        const reply = await fetch(address, {
          method,
          headers: { "Content-Type": type },
          body: body as Uint8Array<ArrayBuffer>,
        });
        await reply.arrayBuffer();
        return reply.status;
      };
      assert.ok((await put(grant.url, Buffer.concat([page, page]))) >= 400);
      assert.ok((await put(grant.url, page.subarray(1))) >= 400);
      assert.ok((await put(grant.url, page, "text/html")) >= 400);
      assert.ok((await put(grant.url.replace(/.(?=[^/?]*\?)/, "0"), page)) >= 400);
      assert.ok((await put(grant.url, page, "application/json", "POST")) >= 400);
      assert.equal((await failure(call(HTML, key, grant.uploadId))).status, 400);
      assert.equal(await put(grant.url, page), 200);
      assert.equal((await call(HTML, key, grant.uploadId)).status, 200);
    });
  });
};
