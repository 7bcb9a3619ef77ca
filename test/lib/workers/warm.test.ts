import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import "../../../functions/index.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { stopEngines } from "../../support/print.ts";
import { childrenOf, environmentOf } from "../../support/processes.ts";

after(stopEngines);

const withChildren = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withChildren)];

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");

test("no process of an engine is given this process's environment", async () => {
  process.env["OPERATORS_SECRET"] = "SECRETWORD";
  await Promise.all([...warmParts().values()].map((part) => part.start()));
  const children = childrenOf(process.pid).flatMap(withChildren);
  assert.ok(children.length >= 4, `${children.length} processes`);
  for (const pid of children) {
    // A child has the command line and the environment of its parent until it runs its own program.
    while (commandOf(pid) === commandOf(process.pid)) await sleep(20);
    const command = commandOf(pid);
    assert.doesNotMatch(environmentOf(pid), /SECRETWORD/, command);
  }
});
