import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalStore } from "../lib/accounts/table.ts";
import { isRunning } from "../lib/workers/child-process.ts";
import { TABLE_FILE } from "./store/format.ts";
import { lockFolder } from "./store/lock.ts";
import { migrate } from "./store/migrate.ts";
import { freePort, isListening, newStoreKey, type StoreProcess, startStore } from "./store/process.ts";

/** File in the folder that holds the port and the key of its running store, and the process that owns it. */
const RECORD_FILE = "store.json";

/** Milliseconds in which a process that has locked a folder writes its record. */
const RECORD_TIMEOUT_MS = 1000;
const RECORD_INTERVAL_MS = 50;

/** The process that was the last to claim this folder. */
const ownerOf = async (folder: string): Promise<number | undefined> => {
  try {
    return JSON.parse(await readFile(join(folder, RECORD_FILE), "utf8")).owner;
  } catch {
    return undefined;
  }
};

/** A store, and the process that it belongs to. */
interface OwnedStore extends LocalStore {
  readonly owner: number;
}

/** What listens at the port of a folder's record: the store of the folder, or another program if the owner has died. */
const listenerOf = async (folder: string): Promise<OwnedStore | undefined> => {
  try {
    const { port, key, owner } = JSON.parse(await readFile(join(folder, RECORD_FILE), "utf8"));
    return (await isListening(port)) ? { endpoint: `http://127.0.0.1:${port}`, accessKeyId: key, owner } : undefined;
  } catch {
    return undefined;
  }
};

/** The store that runs in this folder, if there is one. */
export const runningStore = async (folder: string): Promise<OwnedStore | undefined> => {
  const listener = await listenerOf(folder);
  return listener !== undefined && isRunning(listener.owner) ? listener : undefined;
};

const inUse = (folder: string, owner: number | undefined) =>
  new Error(`the folder ${folder} is in use by process ${owner}: set PLATEN_DATA to another folder`);

/** Milliseconds in which the store of a process that has died ends. */
const STORE_END_TIMEOUT_MS = 2000;

/**
 * Throws if another process has a folder, although it has not locked it: a version that takes no lock. The store of a process
 * that has died a moment ago ends first; after that, whatever listens at its port is another program's.
 */
const assertUnused = async (folder: string): Promise<void> => {
  for (let waited = 0; waited < STORE_END_TIMEOUT_MS; waited += RECORD_INTERVAL_MS) {
    const listener = await listenerOf(folder);
    if (listener === undefined) return;
    if (isRunning(listener.owner)) throw inUse(folder, listener.owner);
    await sleep(RECORD_INTERVAL_MS);
  }
};

/** The process that has locked a folder, by its record. */
const lockOwnerOf = async (folder: string): Promise<number | undefined> => {
  for (let waited = 0; ; waited += RECORD_INTERVAL_MS) {
    const owner = await ownerOf(folder);
    if ((owner !== undefined && isRunning(owner)) || waited >= RECORD_TIMEOUT_MS) return owner;
    await sleep(RECORD_INTERVAL_MS);
  }
};

/** Takes the files of the table away from all other users of the machine. */
const makePrivate = async (folder: string): Promise<void> => {
  for (const end of ["", "-wal", "-shm"])
    await chmod(join(folder, TABLE_FILE + end), 0o600).catch((error) => {
      if (error.code !== "ENOENT") throw error;
    });
};

/**
 * Starts the local DynamoDB-compatible store, which keeps its table in a folder, on the loopback address unless `at` names
 * another host; it has a new key unless `at` names one. Nobody else can read the folder. A table of an older format is migrated first. Throws if the folder cannot be written, is in use or has a newer
 * format, or if the store does not start.
 */
export const openStore = async (
  folder: string,
  at: { host?: string; port?: number; key?: string | undefined } = {},
): Promise<StoreProcess> => {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const unlock = lockFolder(folder);
  if (unlock === undefined) throw inUse(folder, await lockOwnerOf(folder));
  try {
    await assertUnused(folder);
    const { host = "127.0.0.1", port = await freePort(), key = newStoreKey() } = at;
    const record = join(folder, RECORD_FILE);
    await rm(record, { force: true });
    await writeFile(record, JSON.stringify({ port, key, owner: process.pid }), { mode: 0o600 });
    await migrate(folder);
    const store = await startStore(join(folder, TABLE_FILE), { host, port, key });
    await makePrivate(folder);
    const close = async () => {
      await store.close();
      await rm(record, { force: true });
      unlock();
    };
    return { ...store, close };
  } catch (error) {
    unlock();
    throw error;
  }
};
