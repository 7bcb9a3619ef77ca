import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { LOCAL_TABLE } from "../../local/store/format.ts";
import { runningStore } from "../../local/store.ts";
import { npmStart, ready } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const data = temporaryFolder("neighbours");
const { url } = await ready(
  npmStart({ PLATEN_DATA: data, PLATEN_JOBS: "1", PLATEN_STALL_MS: "5000", PLATEN_DEADLINE_MS: "600000" }),
);
const table = tableAt(LOCAL_TABLE, await runningStore(data));

/** Prints as a new account; returns the status and message, and when the answer came. */
const newCaller = async () => {
  const key = await createKey(table, (await createAccount(table, 100))!, "test");
  return async (html: string) => {
    const reply = await fetch(`${url}/convert/html-to-pdf`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ html }),
    });
    const answer = await reply.text();
    const message = reply.status === 200 ? "" : (JSON.parse(answer).error.message as string);
    return { status: reply.status, message, used: reply.headers.get("x-credits-used"), at: performance.now() };
  };
};

test("a page of another account is printed before endless pages end that hold all slots", async () => {
  const [hostile, other, neighbour] = [await newCaller(), await newCaller(), await newCaller()];
  const endless = "<script>for (;;) {}</script>";
  const pages = [hostile, hostile, other].map((print) => print(endless));
  await sleep(300);
  const printed = await neighbour("<p>hello");
  assert.equal(printed.status, 200);
  for (const { status, message, used, at } of await Promise.all(pages)) {
    assert.deepEqual([status, used], [500, "0"]);
    assert.match(message, /scripts kept it from answering for 5 s/);
    assert.ok(at > printed.at, "the endless pages end later");
  }
});
