import assert from "node:assert/strict";
import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { createClient, PlatenError } from "../../client/index.ts";
import { fromFile, saveTo } from "../../client/node.ts";
import { exampleInput } from "../support/client/example-input.ts";
import { faultyProxy } from "../support/client/faulty-proxy.ts";
import { operationAt } from "../support/client/operation-id.ts";
import { endpoints } from "../support/endpoints.ts";
import { pageTexts, withPdfJs } from "../support/pdf/look.ts";
import { newAccount, richAccount, url, usage } from "../support/platen.ts";
import { RESULT_PATTERNS } from "../support/result-patterns.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder("client");

const refusal = async (work: Promise<unknown>): Promise<PlatenError> => {
  const error = await work.then(
    () => assert.fail("the call has succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PlatenError, String(error));
  return error;
};

/** What other files spend does not count. */
const counted = newAccount(1_000_000, "unlimited");

suite("the client", { concurrency: false }, () => {
  for (const { contract } of endpoints) {
    test(`calls ${contract.path}: the file, its metadata, its cost`, async () => {
      const { account, key } = await counted;
      const before = await usage(account);
      const method = createClient({ url, key })[operationAt(contract.path)];
      const input = (await exampleInput(contract.example)) as never;
      const answer = await method(input);
      assert.equal(answer.fileName, contract.output.name);
      assert.equal(answer.contentType, contract.output.type);
      assert.ok(answer.requestId);
      const bytes = await answer.bytes();
      assert.equal(bytes.length, answer.size);
      assert.match(Buffer.from(bytes).toString("latin1"), RESULT_PATTERNS[contract.output.type]!);
      const { credits } = await usage(account);
      const used = before.credits - credits;
      assert.equal(answer.creditsUsed, used);
      assert.equal(answer.creditsRemaining, credits);
      const dryRun = await method.dryRun(input);
      assert.deepEqual([dryRun.dryRun, dryRun.creditsUsed], [true, used]);
      // A result of JSON is the answer, whatever is asked for.
      if (contract.output.type === "application/json") return;
      const { idempotencyKey } = answer;
      const metadata = await method.metadata(input, { idempotencyKey });
      assert.deepEqual([metadata.fileName, metadata.creditsUsed], [contract.output.name, 0]);
      assert.equal((await usage(account)).credits, credits);
    });
  }

  test("accepts bytes, blobs and streams, and keeps the names of files", async () => {
    const client = createClient({ url, key: richAccount.key });
    const bytes = new Uint8Array(await readFile("samples/letter.pdf"));
    const named = new File([await readFile("samples/annex.pdf")], 'Année "日本".pdf');
    const streamed = new Blob([bytes]).stream();
    const { buffer } = bytes.slice();
    const merged = await (
      await client.pdfMerge({ files: [named, bytes, new Blob([bytes]), streamed, buffer] })
    ).bytes();
    const single = (await pageTexts(bytes)).length;
    const annex = (await pageTexts(new Uint8Array(await named.arrayBuffer()))).length;
    assert.equal((await pageTexts(merged)).length, annex + 4 * single);
    const outline = await withPdfJs(merged, (document) => document.getOutline());
    assert.ok(outline.some(({ title }) => title === "Année %22日本%22"));
  });

  test("sends JSON if an input has no file, and forms if it has one", async () => {
    const proxy = await faultyProxy(url, []);
    const client = createClient({ url: proxy.url, key: richAccount.key });
    await (
      await client.convertXmlToHtml({ xml: "<a>x</a>", xslt: await readFile("samples/catalogue.xsl", "utf8") })
    ).text();
    const xml = await fromFile("samples/catalogue.xml");
    const xslt = await fromFile("samples/catalogue.xsl");
    const html = await (await client.convertXmlToHtml({ xml, xslt, params: { title: "Winter" } })).text();
    assert.match(html, /Winter/);
    assert.deepEqual(
      proxy.asked.map(({ headers }) => headers["content-type"]?.split(";")[0]),
      ["application/json", "multipart/form-data"],
    );
  });

  test("returns the answer as a stream, once", async () => {
    const client = createClient({ url, key: richAccount.key });
    const answer = await client.convertMarkdownToPdf({ markdown: "# Streamed" });
    let size = 0;
    for await (const chunk of answer.stream()) size += chunk.length;
    assert.equal(size, answer.size);
    assert.throws(() => answer.stream(), /has been read already/);
  });

  test("lists warnings in the metadata, and counts them beside the file", async () => {
    const client = createClient({ url, key: richAccount.key });
    const input = { html: '<img src="http://10.1.2.3/secret.png">x' };
    assert.equal((await client.convertHtmlToPdf(input)).warningCount, 1);
    const { warnings = [] } = await client.convertHtmlToPdf.metadata(input);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["image-blocked"],
    );
  });

  test("returns the balance of the account", async () => {
    const client = createClient({ url: `${url}/`, key: (await newAccount(7)).key });
    const { creditsRemaining, windows } = await client.account();
    assert.equal(creditsRemaining, 7);
    assert.deepEqual(
      windows.map(({ seconds }) => seconds),
      [60, 1],
    );
  });

  test("throws errors with code, status, field and request id", async () => {
    const client = createClient({ url, key: (await newAccount(1)).key });
    const scale = await refusal(client.convertHtmlToPdf({ html: "x", options: { scale: 3 } }));
    assert.deepEqual([scale.status, scale.code, scale.field], [400, "INVALID_REQUEST", "options.scale"]);
    assert.match(scale.requestId!, /./);
    const funded = createClient({ url, key: (await newAccount(2)).key });
    const kind = await refusal(funded.pdfCompress({ file: new Blob(["no PDF"]) }));
    assert.deepEqual([kind.status, kind.code, kind.field], [415, "UNSUPPORTED_MEDIA_TYPE", "file"]);
    const credits = await refusal(client.convertHtmlToPdf({ url: "https://example.com/" }));
    assert.deepEqual([credits.code, credits.creditsRequired, credits.creditsBalance], ["INSUFFICIENT_CREDITS", 2, 1]);
    assert.equal(credits.purchaseUrl, undefined);
    const key = await refusal(createClient({ url, key: "wrong" }).account());
    assert.deepEqual([key.status, key.code, key.field], [401, "UNAUTHORIZED", undefined]);
  });

  test("throws the refusal of a body that the service does not read", async () => {
    const file = new Blob([new Uint8Array(20_000_000)]);
    const direct = createClient({ url, key: "wrong", sendAheadAbove: 1e9, attempts: 1 });
    assert.equal((await refusal(direct.pdfCompress({ file }))).status, 401);
    const { key } = await newAccount(10);
    const large = new Blob(Array.from({ length: 6 }, () => file));
    for (const sendAheadAbove of [1000, 1e9]) {
      const client = createClient({ url, key, sendAheadAbove, attempts: 1 });
      const { status, code } = await refusal(client.pdfCompress({ file: large }));
      assert.deepEqual([status, code], [413, "FILE_TOO_LARGE"]);
    }
  });

  test("never shows its key", async () => {
    const { inspect } = await import("node:util");
    const { key } = await newAccount(1);
    const client = createClient({ url, key });
    const error = await refusal(client.pdfCompress({ file: new Blob(["x"]) }));
    const answer = await client.convertHtmlToPdf({ html: "x" });
    for (const shown of [client, error, answer]) {
      assert.ok(!inspect(shown, { depth: 9, showHidden: true }).includes(key));
    }
    assert.throws(() => createClient({ url, key: "two words" }), /visible ASCII/);
    assert.throws(() => createClient({ url: "ftp://localhost", key }), /http/);
  });
});

suite("saveTo", { concurrency: false }, () => {
  test("writes through links, keeps permissions, and leaves no other file", async () => {
    const client = createClient({ url, key: richAccount.key });
    await writeFile(join(folder, "old.pdf"), "old", { mode: 0o600 });
    await symlink("old.pdf", join(folder, "link.pdf"));
    await saveTo(await client.convertHtmlToPdf({ html: "x" }), join(folder, "link.pdf"));
    const { stat, lstat } = await import("node:fs/promises");
    assert.ok((await lstat(join(folder, "link.pdf"))).isSymbolicLink());
    assert.equal((await stat(join(folder, "old.pdf"))).mode & 0o777, 0o600);
    assert.match(await readFile(join(folder, "old.pdf"), "latin1"), /^%PDF-/);
    assert.deepEqual((await readdir(folder)).sort(), ["link.pdf", "old.pdf"]);
  });

  test("leaves the old file if the answer does not arrive", async () => {
    const path = join(folder, "kept.pdf");
    await writeFile(path, "old");
    const proxy = await faultyProxy(url, ["cut-answer", "cut-answer"]);
    const client = createClient({ url: proxy.url, key: richAccount.key, attempts: 2 });
    const answer = await client.convertHtmlToPdf({ html: "x" });
    await assert.rejects(saveTo(answer, path), { name: "ConnectionError" });
    assert.equal(await readFile(path, "utf8"), "old");
    assert.ok((await readdir(folder)).every((name) => !name.endsWith(".part")));
  });
});
