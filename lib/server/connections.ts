import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** When the server stops: milliseconds in which the head of a request may still arrive. It will only be refused. */
const UNFINISHED_HEAD_TIMEOUT_MS = 1000;
const IDLE_SWEEP_INTERVAL_MS = 50;

/** Whether a request on this connection waits for its answer, according to Node's own field. */
const isServed = (socket: Socket): boolean => Boolean((socket as { _httpMessage?: unknown })._httpMessage);

/** The open connections. Beyond the limit, the oldest connection on which no request waits for its answer is closed. */
export const openSockets = (server: Server, limit: number): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    if (sockets.size >= limit) ([...sockets].find((open) => !isServed(open)) ?? socket).destroy();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
};

/** Closes a server; resolves when its running requests are answered and all its connections closed. */
export const closeServer = async (server: Server, sockets: ReadonlySet<Socket>): Promise<void> => {
  const closed = once(server, "close");
  server.close();
  const headDeadline = performance.now() + UNFINISHED_HEAD_TIMEOUT_MS;
  // A kept-alive connection becomes idle only after its last answer. If a connection has sent nothing or half a head, Node
  // does not count it as idle, and no longer watches its timeouts.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of sockets) {
      if (socket.bytesRead === 0 || (performance.now() > headDeadline && !isServed(socket))) socket.destroy();
    }
  }, IDLE_SWEEP_INTERVAL_MS);
  await closed;
  clearInterval(sweep);
};
