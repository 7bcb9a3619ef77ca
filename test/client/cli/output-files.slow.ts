import assert from "node:assert/strict";
import { cp, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { suite, test } from "node:test";
import { platen } from "../../support/client/command-line.ts";
import { faultyProxy } from "../../support/client/faulty-proxy.ts";
import { isPdf, nothing, place, told } from "../../support/client/place.ts";
import { url, usage } from "../../support/platen.ts";
import { untilAtWork } from "../../support/until.ts";

suite("an output", { concurrency: false }, () => {
  test("replaces an existing file, unless --no-clobber is given", async () => {
    const { run, cwd, read, account } = await place(30);
    await writeFile(join(cwd, "old.pdf"), "old");
    assert.deepEqual(told(await run("html page.html -o old.pdf -n")), nothing);
    assert.deepEqual([(await read("old.pdf")).toString(), (await usage(account)).used], ["old", 0]);
    await run("html page.html -o old.pdf");
    assert.ok(isPdf(await read("old.pdf")));
  });

  test("is never an input, by whatever name", async () => {
    const { run, cwd, read, account } = await place(30);
    await symlink("annex.pdf", join(cwd, "link.pdf"));
    const before = await read("annex.pdf");
    for (const line of [
      "annex.pdf -o annex.pdf",
      "annex.pdf -o link.pdf",
      "link.pdf -o ./annex.pdf",
      "annex.pdf --out-dir .",
      `letter.pdf annex.pdf --out-dir ../${basename(cwd)}`,
    ]) {
      const { code, stderr } = await run(`compress ${line}`);
      assert.equal(code, 2, line);
      assert.match(stderr, /inputs are not overwritten/);
    }
    assert.ok(before.equals(await read("annex.pdf")));
    assert.equal((await usage(account)).used, 0);
  });

  test("is not that of another input of the same command", async () => {
    const { run, cwd } = await place();
    await mkdir(join(cwd, "a"));
    await cp(join(cwd, "annex.pdf"), join(cwd, "a/annex.pdf"));
    const { code, stderr } = await run("compress annex.pdf a/annex.pdf --out-dir small");
    assert.equal(code, 2);
    assert.match(stderr, /two results would be /);
    assert.equal((await run("compress annex.pdf letter.pdf -o one.pdf")).code, 2);
  });

  test("is whole or not there, and the old one stays", async () => {
    const { run, cwd, read, key } = await place();
    await writeFile(join(cwd, "old.pdf"), "old");
    const faults = Array.from({ length: 10 }, () => "cut-answer" as const);
    const env = { PLATEN_URL: (await faultyProxy(url, faults)).url, PLATEN_API_KEY: key };
    const { code, stderr } = await run("html page.html -o old.pdf --timeout 6", { env });
    assert.equal(code, 8);
    assert.match(stderr, /^platen: page\.html: /);
    assert.equal((await read("old.pdf")).toString(), "old");
    const piped = await run("html page.html -o - --timeout 2", { env });
    assert.deepEqual([piped.code, piped.stdout.length], [8, 0]);
    assert.ok((await readdir(cwd)).every((name) => !name.endsWith(".part")));
  });

  test("is not begun by a command that is interrupted", async () => {
    const { run, cwd, account, key } = await place(30);
    const line = "html page.html --wait-for-selector #never --wait-timeout 20000 -o slow.pdf";
    const { code } = await run(line, { interruptWhen: () => untilAtWork(url, key) });
    assert.equal(code, 130);
    assert.ok(!(await readdir(cwd)).some((name) => name.includes("slow.pdf")));
    assert.equal((await usage(account)).used, 0);
    assert.equal(
      (await platen(["html", "-", "-o", "x"], { cwd, env: { PLATEN_URL: url, PLATEN_API_KEY: "k" } })).code,
      4,
    );
  });

  test("that cannot be written costs nothing", async () => {
    const { run, account } = await place(30);
    for (const output of ["none/x.pdf", "page.html/x.pdf"]) {
      const { code, stderr } = await run(`html page.html -o ${output}`);
      assert.equal(code, 1, output);
      assert.match(stderr, /^platen: E[A-Z]+: /);
    }
    assert.equal((await usage(account)).used, 0);
  });

  test("may be a device", async () => {
    const { run } = await place();
    assert.deepEqual(told(await run("html page.html -o /dev/null")), nothing);
    assert.ok((await stat("/dev/null")).isCharacterDevice());
  });
});
