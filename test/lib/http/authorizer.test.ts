import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { accounts, accountsIn, openAccounts } from "../../../lib/accounts/accounts.ts";
import { newKey } from "../../../lib/accounts/key-format.ts";
import { createAccount } from "../../../lib/accounts/operator/credits.ts";
import { createKey } from "../../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../../lib/accounts/table.ts";
import { authorize } from "../../../lib/http/authorizer.ts";
import { LANES_COUNT, laneKey, laneOf } from "../../../lib/http/gateway-lane.ts";
import { STORE_KEY } from "../../support/store-key.ts";
import { table } from "../../support/table.ts";

const METHOD = "arn:aws-cn:execute-api:cn-north-1:123456789012:abc123/prod/POST/v1/convert/html-to-pdf";
const STAGE = "arn:aws-cn:execute-api:cn-north-1:123456789012:abc123/prod/*";

const statementFor = async (authorizationToken: string) => {
  const { policyDocument } = await authorize({ type: "TOKEN", authorizationToken, methodArn: METHOD });
  return policyDocument.Statement;
};
const statement = (Effect: string) => [{ Action: "execute-api:Invoke", Effect, Resource: STAGE }];

suite("the authorizer", { concurrency: false }, () => {
  test("lets a key of an account pass, at every method of the stage", async () => {
    openAccounts(accountsIn(table));
    const key = await createKey(table, (await createAccount(table, 1))!, "test");
    assert.deepEqual(await statementFor(key), statement("Allow"));
  });

  test("names the same lane for all keys of an account, and none for a stranger", async () => {
    openAccounts(accountsIn(table));
    const account = (await createAccount(table, 1))!;
    const keys = [await createKey(table, account, "one"), await createKey(table, account, "two"), newKey()];
    const answers = await Promise.all(
      keys.map((authorizationToken) => authorize({ type: "TOKEN", authorizationToken, methodArn: METHOD })),
    );
    const own = laneKey("abc123", laneOf(account));
    assert.deepEqual(
      answers.map(({ usageIdentifierKey }) => usageIdentifierKey),
      [own, own, undefined],
    );
  });

  test("spreads accounts over all lanes", () => {
    const lanes = new Set(Array.from({ length: 100 * LANES_COUNT }, (_, account) => laneOf(`account-${account}`)));
    assert.equal(lanes.size, LANES_COUNT);
    for (const lane of lanes) assert.ok(lane >= 0 && lane < LANES_COUNT);
  });

  test("refuses a key that nobody has", async () => {
    openAccounts(accountsIn(table));
    assert.deepEqual(await statementFor(newKey()), statement("Deny"));
  });

  test("refuses a malformed key without a read of the table", async () => {
    openAccounts(accountsIn(tableAt("nowhere", { endpoint: "http://127.0.0.1:9", accessKeyId: STORE_KEY })));
    const broken = `${newKey().slice(0, -1)}!`;
    for (const key of ["", "short", broken, `pk_${"x".repeat(49)}`]) {
      assert.deepEqual(await statementFor(key), statement("Deny"), key);
    }
    await assert.rejects(accounts().keys.find(newKey()));
  });

  test("lets a key pass while the accounts cannot be reached, so that the endpoint says so", async () => {
    openAccounts(accountsIn(tableAt("nowhere", { endpoint: "http://127.0.0.1:9", accessKeyId: STORE_KEY })));
    assert.deepEqual(await statementFor(newKey()), statement("Allow"));
  });
});
