import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import "../../../functions/index.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { stopEngines } from "../../support/print.ts";
import { childrenOf } from "../../support/processes.ts";

after(stopEngines);

const withChildren = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withChildren)];

test("no process of an engine is given this process's environment", async () => {
  process.env["OPERATORS_SECRET"] = "SECRETWORD";
  await Promise.all([...warmParts().values()].map((part) => part.start()));
  const children = childrenOf(process.pid).flatMap(withChildren);
  assert.ok(children.length >= 4, `${children.length} processes`);
  for (const pid of children) {
    const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, "latin1"), /SECRETWORD/, command);
  }
});
