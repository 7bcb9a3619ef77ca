import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The DynamoDB-compatible store of this machine, which keeps its table in a folder. */
export interface Store {
  readonly endpoint: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Where a folder's running store writes down how it is reached, and whose it is. */
const RECORD = "store.json";
const PATIENCE = 5000;

const binary = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "dynoxide");
  } catch {
    throw new Error(`there is no local store for ${process.platform} ${process.arch}: name a table in PLATEN_TABLE`);
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

const answers = async (port: number): Promise<boolean> => {
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

/** Who was the last to write down that it has this folder. */
const ownerOf = async (folder: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(join(folder, RECORD), "utf8")).owner;
  } catch {
    return undefined;
  }
};

/** The store that runs in this folder, if one does. */
export const runningStore = async (folder: string): Promise<{ endpoint: string; owner: number } | undefined> => {
  try {
    const { port, owner } = JSON.parse(await readFile(join(folder, RECORD), "utf8"));
    return (await answers(port)) ? { endpoint: `http://127.0.0.1:${port}`, owner } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The shell holds the store by a pipe: when this process ends, however it ends, the pipe closes and the store with it.
 * A store that dies by itself is started again.
 */
const LEASH = `
exec 3<&0
trap 'kill $store; wait $store; exit' TERM
(read -r _ <&3; kill $$) &
while :; do "$@" & store=$!; wait $store; sleep 1; done`;

/** Starts the store of a folder, on this machine's loopback unless another host is named. Throws where the folder cannot be written, is in use, or the store does not start. */
export const openStore = async (folder: string, at: { host?: string; port?: number } = {}): Promise<Store> => {
  await mkdir(folder, { recursive: true });
  const other = await runningStore(folder);
  const inUse = (owner: unknown) =>
    new Error(`the folder ${folder} is in use by process ${owner}: give PLATEN_DATA another one`);
  if (other) throw inUse(other.owner);
  const { host = "127.0.0.1", port = await freePort() } = at;
  await writeFile(join(folder, RECORD), JSON.stringify({ port, owner: process.pid }));
  const command = [binary(), "serve", "--host", host, "--port", String(port), "--db-path", join(folder, "table.db")];
  // A group of its own: Ctrl-C must not end the store before the last request has been settled.
  const child = spawn("sh", ["-c", LEASH, "store", ...command], {
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-500);
  });
  const closed = once(child, "close");
  const until = Date.now() + PATIENCE;
  while (!(await answers(port))) {
    if (Date.now() > until) {
      child.stdin.end();
      throw new Error(`the local store does not start: ${complaint.trim().split("\n").at(-1)}`);
    }
    await sleep(10);
  }
  // Of several that start at once the last has it.
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
      // Another one may have come already.
      if ((await ownerOf(folder)) === process.pid) await rm(join(folder, RECORD), { force: true });
    },
  };
};
