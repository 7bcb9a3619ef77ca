import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { openStore, runningStore } from "../../local/store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

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
