import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { npmStart, ready, run } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder("backup-test");

const dataOf = (name: string) => ({ PLATEN_DATA: join(folder, name), PORT: "0" });

const account = async (name: string, ...args: string[]): Promise<Record<string, unknown>[]> => {
  const program = run("local/account.ts", [...args, "--json"], dataOf(name));
  assert.equal(await program.ended, 0, program.output.stderr);
  return program.output.stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
};

const refused = async (name: string, ...args: string[]): Promise<string> => {
  const program = run("local/account.ts", args, dataOf(name));
  assert.equal(await program.ended, 1);
  return program.output.stderr;
};

const ACCOUNTS = 12;
const CREDITS = 500;
const JSON_TYPE = { "Content-Type": "application/json" };

test("a backup under load holds every account as it was at one moment, and works elsewhere", async (context) => {
  const { url } = await ready(npmStart(dataOf("original")));
  const made = await account("original", "create", "--credits", String(CREDITS), "--count", String(ACCOUNTS));
  const keys = made.map(({ apiKey }) => String(apiKey));
  const call = (base: string, key: string) =>
    fetch(`${base}/convert/xml-to-html`, {
      method: "POST",
      headers: { "X-API-Key": key, ...JSON_TYPE },
      body: JSON.stringify({
        xml: "<a/>",
        xslt: '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>',
      }),
    });
  const over = new AbortController();
  const callers = keys.map(async (key) => {
    let charged = 0;
    while (!over.signal.aborted) {
      const response = await call(url, key);
      if (response.status === 200) charged++;
      await response.arrayBuffer();
    }
    return charged;
  });
  context.after(() => over.abort());
  const file = join(folder, "backup");
  const [written] = await account("original", "backup", file);
  over.abort();
  const charged = await Promise.all(callers);
  assert.ok(
    charged.every((count) => count > 0),
    charged.join(),
  );
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  for (const key of keys) assert.ok(!(await readFile(file, "utf8")).includes(key), "a backup holds no key");

  const [restored] = await account("copy", "restore", file);
  assert.deepEqual(restored, { file, accounts: ACCOUNTS + 1, items: written!["items"] });
  for (const { account: id, used, credits, reserved } of await account("copy", "list")) {
    if (id === "demo") continue;
    assert.equal(Number(credits) + Number(used) + Number(reserved), CREDITS, `account ${id}`);
    const index = made.findIndex((row) => row["account"] === id);
    assert.ok(Number(used) <= charged[index]!, `account ${id} was charged ${charged[index]}, not ${used}`);
  }
  assert.match(await refused("copy", "restore", file), /has accounts: restore into an empty one/);
  const copy = await ready(npmStart(dataOf("copy")));
  for (const key of keys) assert.equal((await call(copy.url, key)).status, 200);
});

test("a backup that is cut off is refused", async () => {
  await account("small", "create", "--credits", "1");
  const file = join(folder, "small-backup");
  await account("small", "backup", file);
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  for (const [name, kept] of [
    ["last line", lines.slice(0, -1)],
    ["an item", [...lines.slice(0, 1), ...lines.slice(2)]],
    ["all but the head", lines.slice(0, 1)],
    ["all", []],
  ] as const) {
    const cut = join(folder, `without ${name}`);
    await writeFile(cut, kept.join("\n"));
    assert.match(await refused("empty", "restore", cut), /is not whole|is no backup/, name);
  }
  assert.deepEqual(await account("empty", "list"), []);
});
