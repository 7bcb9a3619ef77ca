import assert from "node:assert/strict";
import { test } from "node:test";
import { table } from "../../support/table.ts";
import { call, newAccount } from "../../support/trial.ts";

test("a call with a warm key makes two writes and no read", async () => {
  const { key } = await newAccount(10);
  await call(key, { cost: 1 });
  const commands: string[] = [];
  table.db.middlewareStack.add(
    (next, context) => (args) => {
      commands.push(context.commandName ?? "");
      return next(args);
    },
    { step: "initialize", name: "count" },
  );
  assert.equal((await call(key, { cost: 1 })).status, 200);
  assert.deepEqual(commands, ["UpdateItemCommand", "UpdateItemCommand"]);
});
