import assert from "node:assert/strict";
import { test } from "node:test";
import { startAdminTrial } from "../../support/admin.ts";

const { admin, tool, service } = await startAdminTrial();

test("the admin API and the tool make and list the secrets of callbacks, and show them once", async () => {
  const { account } = (await admin("POST", "/accounts")).body;
  const path = `/accounts/${account}/callback-secrets`;
  assert.deepEqual((await admin("GET", path)).body, { account, secrets: [] });
  const made = await admin("POST", path);
  assert.deepEqual([made.status, Object.keys(made.body)], [201, ["account", "callbackSecret"]]);
  const [row] = await tool("create-callback-secret", account);
  assert.deepEqual(Object.keys(row!), ["account", "callbackSecret", "previousEnds"]);
  const { secrets } = (await admin("GET", path)).body as { secrets: { last4: string; ends?: string }[] };
  assert.deepEqual(await tool("callback-secrets", account), secrets);
  const last4 = (secret: unknown) => String(secret).replace("=", "").slice(-4);
  assert.deepEqual(
    secrets.map((secret) => [secret.last4, secret.ends]),
    [
      [last4(row!["callbackSecret"]), undefined],
      [last4(made.body.callbackSecret), row!["previousEnds"]],
    ],
  );
  assert.equal((await admin("POST", "/accounts/nobody/callback-secrets")).status, 404);
  assert.equal((await admin("GET", "/accounts/nobody/callback-secrets")).status, 404);
  for (const secret of [made.body.callbackSecret, row!["callbackSecret"]])
    assert.ok(!service.output.stderr.includes(String(secret)));
  assert.match(service.output.stderr, /"action":"create-callback-secret","account"/);
});
