import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { requestOf } from "../../../lib/reference/request.js";
import { curl } from "../../support/curl.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const program = await curl();
const folder = temporaryFolder("request");
mkdirSync(join(folder, "files"));

/** The parts of a form by name, in order: a text, or the name and content of a file. */
const partsOf = async (form: FormData): Promise<unknown[]> =>
  Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      typeof value === "string" ? value : { name: value.name, content: await value.text() },
    ]),
  );

/** Runs the curl line of a request with these values. Returns the key and the parts that curl sends, and those of the page. */
const sentParts = async (values: readonly (readonly [string, unknown])[], key = "demo-key") => {
  const received: { type: string; key: unknown; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    received.push({
      type: request.headers["content-type"]!,
      key: request.headers["x-api-key"],
      body: Buffer.concat(await request.toArray()),
    });
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { command, init } = requestOf({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      key,
      type: "multipart/form-data",
      values,
      properties: { text: { type: "string" }, files: { type: "array", items: { type: "string", format: "binary" } } },
      metadata: false,
      later: false,
      output: "out.pdf",
    });
    await promisify(execFile)("sh", ["-c", command.replace(/^curl/, program)], { cwd: join(folder, "files") });
    const [{ type, body, key: keyOfCurl } = assert.fail("curl has sent nothing")] = received;
    const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
    return { keyOfCurl, byCurl: await partsOf(form), byPage: await partsOf(init.body as FormData) };
  } finally {
    server.close();
  }
};

suite("the curl line of a form sends what the page sends", () => {
  for (const text of [
    "draft",
    "@draft",
    "<draft",
    '"draft"',
    "a;type=text/html",
    " a ",
    "it's",
    '{"css":"color:red;top:0"}',
  ])
    test(`with the text ${JSON.stringify(text)}`, async () => {
      const { byCurl, byPage } = await sentParts([["text", text]]);
      assert.deepEqual(byPage, [["text", text]]);
      assert.deepEqual(byCurl, byPage);
    });

  for (const name of ["a.pdf", "a,b.pdf", "a;type=b.pdf", "it's.pdf", " a\\b.pdf "])
    test(`with a file named ${JSON.stringify(name)}`, async () => {
      writeFileSync(join(folder, "files", name), name);
      const { byCurl, byPage } = await sentParts([["files", [new File([name], name), new File([name], name)]]]);
      assert.equal(byPage.length, 2);
      assert.deepEqual(byCurl, byPage);
    });

  test("with a key that has a quote", async () => {
    const { keyOfCurl } = await sentParts([["text", "draft"]], "demo's-key");
    assert.equal(keyOfCurl, "demo's-key");
  });
});
