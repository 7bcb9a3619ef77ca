import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { removeInterruptedSetups } from "../../layers/interrupted-setups.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder("left-behind");

test("the files of interrupted set-ups are removed, and those of finished and running set-ups are kept", async () => {
  const { pid: gone } = spawnSync(process.execPath, ["-e", ""]);
  const stays = [
    "tree-1.0.0",
    "tree-1.0.01",
    `tree-1.0.0.${process.pid}.packages`,
    "tree-1.0.0.old",
    `tree-2.0.0.${gone}`,
  ];
  for (const name of [...stays, `tree-1.0.0.${gone}`, `tree-1.0.0.${gone}.packages.apt`]) {
    mkdirSync(join(root, name, "within"), { recursive: true });
  }
  await removeInterruptedSetups(join(root, "tree-1.0.0"));
  assert.deepEqual(readdirSync(root).sort(), stays.sort());
  await removeInterruptedSetups(join(root, "nowhere", "tree"));
});
