import { once } from "node:events";
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { FolderBodies } from "../stored-bodies/folder.ts";
import { refuseMalformedRequest } from "./outside.ts";
import { BASE_PATH, type Endpoint, type Routes, route } from "./route.ts";

/** A running server. */
export interface Server {
  readonly port: number;
  /** Takes no more requests and resolves when those that run have been answered. */
  stop(): Promise<void>;
}

/** Milliseconds in which a request's head may still arrive whole when the server stops: it would only be refused. */
const UNFINISHED_HEAD_TIMEOUT_MS = 1000;
const IDLE_SWEEP_INTERVAL_MS = 50;

/** Connections that may be open at once: each takes some memory and a file descriptor. */
const CONNECTIONS_LIMIT = 4096;

/** Load balancers keep idle connections for 60 s: the server must not be the one that closes first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

const SETTINGS = {
  headersTimeout: 15_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 5000,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  requireHostHeader: false, // Node's own refusal has no envelope
};

/** Whether a request on this connection waits for its answer, as Node keeps it. */
const isServed = (socket: Socket): boolean => Boolean((socket as { _httpMessage?: unknown })._httpMessage);

/** The open connections. Beyond the limit, the oldest connection on which no request waits for its answer is closed. */
const openSockets = (server: HttpServer): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    if (sockets.size >= CONNECTIONS_LIMIT) ([...sockets].find((open) => !isServed(open)) ?? socket).destroy();
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
};

/** Closes a server; resolves when its running requests are answered and all its connections closed. */
const close = async (server: HttpServer, sockets: ReadonlySet<Socket>): Promise<void> => {
  const closed = once(server, "close");
  server.close();
  const headDeadline = performance.now() + UNFINISHED_HEAD_TIMEOUT_MS;
  // A kept-alive connection becomes idle only with its last answer. Node does not count a connection as idle that has sent
  // nothing, or half a head, and no longer watches its timeouts.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of sockets) {
      if (socket.bytesRead === 0 || (performance.now() > headDeadline && !isServed(socket))) socket.destroy();
    }
  }, IDLE_SWEEP_INTERVAL_MS);
  await closed;
  clearInterval(sweep);
};

/**
 * Serves the endpoints over plain HTTP, by the same handlers as on Lambda, and takes stored bodies that are kept on this
 * machine. Rejects with the system's error where the port cannot be had; port 0 takes any free port.
 */
export const startServer = async (
  endpoints: readonly Endpoint[],
  { host, port, uploads }: { host: string; port: number; uploads?: FolderBodies | undefined },
): Promise<Server> => {
  let isStopping = false;
  const routes: Routes = {
    endpoints: new Map(endpoints.map((endpoint) => [BASE_PATH + endpoint.contract.path, endpoint])),
    uploads,
    isStopping: () => isStopping,
  };
  const serve = (request: IncomingMessage, response: ServerResponse, begin: () => void = () => {}) => {
    route(routes, request, response, begin).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  };
  const server = createServer(SETTINGS);
  const sockets = openSockets(server);
  server
    .on("request", (request, response) => serve(request, response))
    .on("checkExpectation", (request, response) => serve(request, response))
    .on("checkContinue", (request, response) => serve(request, response, () => response.writeContinue()))
    .on("clientError", refuseMalformedRequest)
    .listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      isStopping = true;
      return close(server, sockets);
    },
  };
};
