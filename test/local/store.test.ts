import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { createTable, probeTable, tableAt } from "../../lib/accounts/table.ts";
import { openStore, runningStore } from "../../local/store.ts";
import { commandLineOf, descendantsOf } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

test("a store starts if its owner was killed and another program has its port", async () => {
  const folder = temporaryFolder("store");
  const stranger = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(stranger, "listening");
  after(() => stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const { pid: dead } = spawnSync("/bin/true");
  await writeFile(join(folder, "store.json"), JSON.stringify({ port, owner: dead }));
  assert.equal(await runningStore(folder), undefined);
  const store = await openStore(folder);
  assert.notEqual(store.port, port);
  assert.equal((await runningStore(folder))?.owner, process.pid);
  await assert.rejects(openStore(folder), /is in use by process \d+: set PLATEN_DATA to another folder/);
  await store.close();
  assert.equal(await runningStore(folder), undefined);
});

test("the process that has started a store reaches it without its door, again after the store was killed", async () => {
  const store = await openStore(temporaryFolder("store"));
  const table = tableAt("table", store);
  const doors = () => descendantsOf(process.pid).filter((pid) => commandLineOf(pid).includes("door.ts"));
  try {
    await createTable(table);
    // A frozen door passes nothing on.
    const frozen = doors();
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    await probeTable(table, new AbortController().signal);
    for (const pid of frozen) process.kill(pid, "SIGCONT");
    for (const pid of descendantsOf(process.pid))
      if (commandLineOf(pid).includes("dynoxide\0serve")) process.kill(pid, "SIGKILL");
    await until(() =>
      probeTable(table, new AbortController().signal).then(
        () => true,
        () => false,
      ),
    );
  } finally {
    await store.close();
  }
});
