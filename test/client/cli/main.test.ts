import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { COMMANDS } from "../../../client/interface/commands.ts";
import { OPERATIONS } from "../../../client/interface/operations.ts";
import type { Example } from "../../../lib/contract/contract.ts";
import { isPdf, nothing, place, told } from "../../support/client/place.ts";
import { endpoints } from "../../support/endpoints.ts";
import { pageTexts } from "../../support/pdf/look.ts";
import { readPages } from "../../support/pdf-text.ts";
import { usage } from "../../support/platen.ts";
import { RESULT_PATTERNS } from "../../support/result-patterns.ts";

const argumentOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(argumentOf).join();
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([name, text]) => `${name}=${text}`)
      .join();
  return String(value).replace(/^@samples\//, "");
};

/** The argument of a flag: JSON if the flag takes JSON, else lists and pairs as the command line takes them. */
const flagArgument = (kind: string, value: unknown): string =>
  kind === "json" ? JSON.stringify(value) : argumentOf(value);

/** The arguments of a command that send the example of its contract: `annex.pdf --quality low`. */
const lineOf = ({ argument, flags }: (typeof COMMANDS)[number], example: Example): string => {
  const fields = "json" in example ? example.json : example.form;
  const valueAt = (path: readonly string[]): unknown =>
    path.reduce<unknown>((holder, key) => (holder as Record<string, unknown> | undefined)?.[key], fields);
  const files = argument === undefined ? [] : [valueAt([argument.part]) ?? []].flat().map(argumentOf);
  const options = flags.flatMap(({ flag, path, kind }) => {
    const value = valueAt(path);
    if (value === undefined) return [];
    return value === true ? [`--${flag}`] : [`--${flag} ${flagArgument(kind, value)}`];
  });
  return [...files, ...options].join(" ");
};

