import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { restoreItems } from "../../../lib/accounts/operator/backup.ts";
import { createTable, tableAt } from "../../../lib/accounts/table.ts";
import { freePort } from "../../../local/store/process.ts";
import { openStore } from "../../../local/store.ts";
import { ADMIN_KEY, startAdminTrial } from "../../support/admin.ts";
import { STORE_KEY } from "../../support/store-key.ts";

const TABLE = "admin";
const folder = await mkdtemp(join(tmpdir(), "platen-admin-store-"));
const port = await freePort();
let store = await openStore(folder, { port, key: STORE_KEY });
after(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
const table = tableAt(TABLE, store);
await createTable(table);

const ITEMS = 400;
const ITEM_BYTES = 100_000;
const filling = { S: "x".repeat(ITEM_BYTES) };

suite("the admin API", { concurrency: false }, async () => {
  const { admin, adminUrl, service } = await startAdminTrial({
    PLATEN_TABLE: TABLE,
    PLATEN_LOG: "off",
    AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: STORE_KEY,
    AWS_SECRET_ACCESS_KEY: "local",
  });

  const logged = async (pattern: RegExp): Promise<void> => {
    for (let tries = 0; !pattern.test(service.output.stderr); tries++) {
      assert.ok(tries < 100, `${pattern} is never logged`);
      await sleep(100);
    }
  };

  /** A backup whose reader reads nothing yet. */
  const stalledBackup = async (): Promise<IncomingMessage> => {
    const request = get(`${adminUrl}/backup`, { agent: false, headers: { Authorization: `Bearer ${ADMIN_KEY}` } });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    return answer;
  };

  test("says that the store does not answer, and works again afterwards", async () => {
    const made = (await admin("POST", "/accounts", { body: { credits: 1 } })).body;
    const path = `/accounts/${made.account}`;
    await store.close();
    for (const [method, at, body] of [
      ["GET", "/accounts"],
      ["POST", "/accounts", { credits: 1 }],
      ["GET", path],
      ["PATCH", path, { name: "x" }],
      ["POST", `${path}/credits`, { action: "credit", credits: 1 }],
      ["GET", `${path}/keys`],
      ["POST", `${path}/keys`, {}],
      ["DELETE", `${path}/keys/${made.keyId}`],
      ["GET", "/backup"],
    ] as const) {
      const answer = await admin(method, at, body && { body });
      const { error } = answer.body;
      assert.deepEqual([answer.status, error?.reason, error?.retryable], [503, "store-unreachable", true], at);
    }
    store = await openStore(folder, { port, key: STORE_KEY });
    const shown = { account: made.account, state: "active", plan: "standard", credits: 1, used: 0, reserved: 0 };
    assert.deepEqual((await admin("GET", path)).body, shown);
    assert.match(service.output.stderr, /"failure":"admin","trace":.*ECONNREFUSED/);
  });

  test("goes on if the reader of a backup hangs up, and logs 499", async () => {
    const items = Array.from({ length: ITEMS }, (_, index) => ({ pk: { S: `IDM#${index}` }, sk: { S: "I" }, filling }));
    await restoreItems(table, Readable.from(items));
    const answer = await stalledBackup();
    assert.equal((await admin("GET", "/accounts?limit=1")).body.accounts.length, 1);
    answer.destroy();
    await logged(/"action":"backup".*"status":499/);
    const { body } = await admin("GET", "/backup");
    assert.deepEqual(JSON.parse(body.trimEnd().split("\n").at(-1)), { items: ITEMS + 3 });
  });

  test("breaks a backup off, without its last line, when the service stops", async () => {
    const answer = await stalledBackup();
    service.child.kill("SIGTERM");
    let text = "";
    await assert.rejects(async () => {
      await logged(/"action":"backup".*"status":503/);
      for await (const piece of answer) text += piece;
    });
    assert.ok(!text.includes('{"items"'));
    assert.equal(await service.ended, 0);
  });
});
