import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import type * as Library from "../../client/index.ts";
import { visit } from "../support/browser.ts";
import { clientFolder, projectFolder } from "../support/client/installed-client.ts";
import { servePage } from "../support/client/page-server.ts";
import { newAccount, url, usage } from "../support/platen.ts";

const run = promisify(execFile);
const { PATH = "", HOME = "" } = process.env;

/** Programs that may be other versions of Node, the oldest that the client is for among them. */
const NODES = [process.execPath, "/usr/bin/node", "/usr/local/bin/node"].filter(existsSync);

suite("the installed package", { concurrency: false }, () => {
  test("brings all that it needs, and no more than the client", async () => {
    assert.deepEqual(await readdir(join(projectFolder, "node_modules")), [
      ".bin",
      ".package-lock.json",
      "platen-client",
    ]);
    const packages = await readdir(join(clientFolder, "node_modules"));
    assert.deepEqual(packages.sort(), ["fdir", "picomatch", "tinyglobby"]);
    assert.match(await readFile(join(clientFolder, "README.md"), "utf8"), /createClient/);
  });

  for (const node of NODES) {
    const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
    test(`is a library for Node ${version}`, async () => {
      const { account, key } = await newAccount(10);
      const program = `
        import { createClient } from "platen-client";
        import { fromFile, saveTo } from "platen-client/node";
        const client = createClient({ url: process.env.PLATEN_URL, key: process.env.PLATEN_API_KEY, sendAheadAbove: 1000 });
        await saveTo(await client.pdfCompress({ file: await fromFile(process.argv[2]) }), process.argv[3]);
        const error = await client.pdfCompress({ file: new Blob(["x"]) }).catch((reason) => reason);
        console.log(error.name, error.code, error.field);`;
      await writeFile(join(projectFolder, "program.js"), program);
      const args = ["program.js", resolve("samples/annex.pdf"), "small.pdf"];
      const env = { PATH, HOME, PLATEN_URL: url, PLATEN_API_KEY: key };
      const { stdout } = await run(node, args, { cwd: projectFolder, env });
      assert.equal(stdout, "PlatenError UNSUPPORTED_MEDIA_TYPE file\n");
      assert.match(await readFile(join(projectFolder, "small.pdf"), "latin1"), /^%PDF-/);
      assert.equal((await usage(account)).used, 2);
    });

    test(`is the command platen for Node ${version}`, async () => {
      const { key } = await newAccount(10);
      const env = { PATH, HOME, PLATEN_URL: url, PLATEN_API_KEY: key };
      const program = join(projectFolder, "node_modules/.bin/platen");
      await writeFile(join(projectFolder, "one.md"), "# One");
      await run(node, [program, "markdown", "*.md", "-o", "one.pdf"], { cwd: projectFolder, env });
      assert.match(await readFile(join(projectFolder, "one.pdf"), "latin1"), /^%PDF-/);
      const { stdout } = await run(node, [program, "--version"]);
      assert.equal(stdout.trim(), JSON.parse(await readFile("client/package.json", "utf8")).version);
    });
  }

  test("has types, which distinguish a wrong call from a right one", async () => {
    const right = `
      import { createClient, PlatenError, type PdfOptions } from "platen-client";
      const options: PdfOptions = { format: "A5" };
      const client = createClient({ url: "http://localhost/v1", key: "k" });
      const made: Blob = await (await client.convertHtmlToPdf({ html: "x", options })).blob();
      const codes: string[] = ((await client.pdfMerge.metadata({ files: [made, made], order: [1, 0] })).warnings ?? []).map(({ code }) => code);
      const seconds: number[] = (await client.account()).windows.map(({ seconds }) => seconds);
      export const isRate = (error: unknown) => error instanceof PlatenError && error.code === "RATE_LIMIT_EXCEEDED";
      export { codes, seconds };\n`;
    const flags = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--lib",
      "es2022,dom,dom.iterable",
    ];
    const check = async (program: string) => {
      await writeFile(join(projectFolder, "typed.ts"), program);
      const compiler = resolve("node_modules/typescript/bin/tsc");
      return spawnSync(process.execPath, [compiler, ...flags, "typed.ts"], { cwd: projectFolder, encoding: "utf8" })
        .stdout;
    };
    assert.equal(await check(right), "");
    assert.match(await check(right.replace('format: "A5"', 'format: "A9"')), /TS2322/);
    assert.match(await check(right.replace("order:", "ordr:")), /TS2561/);
    assert.match(await check(right.replace("RATE_LIMIT_EXCEEDED", "RATE_LIMIT")), /TS2367/);
  });

  test("works in a browser", async () => {
    const { account, key } = await newAccount(10);
    await using visited = await visit(await servePage(clientFolder, url));
    const seen = await visited.page.evaluate(async (key: string) => {
      const { createClient, PlatenError } = globalThis as unknown as typeof Library;
      const client = createClient({ url: `${location.origin}/v1`, key });
      const file = new File(["# From a browser"], "page.md");
      const made = await (await client.convertMarkdownToPdf({ file, options: { format: "A6" } })).blob();
      const ahead = createClient({ url: `${location.origin}/v1`, key, sendAheadAbove: 10 });
      const compressed = await (await ahead.pdfCompress({ file: made.stream() })).text();
      const error = await client.pdfCompress({ file: new Blob(["x"]) }).catch((reason: unknown) => reason);
      return {
        type: made.type,
        begin: await made.slice(0, 5).text(),
        compressed: compressed.slice(0, 5),
        error: error instanceof PlatenError && [error.status, error.code, error.field],
      };
    }, key);
    assert.deepEqual(seen, {
      type: "application/pdf",
      begin: "%PDF-",
      compressed: "%PDF-",
      error: [415, "UNSUPPORTED_MEDIA_TYPE", "file"],
    });
    assert.equal((await usage(account)).used, 3);
  });
});
