import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { createRequire, getCompileCacheDir } from "node:module";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalStore } from "../../lib/accounts/table.ts";
import { printMessage } from "../messages.ts";
import { type Connections, connectionsThrough } from "./connections.ts";

/** A running DynamoDB-compatible store. Whoever does not name its access key is refused. */
export interface StoreProcess extends LocalStore {
  readonly port: number;
  close(): Promise<void>;
}

/** What the door is asked to do: run this program at a port behind the door, for who knows the key. */
export interface DoorOrder {
  readonly program: string;
  readonly port: number;
  readonly key: string;
}

const KEY_BYTES = 20;

/** A key for a store, which nobody can guess. */
export const newStoreKey = (): string => randomBytes(KEY_BYTES).toString("hex");

const storeProgram = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "dynoxide");
  } catch {
    throw new Error(
      `there is no local store for ${process.platform} ${process.arch}: set PLATEN_TABLE to a DynamoDB table`,
    );
  }
};

const listen = async (host: string, port: number): Promise<Server> => {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  await once(server, "listening");
  return server;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Ports that Linux gives to nobody who does not name one (ip(7): ip_local_port_range begins at 32,768). */
const FIRST_NAMED_PORT = 20_000;
const LAST_NAMED_PORT = 32_767;

/**
 * A port of the loopback address that is free at this moment. The system gives it to no connection of another program before it
 * is used.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST_NAMED_PORT, LAST_NAMED_PORT + 1);
    try {
      (await listen("127.0.0.1", port)).close();
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
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

/** Brings the loopback interface up (netdevice(7)) and runs a program. In Perl: every Debian has it, but not `ip`. */
const LOOPBACK_SCRIPT = `
socket(my $socket, 2, 2, 0) || die $!;
my $request = pack("a16 s x22", "lo", 0x41);
ioctl($socket, 0x8914, $request) || die $!;
exec { $ARGV[0] } @ARGV;`;

/** The words before a command by which it gets a network of its own, and its children end with it (unshare(1)). */
const OWN_NETWORK = ["unshare", "--map-root-user", "--net", "--pid", "--fork", "--kill-child"];
const inOwnNetwork = (words: readonly string[]): readonly string[] => [
  ...OWN_NETWORK,
  ...["perl", "-e", LOOPBACK_SCRIPT],
  ...words,
];

let canHaveOwnNetwork: boolean | undefined;

/** The words that start a command, in a network of its own if this machine allows one. */
const separate = (words: readonly string[]): readonly string[] => {
  if (canHaveOwnNetwork === undefined) {
    const [program = "", ...rest] = inOwnNetwork(["true"]);
    canHaveOwnNetwork = spawnSync(program, rest, { stdio: "ignore" }).status === 0;
    if (!canHaveOwnNetwork)
      printMessage("programs of this machine can reach the local table: no network of its own can be made for it");
  }
  return canHaveOwnNetwork ? inOwnNetwork(words) : words;
};

/** Resolves when the store behind the door takes connections. Throws with its last line on stderr if it ends before. */
const isOpen = async (door: ChildProcess): Promise<void> => {
  const [message] = await Promise.race([once(door, "message"), once(door, "exit")]);
  const failure = (message as { failure?: string } | null)?.failure;
  if (typeof message !== "object" || message === null) throw new Error("the local store does not start");
  if (failure !== undefined) throw new Error(`the local store does not start: ${failure}`);
};

/** What a door needs: the file of its store, where it listens, and its key. */
interface DoorPlace {
  readonly file: string;
  readonly host: string;
  readonly port: number;
  readonly key: string;
}

interface OpenDoor {
  readonly door: ChildProcess;
  readonly port: number;
  readonly connections: Connections;
}

/** Starts a door and the store behind it. Throws if the store does not start. */
const openDoor = async ({ file, host, port, key }: DoorPlace): Promise<OpenDoor> => {
  const program = storeProgram();
  const server = await listen(host, port);
  const [command = "", ...words] = separate([process.execPath, join(import.meta.dirname, "door.ts"), file]);
  // In its own process group: Ctrl-C must not end the store before the last request has been settled.
  const door = spawn(command, words, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    detached: true,
    // Other processes of this user can read this environment, and that of the server may hold the operator's secrets.
    env: { PATH: "/usr/bin:/bin", NODE_COMPILE_CACHE: getCompileCacheDir() ?? "" },
  });
  try {
    door.send({ program, port: await freePort(), key } satisfies DoorOrder, server);
    await isOpen(door);
    return { door, port: portOf(server), connections: connectionsThrough(door) };
  } catch (error) {
    door.kill();
    throw error;
  } finally {
    server.close();
  }
};

/** Milliseconds between the end of a door that is killed and the start of the next one. */
const REOPEN_DELAY_MS = 500;

/** Starts a store on a file, which it makes if it is missing. Throws if the store does not start. */
export const startStore = async (
  file: string,
  { host, port, key }: { host: string; port: number; key: string },
): Promise<StoreProcess> => {
  let isClosing = false;
  let opened = await openDoor({ file, host, port, key });
  let ended: Promise<unknown> = Promise.resolve();
  const follow = (): void => {
    ended = once(opened.door, "exit").then(async () => {
      while (!isClosing) {
        await sleep(REOPEN_DELAY_MS);
        if (isClosing) return;
        const next = await openDoor({ file, host, port: opened.port, key }).catch(() => undefined);
        if (next === undefined) continue;
        opened = next;
        return follow();
      }
    });
  };
  follow();
  return {
    endpoint: `http://127.0.0.1:${opened.port}`,
    accessKeyId: key,
    port: opened.port,
    connect: () => opened.connections.connect(),
    close: async () => {
      isClosing = true;
      opened.connections.close();
      if (opened.door.connected) opened.door.disconnect();
      await ended;
    },
  };
};
