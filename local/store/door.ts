import { type ChildProcess, spawn } from "node:child_process";
import { createHash, timingSafeEqual } from "node:crypto";
import { connect, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectionOrder } from "./connections.ts";
import type { DoorOrder } from "./process.ts";

// The process before the store of the file that its argument names. It lets in only who knows the store's key.

const HEAD_LIMIT_BYTES = 16_384;
/** Milliseconds in which the head of a request must be complete. */
const HEAD_TIMEOUT_MS = 5000;
/** Milliseconds between the end of a store that crashes and its next start. */
const RESTART_DELAY_MS = 1000;
/** Milliseconds in which a store ends that is asked to. */
const STORE_END_TIMEOUT_MS = 2000;
const POLL_INTERVAL_MS = 5;

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a head of HTTP names this access key (AWS Signature Version 4, `Credential` of the header `Authorization`). */
const namesKey = (head: string, key: string): boolean => {
  const [, named] = /\r\nauthorization:[^\r\n]*\bCredential=([^/\r\n]+)\//i.exec(head) ?? [];
  return named !== undefined && timingSafeEqual(digestOf(named), digestOf(key));
};

const refuse = (socket: Socket): void => {
  socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
};

const relay = (socket: Socket, port: number, received: Buffer): void => {
  const store = connect({ port, host: "127.0.0.1", noDelay: true });
  store.write(received);
  socket.pipe(store).pipe(socket);
  for (const [one, other] of [
    [socket, store],
    [store, socket],
  ] as const) {
    one.on("error", () => undefined);
    one.on("close", () => other.destroy());
  }
};

/** Reads the first head of a connection. All that follows on it comes from the same peer, so it passes unread. */
const admit = (socket: Socket, { port, key }: DoorOrder): void => {
  let received = Buffer.alloc(0);
  socket.setNoDelay(true).setTimeout(HEAD_TIMEOUT_MS, () => socket.destroy());
  socket.on("error", () => undefined);
  socket.on("data", function read(chunk) {
    received = Buffer.concat([received, Buffer.from(chunk)]);
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 && received.length <= HEAD_LIMIT_BYTES) return;
    socket.off("data", read).setTimeout(0);
    if (end >= 0 && namesKey(received.toString("latin1", 0, end), key)) relay(socket, port, received);
    else refuse(socket);
  });
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** Runs the store and starts it again if it crashes. Tells once when it takes connections, or why it ends before. */
const superviseStore = ({ program, port }: DoorOrder): void => {
  let store: ChildProcess;
  let isReady = false;
  const start = (): void => {
    const words = ["serve", "--host", "127.0.0.1", "--port", String(port), "--db-path", process.argv[2] ?? ""];
    const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
    let errorOutput = "";
    child.stderr.on("data", (chunk) => {
      errorOutput = `${errorOutput}${chunk}`.slice(-500);
    });
    child.once("error", ({ message }) => process.send?.({ failure: message }));
    child.once("close", () => {
      if (isReady) setTimeout(start, RESTART_DELAY_MS);
      else process.send?.({ failure: errorOutput.trim().split("\n").at(-1) ?? "" });
    });
    store = child;
  };
  const end = (): void => {
    store.removeAllListeners("close").once("close", () => process.exit());
    // A connection that is on its way to the service holds it up. What it has answered is on the disk.
    setTimeout(() => store.kill("SIGKILL"), STORE_END_TIMEOUT_MS);
    if (!store.kill()) process.exit();
  };
  start();
  process.on("disconnect", end);
  void (async () => {
    while (!(await isListening(port))) await sleep(POLL_INTERVAL_MS);
    isReady = true;
    process.send?.({ isReady });
  })();
};

/** Hands a connection to the store over to the service, which has started this process. */
const handOver = ({ connection }: ConnectionOrder, port: number): void => {
  const answer = (socket?: Socket) => process.send?.({ connection }, socket);
  const store = connect({ port, host: "127.0.0.1", noDelay: true });
  const fail = () => answer();
  store.once("error", fail).once("connect", () => {
    store.off("error", fail).on("error", () => undefined);
    answer(store);
  });
};

process.umask(0o077);
process.once("message", (order: DoorOrder, server: Server) => {
  server.on("connection", (socket) => admit(socket, order));
  superviseStore(order);
  process.on("message", (wanted: ConnectionOrder) => handOver(wanted, order.port));
});
