import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { npmStart, ready } from "../support/program.ts";
import { STORE_KEY } from "../support/store-key.ts";
import { endpointUrl, table } from "../support/table.ts";

const settings = {
  PORT: "0",
  PLATEN_TABLE: table.name,
  AWS_ENDPOINT_URL_DYNAMODB: endpointUrl,
  AWS_REGION: "eu-west-1",
  AWS_ACCESS_KEY_ID: STORE_KEY,
  AWS_SECRET_ACCESS_KEY: "local",
};

test("two servers on one table accept ten of forty calls in a second, and spend the last credits once", async () => {
  const servers = await Promise.all([1, 2].map(() => ready(npmStart(settings))));
  assert.deepEqual(
    servers.map(({ apiKey }) => apiKey),
    [null, null],
  );
  const calls = async (key: string, count: number) => {
    const replies = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        fetch(`${servers[i % 2]!.url}/convert/html-to-pdf`, {
          method: "POST",
          headers: { "X-API-Key": key, "Content-Type": "application/json" },
          body: '{"html":"<p>x"}',
        }),
      ),
    );
    return replies.map(({ status }) => status);
  };
  const open = async (credits: number) => {
    const account = (await createAccount(table, credits))!;
    return { account, key: await createKey(table, account, "test") };
  };

  const few = await open(3);
  const statuses = await calls(few.key, 20);
  assert.equal(statuses.filter((status) => status === 200).length, 3);
  assert.ok(statuses.every((status) => [200, 402, 429].includes(status)));
  assert.deepEqual(await usageOf(table, few.account), { account: few.account, credits: 0, used: 3, reserved: 0 });

  const many = await open(100);
  const started = Date.now();
  const burst = await calls(many.key, 40);
  const seconds = 1 + Math.floor((Date.now() - started) / 1000);
  const admitted = burst.filter((status) => status === 200).length;
  assert.ok(admitted >= 10 && admitted <= 10 * seconds, `${admitted} in ${seconds} s`);
  const { credits, used, reserved } = await usageOf(table, many.account);
  assert.deepEqual([credits, used, reserved], [100 - admitted, admitted, 0]);
});
