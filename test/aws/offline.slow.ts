import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { endpoints } from "../../functions/index.ts";
import { freePort } from "../../local/store/process.ts";
import { form } from "../support/form.ts";
import { run } from "../support/program.ts";
import { sampleRequest } from "../support/sample-requests.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const folder = temporaryFolder("offline");

const key = "demo-key-offline";
const [port, lambdaPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}/v1`;
const offline = run("local/offline.ts", [], {
  PORT: String(port),
  LAMBDA_PORT: String(lambdaPort),
  PLATEN_DATA: folder,
  PLATEN_DEMO_KEY: key,
});
await until(() => /Server ready/.test(offline.output.stderr) || offline.child.exitCode !== null);
assert.match(offline.output.stderr, /Server ready/);

const post = (path: string, body: FormData | object, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: "POST",
    headers: {
      "X-API-Key": key,
      ...(body instanceof FormData ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
const codeOf = async (reply: Promise<Response>) =>
  ((await (await reply).json()) as { error: { code: string } }).error.code;

const ATTEMPTS = 20;

/** The code of the error for a body that is too large: the emulator ends its connection, which may cost the answer. */
const tooLargeCode = async (send: () => Promise<Response>): Promise<string> => {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const code = await codeOf(send()).catch(() => undefined);
    if (code !== undefined) return code;
  }
  return codeOf(send());
};

suite("npm run offline", { concurrency: false }, () => {
  for (const { contract } of endpoints) {
    test(`serves ${contract.path}`, async () => {
      const reply = await post(contract.path, sampleRequest(contract.path).content);
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get("content-type")?.split(";")[0], contract.output.type.split(";")[0]);
      const body = Buffer.from(await reply.arrayBuffer());
      assert.equal(String(body.length), reply.headers.get("content-length"));
      if (contract.output.type === "application/pdf") assert.match(body.subarray(0, 8).toString("latin1"), /^%PDF-/);
    });
  }

  test("has no batches, because nobody would do their jobs", async () => {
    assert.equal(await codeOf(post("/batches", [])), "NOT_FOUND");
  });

  test("accepts bodies of 10 MB and bodies that are sent ahead", async () => {
    const html = Buffer.alloc(10 * 1024 * 1024, " ");
    html.write("<p>Long");
    assert.equal((await post("/convert/html-to-pdf", form({ file: html }))).status, 200);

    const body = Buffer.from('{"html":"<p>Ahead"}');
    const grant = await post("/uploads", { contentType: "application/json", contentLength: body.length });
    const {
      url: address,
      headers,
      uploadId,
    } = (await grant.json()) as {
      url: string;
      headers: Record<string, string>;
      uploadId: string;
    };
    assert.ok(address.startsWith(url), address);
    const other = { ...headers, "Content-Type": "text/html" };
    assert.equal((await fetch(address, { method: "PUT", headers: other, body })).status, 400);
    assert.equal((await fetch(address, { method: "PUT", headers, body })).status, 200);
    const named = { method: "POST", headers: { "X-API-Key": key, "X-Body-Ref": uploadId } };
    const reply = await fetch(`${url}/convert/html-to-pdf`, named);
    assert.equal(reply.status, 200, await reply.clone().text());
    assert.equal((await fetch(`${url}/convert/html-to-pdf`, named)).status, 400);
  });

  test("serves what is answered to GET", async () => {
    const document = await fetch(`${url}/openapi.json`);
    assert.deepEqual(((await document.json()) as { servers: unknown }).servers, [{ url }]);
    const account = await fetch(`${url}/account`, { headers: { "X-API-Key": key } });
    assert.equal(((await account.json()) as { tier: string }).tier, "full");
  });

  test("puts its own errors into the envelope", async () => {
    assert.equal(await codeOf(post("/nothing", {})), "NOT_FOUND");
    assert.equal(await codeOf(post("/convert/html-to-pdf", {}, { "X-API-Key": "" })), "UNAUTHORIZED");
    const large = { html: " ".repeat(11 * 1024 * 1024) };
    assert.equal(await tooLargeCode(() => post("/convert/html-to-pdf", large)), "FILE_TOO_LARGE");
  });

  test("leaves no process running", async () => {
    offline.child.kill("SIGTERM");
    await offline.ended;
    await assert.rejects(fetch(url));
  });
});
