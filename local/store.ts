import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** The local DynamoDB-compatible store, which keeps its table in a folder. */
export interface Store {
  readonly endpoint: string;
  readonly port: number;
  close(): Promise<void>;
}

/** File in the folder that holds the port of its running store and the process that owns it. */
const RECORD_FILE = "store.json";
const STORE_START_TIMEOUT_MS = 5000;

const binary = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "dynoxide");
  } catch {
    throw new Error(
      `there is no local store for ${process.platform} ${process.arch}: set PLATEN_TABLE to a DynamoDB table`,
    );
  }
};

/** A port of the loopback address that is free at this moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** The process that was the last to claim this folder. */
const ownerOf = async (folder: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(join(folder, RECORD_FILE), "utf8")).owner;
  } catch {
    return undefined;
  }
};

/** The store that runs in this folder, if there is one. */
export const runningStore = async (folder: string): Promise<{ endpoint: string; owner: number } | undefined> => {
  try {
    const { port, owner } = JSON.parse(await readFile(join(folder, RECORD_FILE), "utf8"));
    return (await isListening(port)) ? { endpoint: `http://127.0.0.1:${port}`, owner } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * A shell script that supervises the store. It reads from a pipe: when this process ends, in whatever way, the pipe closes
 * and the script ends the store. If the store crashes, the script starts it again.
 */
const SUPERVISOR_SCRIPT = `
exec 3<&0
trap 'kill $store; wait $store; exit' TERM
(read -r _ <&3; kill $$) &
while :; do "$@" & store=$!; wait $store; sleep 1; done`;

/** Resolves when the store takes connections. Ends it and throws with its last line on stderr if that takes too long. */
const listening = async ({ stdin, stderr }: ChildProcessByStdio<Writable, null, Readable>, port: number) => {
  let errorOutput = "";
  stderr.on("data", (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-500);
  });
  const giveUpAt = Date.now() + STORE_START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (Date.now() > giveUpAt) {
      stdin.end();
      throw new Error(`the local store does not start: ${errorOutput.trim().split("\n").at(-1)}`);
    }
    await sleep(10);
  }
};

/**
 * Starts the store of a folder, on the loopback address unless `at` names another host. Throws if the folder cannot be
 * written or is in use, or if the store does not start.
 */
export const openStore = async (folder: string, at: { host?: string; port?: number } = {}): Promise<Store> => {
  await mkdir(folder, { recursive: true });
  const other = await runningStore(folder);
  const inUse = (owner: unknown) =>
    new Error(`the folder ${folder} is in use by process ${owner}: set PLATEN_DATA to another folder`);
  if (other !== undefined) throw inUse(other.owner);
  const { host = "127.0.0.1", port = await freePort() } = at;
  await writeFile(join(folder, RECORD_FILE), JSON.stringify({ port, owner: process.pid }));
  const command = [binary(), "serve", "--host", host, "--port", String(port), "--db-path", join(folder, "table.db")];
  // In its own process group: Ctrl-C must not end the store before the last request has been settled.
  const child = spawn("sh", ["-c", SUPERVISOR_SCRIPT, "store", ...command], {
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
    env: { PATH: "/usr/bin:/bin" }, // other processes of this user can read it; ours may hold the operator's secrets
  });
  const closed = once(child, "close");
  await listening(child, port);
  // If several processes start at once, the last one owns the folder.
  const owner = await ownerOf(folder);
  if (owner !== undefined && owner !== process.pid) {
    child.stdin.end();
    await closed;
    throw inUse(owner);
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      child.stdin.end();
      await closed;
      // Another process may own the folder by now.
      if ((await ownerOf(folder)) === process.pid) await rm(join(folder, RECORD_FILE), { force: true });
    },
  };
};