suite("the command line", { concurrency: false }, () => {
  test("has a command for each endpoint, and for the account", () => {
    const paths = COMMANDS.map(({ operation }) => OPERATIONS[operation].path as string);
    assert.deepEqual(new Set(paths), new Set(["/account", ...endpoints.map(({ contract }) => contract.path)]));
    assert.equal(COMMANDS.length, paths.length);
  });

  const asking = place();
  for (const { contract } of endpoints) {
    const { path, example, output } = contract;
    const command = COMMANDS.find(({ operation }) => OPERATIONS[operation].path === path);
    test(`platen ${command?.name} saves its result`, async () => {
      assert.ok(command);
      const { run, read, account } = await asking;
      const before = await usage(account);
      assert.deepEqual(told(await run(`${command.name} ${lineOf(command, example)} -o result`)), nothing);
      const bytes = await read("result");
      assert.match(bytes.toString("latin1"), RESULT_PATTERNS[output.type]!);
      assert.ok((await usage(account)).used > before.used);
    });
  }

  test("flags reach the service", async () => {
    const { run, read } = await place();
    await run("remove-pages annex.pdf --pages 2 -o less.pdf");
    const [all, less] = [await pageTexts(await read("annex.pdf")), await pageTexts(await read("less.pdf"))];
    assert.deepEqual(less, all.toSpliced(1, 1));
    await run("merge letter.pdf annex.pdf --order 1,0 -o both.pdf");
    assert.deepEqual(await pageTexts(await read("both.pdf")), [...all, ...(await pageTexts(await read("letter.pdf")))]);
    await run("html page.html --format A5 --landscape -o a5.pdf");
    const [page] = await readPages(await read("a5.pdf"));
    assert.deepEqual([Math.round(page!.width), Math.round(page!.height)], [595, 420]);
    const wrong = await run("html page.html --scale 9 -o a5.pdf");
    assert.deepEqual([wrong.code, wrong.stderr.slice(0, 41)], [3, "platen: page.html: options.scale must be "]);
  });

  test("reads standard input and writes standard output", async () => {
    const { run } = await place();
    const { code, stdout } = await run("html - -o -", { input: "<h1>Piped</h1>" });
    assert.equal(code, 0);
    assert.deepEqual(await pageTexts(stdout), ["Piped"]);
    const merged = await run("merge letter.pdf - -o -", { input: stdout });
    assert.ok((await pageTexts(merged.stdout)).includes("Piped"));
  });

  test("accepts text and addresses in the place of a file", async () => {
    const { run, read } = await place();
    assert.deepEqual(told(await run("html --html <b>Given</b> -o given.pdf")), nothing);
    assert.deepEqual(await pageTexts(await read("given.pdf")), ["Given"]);
    const blocked = await run("html --url http://127.0.0.1/ -o x.pdf");
    assert.equal(blocked.code, 3);
    assert.match(blocked.stderr, /\(SSRF_BLOCKED, address-not-public, request \S+\)\n$/);
    assert.equal((await run("html page.html --url http://example.com/ -o x.pdf")).code, 2);
  });

  test("makes a file for each input, in a folder that it makes", async () => {
    const { run, cwd } = await place();
    assert.deepEqual(told(await run("compress letter.pdf annex.pdf --out-dir small/of/all")), nothing);
    assert.deepEqual((await readdir(join(cwd, "small/of/all"))).sort(), ["annex.pdf", "letter.pdf"]);
    await run("html page.html -o small");
    assert.ok(isPdf(await readFile(join(cwd, "small/page.pdf"))));
  });

  test("expands patterns that the shell has left", async () => {
    const { run, cwd } = await place();
    assert.deepEqual(told(await run("compress *.pdf --out-dir small")), nothing);
    assert.deepEqual((await readdir(join(cwd, "small"))).sort(), ["annex.pdf", "form.pdf", "letter.pdf"]);
    await writeFile(join(cwd, "[a].html"), "<p>brackets");
    assert.deepEqual(told(await run("html [a].html -o brackets.pdf")), nothing);
    assert.deepEqual(told(await run("html *.none -o none.pdf")), {
      ...nothing,
      code: 1,
      stderr: "platen: no file matches *.none\n",
    });
  });

  test("goes on after a file that fails, and ends with its exit code", async () => {
    const { run, cwd } = await place();
    await writeFile(join(cwd, "broken.pdf"), "no PDF");
    const { code, stderr } = await run("compress letter.pdf broken.pdf annex.pdf --out-dir small");
    assert.equal(code, 3);
    assert.match(stderr, /^platen: broken\.pdf: file: .*\(UNSUPPORTED_MEDIA_TYPE, document-damaged, request \S+\)\n$/);
    assert.deepEqual((await readdir(join(cwd, "small"))).sort(), ["annex.pdf", "letter.pdf"]);
  });

  test("shows no control characters of names", async () => {
    const { run, cwd } = await place();
    await writeFile(join(cwd, "\u001b[2J.pdf"), "no PDF");
    const { stderr } = await run("compress \u001b[2J.pdf -o x.pdf");
    assert.match(stderr, /^platen: \?\[2J\.pdf: /);
  });

  test("prints a line of JSON for each call", async () => {
    const { run, cwd } = await place();
    await writeFile(join(cwd, "broken.pdf"), "no PDF");
    const { stdout, stderr } = await run("compress letter.pdf broken.pdf --out-dir small --json --concurrency 1");
    assert.equal(stderr, "");
    const [done, failed] = stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      [done.input, done.output, done.creditsUsed, done.warnings],
      [["letter.pdf"], "small/letter.pdf", 2, 0],
    );
    assert.equal(done.size, (await stat(join(cwd, "small/letter.pdf"))).size);
    assert.deepEqual(
      [failed.input, failed.error.code, failed.error.status],
      [["broken.pdf"], "UNSUPPORTED_MEDIA_TYPE", 415],
    );
  });

  test("prints metadata, costs and the account as JSON", async () => {
    const { run } = await place(30);
    const metadata = JSON.parse((await run("html page.html --metadata")).stdout.toString());
    assert.deepEqual([metadata.input, metadata.fileName, metadata.creditsUsed], [["page.html"], "html.pdf", 1]);
    const cost = JSON.parse((await run("word letter.docx --dry-run")).stdout.toString());
    assert.deepEqual([cost.dryRun, cost.creditsUsed], [true, 2]);
    const account = JSON.parse((await run("account")).stdout.toString());
    assert.deepEqual([account.creditsRemaining, account.creditsUsed], [29, 1]);
  });

  test("waits for jobs with --async, and saves their files", async () => {
    const { run, read, account } = await place(30);
    const answered = await run("html page.html --async -o page.pdf --json");
    const outcome = JSON.parse(answered.stdout.toString());
    assert.deepEqual([outcome.output, outcome.creditsUsed, outcome.warnings], ["page.pdf", 1, 0]);
    assert.ok(isPdf(await read("page.pdf")));
    assert.equal((await usage(account)).used, 1);
    assert.match((await run("html page.html --async --dry-run")).stderr, /--async and --dry-run exclude each other/);
  });

  test("reports warnings", async () => {
    const { run, cwd } = await place();
    await writeFile(join(cwd, "page.html"), '<img src="http://10.1.2.3/x.png">');
    const warned = told(await run("html page.html -o page.pdf"));
    assert.deepEqual(warned, { ...nothing, stderr: "platen: page.html: 1 warning; --metadata lists them\n" });
    assert.deepEqual(told(await run("html page.html -o page.pdf -q")), nothing);
  });
});
