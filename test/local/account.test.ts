import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { npmStart, ready, run } from "../support/program.ts";

const folder = await mkdtemp(join(tmpdir(), "platen-account-"));
after(() => rm(folder, { recursive: true, force: true }));

const settings = { PLATEN_DATA: folder, PORT: "0" };

/** Runs the tool and returns its rows. Fails with its output if the exit code is not 0. */
const account = async (...args: string[]): Promise<Record<string, unknown>[]> => {
  const program = run("local/account.ts", [...args, "--json"], settings);
  assert.equal(await program.ended, 0, program.output.stderr);
  return program.output.stdout
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

suite("npm run account", { concurrency: false }, () => {
  test("works on the local table without the service", async () => {
    const [row] = await account("create", "--credits", "500");
    assert.deepEqual(Object.keys(row!), ["account", "apiKey", "credits"]);
    assert.equal(row!["credits"], 500);
    assert.match(row!["apiKey"] as string, /^pk_[0-9A-Za-z]{49}$/);
  });

  test("creates accounts, grants credits, makes, lists and revokes keys beside the running service", async () => {
    const { url } = await ready(npmStart(settings));
    const print = (key: string) =>
      fetch(`${url}/convert/html-to-pdf`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/json" },
        body: '{"html":"<p>x"}',
      });
    const twenty = await account("create", "--credits", "3", "--count", "20");
    assert.equal(new Set(twenty.map(({ account }) => account)).size, 20);
    const { account: id, apiKey } = twenty[0] as { account: string; apiKey: string };
    assert.equal((await print(apiKey)).headers.get("x-credits-remaining"), "2");
    assert.deepEqual(await account("grant", id, "--credits", "10"), [{ account: id, credits: 12 }]);
    assert.deepEqual(await account("show", id), [{ account: id, credits: 12, used: 1, reserved: 0 }]);

    const [second] = await account("create-key", id, "--label", "backup");
    assert.equal((await print(second!["apiKey"] as string)).headers.get("x-credits-remaining"), "11");
    const keys = await account("keys", id);
    assert.deepEqual(
      keys.map(({ label, last4 }) => [label, last4]),
      [
        ["default", apiKey.slice(-4)],
        ["backup", (second!["apiKey"] as string).slice(-4)],
      ],
    );
    await account("revoke-key", id, keys[0]!["keyId"] as string);
    assert.equal((await print(apiKey)).status, 401);
    assert.equal((await print(second!["apiKey"] as string)).status, 200);
    assert.ok((await account("keys", id))[0]!["revoked"]);
  });

  for (const [why, args, code, line] of [
    ["an unknown command", ["drop"], 2, /usage/],
    ["a missing account", ["show"], 2, /usage/],
    ["an unknown account", ["show", "nobody"], 1, /no account nobody/],
    ["a grant to an unknown account", ["grant", "nobody", "--credits", "5"], 1, /no account nobody/],
    ["an unknown key", ["revoke-key", "nobody", "x"], 1, /no active key/],
    ["credits that are not a number", ["create", "--credits", "many"], 1, /--credits must be a whole number/],
    ["an unknown option", ["create", "--gold"], 1, /gold/],
  ] as const) {
    test(`refuses ${why}`, async () => {
      const program = run("local/account.ts", args, settings);
      assert.equal(await program.ended, code);
      assert.match(program.output.stderr, line);
      assert.equal(program.output.stdout, "");
    });
  }
});
