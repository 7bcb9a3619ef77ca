import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { EXIT_CODES } from "../../client/cli/exit-codes.ts";
import { newAccount, url, usage } from "../support/platen.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = promisify(execFile);
const page = await readFile("docs/client.md", "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text]) => text!);
const [installation = "", commands = ""] = blocks("sh");
const [program = ""] = blocks("ts");

const folder = temporaryFolder("document");
const { account, key } = await newAccount(50);
const { PATH, HOME } = process.env;
const env = { PATH, HOME, PLATEN: resolve("."), PLATEN_URL: url, PLATEN_API_KEY: key, npm_config_offline: "true" };

const shell = (text: string) => run("bash", ["-euc", text], { cwd: folder, env });

suite("docs/client.md", { concurrency: false }, () => {
  test("shows how to install the client", async () => {
    await shell(installation);
    assert.ok((await readdir(join(folder, "node_modules/.bin"))).includes("platen"));
  });

  test("shows a program that works", async () => {
    await writeFile(join(folder, "program.mjs"), program);
    const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: folder, env });
    assert.match(stdout, /^\d+ bytes, 48 credits left\n415 UNSUPPORTED_MEDIA_TYPE document-damaged file file: .+\n$/);
    assert.match(await readFile(join(folder, "hello.pdf"), "latin1"), /^%PDF-/);
  });

  test("shows a program that a compiler accepts", async () => {
    const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"];
    const roots = ["--typeRoots", resolve("node_modules/@types")];
    const compiler = resolve("node_modules/typescript/bin/tsc");
    await writeFile(join(folder, "program.mts"), program);
    await run(process.execPath, [compiler, ...flags, ...roots, "program.mts"], { cwd: folder });
  });

  test("shows commands that work", async () => {
    const { stdout } = await shell(commands);
    const names = await readdir(folder);
    for (const name of ["page.pdf", "both.pdf", "catalogue.html", "shorter.pdf", "notes.pdf"])
      assert.ok(names.includes(name), name);
    assert.deepEqual((await readdir(join(folder, "small"))).sort(), ["annex.pdf", "form.pdf", "letter.pdf"]);
    const { used, credits } = await usage(account);
    assert.ok(stdout.includes(`"creditsUsed": ${used}`));
    assert.ok(stdout.includes(`"creditsRemaining": ${credits}`));
    assert.match(stdout, /"dryRun":true/);
  });

  test("lists the exit codes", () => {
    const listed = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
    assert.deepEqual(listed, Object.values(EXIT_CODES));
  });
});
