import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { npmStart, ready, run } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const folder = temporaryFolder("account");

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
    assert.deepEqual(Object.keys(row!), ["account", "apiKey", "keyId", "credits"]);
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
    assert.deepEqual(await account("credit", id, "--credits", "10"), [{ account: id, credits: 12 }]);
    const shown = { account: id, state: "active", plan: "standard", credits: 12, used: 1, reserved: 0 };
    assert.deepEqual(await account("show", id), [shown]);
    assert.deepEqual(await account("name", id, "A customer"), [{ ...shown, name: "A customer" }]);
    assert.deepEqual(
      (await account("list")).find((row) => row["account"] === id),
      { ...shown, name: "A customer" },
    );
    assert.equal((await account("list")).length, 22); // with the demo account, and the one of the first test
    assert.deepEqual(await account("debit", id, "--credits", "2"), [{ account: id, credits: 10 }]);
    assert.deepEqual(await account("credit", id, "--credits", "2"), [{ account: id, credits: 12 }]);
    await account("suspend", id);
    assert.equal((await print(apiKey)).status, 401);
    await account("resume", id);

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
    const [third] = await account("create-key", id, "--expires", new Date(Date.now() + 3_600_000).toISOString());
    assert.equal((await print(third!["apiKey"] as string)).status, 200);
    const [fourth] = await account("create-key", id, "--expires", new Date(Date.now() + 20_000).toISOString());
    const headers = { "X-API-Key": fourth!["apiKey"] as string };
    await until(async () => (await fetch(`${url}/account`, { headers })).status === 401, { intervalMs: 2000 });
    await account("revoke-key", id, keys[0]!["keyId"] as string);
    assert.equal((await print(apiKey)).status, 401);
    assert.equal((await print(second!["apiKey"] as string)).status, 200);
    assert.ok((await account("keys", id))[0]!["revoked"]);
  });

  for (const [why, args, code, line] of [
    ["no command", [], 2, /^usage:/],
    ["an unknown command", ["drop"], 2, /There is no command drop/],
    ["a misspelt command", ["creat"], 2, /did you mean create\?/],
    ["a missing account", ["show"], 2, /show takes ACCOUNT, not nothing/],
    ["a missing key", ["revoke-key", "nobody"], 2, /revoke-key takes ACCOUNT and KEY-ID, not nobody/],
    ["an operand too many", ["list", "all"], 2, /list takes no operand, not all/],
    ["an unknown account", ["show", "nobody"], 1, /no account nobody/],
    ["the keys of an unknown account", ["keys", "nobody"], 1, /no account nobody/],
    ["credits for an unknown account", ["credit", "nobody", "--credits", "5"], 1, /no account nobody/],
    ["a debit of an unknown account", ["debit", "nobody", "--credits", "5"], 1, /no account nobody/],
    ["a name for an unknown account", ["name", "nobody", "x"], 1, /no account nobody/],
    ["to suspend an unknown account", ["suspend", "nobody"], 1, /no account nobody/],
    ["to resume an unknown account", ["resume", "nobody"], 1, /no account nobody/],
    ["a key for an unknown account", ["create-key", "nobody"], 1, /no account nobody/],
    ["more credits than there are", ["debit", "demo", "--credits", "5000"], 1, /demo has only \d+ credits/],
    ["no credits to add", ["credit", "demo"], 1, /--credits must be given/],
    ["an unknown key", ["revoke-key", "nobody", "x"], 1, /no active key/],
    ["credits that are not a number", ["create", "--credits", "many"], 2, /--credits must be a whole number/],
    ["negative credits", ["credit", "demo", "--credits=-5"], 2, /--credits must be a whole number, not "-5"/],
    ["a count that is not a number", ["create", "--count", "1.5"], 2, /--count must be a whole number/],
    ["too many credits", ["credit", "demo", "--credits", "1000000000000"], 2, /--credits must be at most 999999999999/],
    ["a name that is too long", ["name", "demo", "x".repeat(201)], 1, /A name has at most 200 characters/],
    ["a label of two lines", ["create", "--label", "a\nb"], 1, /A label is text of one line/],
    ["an option without its value", ["create", "--credits"], 2, /--credits needs a value/],
    ["an unknown option", ["create", "--gold"], 2, /There is no option --gold/],
    ["a misspelt option", ["create", "--credit", "5"], 2, /did you mean --credits\?/],
    ["an option of another command", ["list", "--credits", "5"], 2, /list takes no --credits/],
    ["a date that is none", ["create-key", "demo", "--expires", "soon"], 2, /--expires must be .* such as 90d/],
    ["a date in the past", ["create-key", "demo", "--expires", "2020-01-01"], 2, /--expires must lie in the future/],
    ["a backup over a file", ["backup", import.meta.filename], 1, /is there already/],
    ["a backup into a folder that is none", ["backup", "/nowhere/file"], 1, /\/nowhere\/file/],
    ["to restore a file that is none", ["restore", "/nowhere/file"], 1, /\/nowhere\/file/],
    ["to restore another file", ["restore", import.meta.filename], 1, /is no backup/],
  ] as const) {
    test(`refuses ${why}`, async () => {
      const program = run("local/account.ts", args, settings);
      assert.equal(await program.ended, code);
      assert.match(program.output.stderr, line);
      assert.equal(program.output.stdout, "");
    });
  }
});
