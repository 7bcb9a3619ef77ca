import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { platen } from "../../support/client/command-line.ts";
import { pageTexts } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { newAccount, url, usage } from "../../support/platen.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

/** A folder with a list, and how the command is run there. */
const folderWith = async (requests: readonly object[]) => {
  const folder = temporaryFolder("batch");
  await mkdir(join(folder, "in"));
  await writeFile(join(folder, "in", "list.ndjson"), requests.map((request) => JSON.stringify(request)).join("\n"));
  for (const name of ["a", "b"]) await writeFile(join(folder, "in", `${name}.pdf`), textPdf(name));
  await writeFile(join(folder, "in", "large.pdf"), textPdf("x".repeat(1_100_000)));
  const { account, key } = await newAccount(20);
  const env = { PLATEN_URL: url, PLATEN_API_KEY: key };
  const run = (more: readonly string[] = [], interruptWhen?: () => Promise<void>) =>
    platen(["batch", "in/list.ndjson", "--out", "out", ...more], {
      cwd: folder,
      env,
      ...(interruptWhen && { interruptWhen }),
    });
  const results = async () => (await readdir(join(folder, "out"))).filter((name) => !name.startsWith(".")).sort();
  return { folder, account, key, run, results };
};

const merge = (files: readonly string[], name?: string) => ({
  operation: "/pdf/merge",
  ...(name && { name }),
  form: { files: files.map((file) => `@${file}`) },
});

suite("platen batch", { concurrency: false }, () => {
  test("does the requests of a list with files of this machine, and fetches results once", async (_t) => {
    const { folder, account, run, results } = await folderWith([
      merge(["a.pdf", "b.pdf"], "both"),
      merge(["large.pdf", "a.pdf"]),
      { operation: "/convert/html-to-pdf", body: { html: "<p>hello" } },
    ]);
    const first = await run();
    assert.deepEqual([first.code, first.stderr, first.stdout.toString()], [0, "", ""]);
    assert.deepEqual(await results(), ["0001-both.pdf", "0002-merged.pdf", "0003-html.pdf"]);
    assert.deepEqual(await pageTexts(await readFile(join(folder, "out", "0001-both.pdf"))), ["a", "b"]);
    await rm(join(folder, "out", "0003-html.pdf"));
    const second = await run(["--json"]);
    assert.equal(second.code, 0);
    const lines = second.stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      new Set(lines.map(({ output }) => output)),
      new Set((await results()).map((name) => `out/${name}`)),
    );
    assert.equal((await usage(account)).used, 3);
  });

  test("goes on after Ctrl-C: what was submitted is done once", async () => {
    const slow = {
      operation: "/convert/html-to-pdf",
      body: {
        html: "<script>setTimeout(() => { window.isReady = true; }, 300)</script><p>slow",
        options: { waitForExpression: "window.isReady === true" },
      },
    };
    const { account, run, results } = await folderWith(Array.from({ length: 6 }, () => slow));
    const interrupted = await run([], () =>
      until(async () => (await usage(account)).used + (await usage(account)).reserved > 0),
    );
    assert.equal(interrupted.code, 130);
    assert.match(interrupted.stderr, /the batch goes on; the same command waits for it|^$/);
    assert.equal((await run()).code, 0);
    assert.equal((await results()).length, 6);
    assert.equal((await usage(account)).used, 6);
  });

  test("reports what has failed, with its exit code, and what is wrong with a list", async (_t) => {
    const { folder, run } = await folderWith([merge(["a.pdf", "in.txt"], "wrong")]);
    const missing = await run();
    assert.deepEqual([missing.code, /no such file/.test(missing.stderr)], [1, true]);
    await writeFile(join(folder, "in", "in.txt"), "no pdf");
    const failed = await run();
    assert.equal(failed.code, 7);
    assert.match(failed.stderr, /^platen: wrong: files.*\(UNSUPPORTED_MEDIA_TYPE/);
    await writeFile(join(folder, "in", "list.ndjson"), "{}\n{");
    const other = await run();
    assert.deepEqual([other.code, other.stderr], [2, "platen: in/list.ndjson: line 2 is not a JSON object\n"]);
    await writeFile(join(folder, "in", "list.ndjson"), "{}");
    assert.match((await run()).stderr, /results of another list/);
    const nowhere = await platen(["batch", "in/list.ndjson"], { cwd: folder });
    assert.deepEqual([nowhere.code, nowhere.stderr], [2, "platen: say where results go: --out DIR\n"]);
  });
});
