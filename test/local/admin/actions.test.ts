import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { startAdminTrial } from "../../support/admin.ts";
import { run } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const { admin, tool, url, service } = await startAdminTrial();

/** Credits that are left after one document; or the status of the refusal. */
const print = async (key: string): Promise<number | string> => {
  const { status, headers } = await fetch(`${url}/convert/html-to-pdf`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: '{"html":"<p>x"}',
  });
  return status === 200 ? Number(headers.get("x-credits-remaining")) : `refused with ${status}`;
};

const newAccount = async (credits = 10): Promise<{ account: string; apiKey: string; keyId: string }> =>
  (await admin("POST", "/accounts", { body: { credits } })).body;

suite("the admin API", { concurrency: false }, () => {
  test("creates an account with a key that works, which the tool sees", async () => {
    const { status, body } = await admin("POST", "/accounts", { body: { credits: 5, label: "shop", expires: "90d" } });
    assert.deepEqual([status, Object.keys(body), body.credits], [201, ["account", "apiKey", "keyId", "credits"], 5]);
    assert.equal(await print(body.apiKey), 4);
    const row = { account: body.account, state: "active", plan: "standard", credits: 4, used: 1, reserved: 0 };
    assert.deepEqual(await tool("show", body.account), [row]);
    const [key] = await tool("keys", body.account);
    const { keyId, label, last4 } = key as Record<string, string>;
    assert.deepEqual([keyId, label, last4], [body.keyId, "shop", body.apiKey.slice(-4)]);
    const days = (Date.parse(String(key!["expires"])) - Date.now()) / 86_400_000;
    assert.ok(days > 89 && days <= 90, `${days}`);
  });

  test("creates an account without credits if the request is empty", async () => {
    const { status, body } = await admin("POST", "/accounts");
    assert.deepEqual([status, body.credits], [201, 0]);
  });

  test("shows what the tool has made and changed", async () => {
    const [made] = await tool("create", "--credits", "7", "--label", "by hand");
    const account = String(made!["account"]);
    await tool("name", account, "Ärzte & Söhne");
    await tool("suspend", account);
    const shown = {
      account,
      name: "Ärzte & Söhne",
      state: "suspended",
      plan: "standard",
      credits: 7,
      used: 0,
      reserved: 0,
    };
    assert.deepEqual((await admin("GET", `/accounts/${account}`)).body, shown);
    const { keys } = (await admin("GET", `/accounts/${account}/keys`)).body;
    assert.deepEqual(keys, await tool("keys", account));
    assert.equal(keys[0]?.label, "by hand");
  });

  test("names, suspends and resumes an account, all at once", async () => {
    const { account, apiKey } = await newAccount();
    assert.equal(await print(apiKey), 9);
    const changed = await admin("PATCH", `/accounts/${account}`, { body: { name: "First", state: "suspended" } });
    const row = { account, name: "First", state: "suspended", plan: "standard", credits: 9, used: 1, reserved: 0 };
    assert.deepEqual([changed.status, changed.body], [200, row]);
    assert.deepEqual(await tool("show", account), [row]);
    assert.equal(await print(apiKey), "refused with 401");
    await admin("PATCH", `/accounts/${account}`, { body: { state: "active" } });
    assert.equal(await print(apiKey), 8);
    assert.equal((await tool("show", account))[0]!["name"], "First");
    const { body } = await admin("PATCH", `/accounts/${account}`, { body: { name: "" } });
    assert.ok(!("name" in body));
    assert.ok(!("name" in (await tool("show", account))[0]!));
  });

  test("puts an account on a plan, and refuses one that is not configured", async () => {
    const { account } = await newAccount();
    const { body } = await admin("PATCH", `/accounts/${account}`, { body: { plan: "unlimited" } });
    assert.equal(body["plan"], "unlimited");
    assert.equal((await tool("show", account))[0]!["plan"], "unlimited");
    const refused = await admin("PATCH", `/accounts/${account}`, { body: { plan: "gold" } });
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /There is no plan gold: PLATEN_PLANS configures standard, unlimited/);
    const made = await admin("POST", "/accounts", { body: { plan: "unlimited", credits: 1 } });
    assert.equal((await tool("show", made.body["account"] as string))[0]!["plan"], "unlimited");
  });

  test("adds and removes credits, which the tool sees, and the other way round", async () => {
    const { account, apiKey } = await newAccount(1);
    const move = (action: string, credits: number) =>
      admin("POST", `/accounts/${account}/credits`, { body: { action, credits } });
    assert.deepEqual((await move("credit", 20)).body, { account, credits: 21 });
    assert.deepEqual(await tool("debit", account, "--credits", "6"), [{ account, credits: 15 }]);
    assert.deepEqual((await move("debit", 14)).body, { account, credits: 1 });
    assert.equal(await print(apiKey), 0);
    const refused = await move("debit", 1);
    assert.equal(refused.status, 400);
    assert.match(refused.body.error.message, /has only 0 credits/);
    assert.equal((await tool("show", account))[0]!["credits"], 0);
    const largest = 999_999_999_999;
    assert.deepEqual((await move("credit", largest)).body, { account, credits: largest });
  });

  test("moves credits with the same reference once, and refuses it for another number", async () => {
    const { account } = await newAccount(0);
    const move = (credits: number, reference: string) =>
      admin("POST", `/accounts/${account}/credits`, { body: { action: "credit", credits, reference } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => move(20, "invoice 1")));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.deepEqual((await move(20, "invoice 1")).body, { account, credits: 20 });
    assert.deepEqual(await tool("credit", account, "--credits", "20", "--reference", "invoice 1"), [
      { account, credits: 20 },
    ]);
    assert.deepEqual((await move(20, "invoice 2")).body, { account, credits: 40 });
    const refused = await move(21, "invoice 1");
    assert.equal(refused.status, 400);
    assert.match(refused.body.error.message, /The reference was used for another number of credits/);
  });

  test("counts 40 credits that are added at the same time", async () => {
    const { account } = await newAccount(0);
    const body = { action: "credit", credits: 1 };
    await Promise.all(Array.from({ length: 40 }, () => admin("POST", `/accounts/${account}/credits`, { body })));
    assert.equal((await tool("show", account))[0]!["credits"], 40);
  });

  test("makes and revokes keys", async () => {
    const { account, apiKey, keyId } = await newAccount();
    const second = (await admin("POST", `/accounts/${account}/keys`)).body;
    const third = await admin("POST", `/accounts/${account}/keys`, {
      body: { label: "long", expires: new Date(Date.now() + 3_600_000).toISOString() },
    });
    assert.equal(third.status, 201);
    assert.equal(await print(third.body.apiKey), 9);
    const revoked = await admin("DELETE", `/accounts/${account}/keys/${keyId}`);
    assert.deepEqual(revoked.body, { account, keyId, revoked: true });
    assert.equal(await print(apiKey), "refused with 401");
    assert.equal(await print(second.apiKey), 8);
    await tool("revoke-key", account, second.keyId);
    assert.equal(await print(second.apiKey), "refused with 401");
    const fourth = await admin("POST", `/accounts/${account}/keys`, {
      body: { label: "short", expires: new Date(Date.now() + 2000).toISOString() },
    });
    await until(async () => (await print(fourth.body.apiKey)) === "refused with 401", { intervalMs: 500 });
    const { keys } = (await admin("GET", `/accounts/${account}/keys`)).body;
    assert.deepEqual(
      keys.map((key: { label: string; revoked?: string }) => [key.label, key.revoked !== undefined]),
      [
        ["default", true],
        ["default", true],
        ["long", false],
        ["short", false],
      ],
    );
    assert.equal((await admin("DELETE", `/accounts/${account}/keys/${keyId}`)).status, 404);
  });

  test("lists all accounts in pages", async () => {
    await tool("create", "--count", "30");
    const listed: { account: string }[] = [];
    let query = "?limit=7";
    for (;;) {
      const { body } = await admin("GET", `/accounts${query}`);
      assert.ok(body.accounts.length <= 7);
      listed.push(...body.accounts);
      if (body.next === undefined) break;
      query = `?limit=7&cursor=${body.next}`;
    }
    const byId = (rows: readonly Record<string, unknown>[]) => new Map(rows.map((row) => [row["account"], row]));
    const rows = await tool("list");
    assert.ok(rows.length > 30);
    assert.equal(listed.length, rows.length);
    assert.deepEqual(byId(listed), byId(rows));
    assert.deepEqual(byId((await admin("GET", "/accounts")).body.accounts), byId(rows));
  });

  test("backs the table up in the format that the tool restores", async () => {
    const folder = temporaryFolder("admin-backup");
    const { status, headers, body } = await admin("GET", "/backup");
    assert.deepEqual([status, headers.get("content-type")], [200, "application/jsonl"]);
    const [ours, theirs] = [join(folder, "ours"), join(folder, "theirs")];
    await writeFile(ours, body);
    await tool("backup", theirs);
    const lines = (text: string) =>
      new Set(
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
    assert.ok(isDeepStrictEqual(lines(body), lines(await readFile(theirs, "utf8"))));
    const data = { PLATEN_DATA: join(folder, "data") };
    const restored = run("local/account.ts", ["restore", ours, "--json"], data);
    assert.equal(await restored.ended, 0, restored.output.stderr);
    assert.equal(JSON.parse(restored.output.stdout).accounts, (await tool("list")).length);
  });

  test("leaves one line in the log for each action, with its ids, without names and keys", async () => {
    const before = service.output.stderr.length;
    const { account, apiKey, keyId } = await newAccount();
    await admin("PATCH", `/accounts/${account}`, { body: { name: "SECRETNAME", state: "suspended" } });
    await admin("POST", `/accounts/${account}/credits`, { body: { action: "debit", credits: 3 } });
    await admin("POST", `/accounts/${account}/credits`, { body: { action: "debit", credits: 300 } });
    await admin("POST", `/accounts/${account}/keys`, { body: { label: "SECRETLABEL" } });
    await admin("DELETE", `/accounts/${account}/keys/${keyId}`);
    await admin("GET", "/accounts/SECRETID");
    await admin("GET", "/backup");
    await until(() => service.output.stderr.slice(before).includes('"action":"backup"'));
    const log = service.output.stderr.slice(before);
    assert.doesNotMatch(log, /SECRET/);
    assert.ok(!log.includes(apiKey));
    const lines = log.split("\n").flatMap((line) => (line.includes('"event":"admin"') ? [JSON.parse(line)] : []));
    const facts = lines.map(({ action, account: id, status }) => [action, id, status]);
    assert.deepEqual(facts, [
      ["create", account, 201],
      ["name,suspend", account, 200],
      ["debit", account, 200],
      ["debit", undefined, 400],
      ["create-key", account, 201],
      ["revoke-key", account, 200],
      ["show", undefined, 404],
      ["backup", undefined, 200],
    ]);
    assert.deepEqual([lines[0].keyId, lines[5].keyId], [keyId, keyId]);
    assert.equal(new Set(lines.map(({ id }) => id)).size, lines.length);
    for (const { time, ms } of lines) assert.ok(Date.parse(time) > 0 && ms >= 0);
  });
});
