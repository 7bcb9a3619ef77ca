import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/** A running DynamoDB-compatible store. */
export interface StoreProcess {
  readonly endpoint: string;
  readonly port: number;
  close(): Promise<void>;
}

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

/** Whether something listens at a port of the loopback address. */
export const isListening = async (port: number): Promise<boolean> => {
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

/** Starts a store on a file, which it makes if it is missing. Throws if the store does not start. */
export const startStore = async (
  file: string,
  { host, port }: { host: string; port: number },
): Promise<StoreProcess> => {
  const command = [binary(), "serve", "--host", host, "--port", String(port), "--db-path", file];
  // In its own process group: Ctrl-C must not end the store before the last request has been settled.
  const child = spawn("sh", ["-c", SUPERVISOR_SCRIPT, "store", ...command], {
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
    env: { PATH: "/usr/bin:/bin" }, // other processes of this user can read it; ours may hold the operator's secrets
  });
  const closed = once(child, "close");
  await listening(child, port);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      child.stdin.end();
      await closed;
    },
  };
};
