import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

const TRIALS = 200;

describe("the lock of a folder", () => {
  let folders: string;
  let processes: ChildProcess[];
  before(async () => {
    folders = await mkdtemp(join(tmpdir(), "platen-locks-"));
    processes = [1, 2].map(() => fork("test/support/store/lock.ts"));
    await Promise.all(processes.map((process) => once(process, "spawn")));
  });
  after(async () => {
    for (const process of processes) process.kill();
    await rm(folders, { recursive: true, force: true });
  });

  const locks = async (process: ChildProcess, folder: string): Promise<boolean> => {
    const answer = once(process, "message");
    process.send(folder);
    return (await answer)[0];
  };

  test("goes to one of two processes that ask for it at once", async () => {
    for (let trial = 0; trial < TRIALS; trial++) {
      const folder = await mkdtemp(join(folders, "folder-"));
      const locked = await Promise.all(processes.map((process) => locks(process, folder)));
      assert.deepEqual(locked.toSorted(), [false, true], `trial ${trial}`);
    }
  });
});
