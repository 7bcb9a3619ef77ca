import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { config } from "../config.ts";
import { logFailure } from "../http/log.ts";
import type { FolderBodies } from "../stored-bodies/folder.ts";
import { BASE_PATH } from "./base-path.ts";
import { closeServer, openSockets } from "./connections.ts";
import type { Endpoint } from "./endpoint.ts";
import { refuseMalformedRequest } from "./outside.ts";
import type { PageHandler } from "./page.ts";
import type { Resource } from "./resource.ts";
import { type Routes, route } from "./route.ts";

/** A running server. */
interface Server {
  readonly port: number;
  /** Accepts no more requests, and after the drain time no more connections. Resolves when the running requests are answered. */
  stop(): Promise<void>;
}

/** Load balancers keep idle connections for 60 s, and the server must not close them first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Milliseconds in which the head of a request must arrive. A connection that never sends anything is closed after them too. */
const HEAD_TIMEOUT_MS = 15_000;
/** How often connections are checked for this, in that time. */
const CHECKS_PER_TIMEOUT = 3;

const SETTINGS = {
  requestTimeout: 0,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  requireHostHeader: false, // Node's own refusal has no envelope
};

/** Where a server listens, the bodies stored on its machine, how many connections it keeps open, and how long without a request. */
interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly uploads?: FolderBodies | undefined;
  readonly connections?: number;
  /** Milliseconds after the beginning of the stop in which new calls are answered with 503, before connections are refused. */
  readonly drainMs?: number;
  readonly headTimeoutMs?: number;
  /** Milliseconds over which the rate is measured at which a caller reads an answer. */
  readonly readPeriodMs?: number;
  /** What is answered to GET, by path. */
  readonly pages?: ReadonlyMap<string, PageHandler>;
  /** What is at paths of a pattern. */
  readonly resources?: readonly Resource[];
}

/**
 * Serves the endpoints over plain HTTP, with the same handlers as on Lambda, and accepts bodies that are stored on this
 * machine. Rejects with the system's error if the port is not available; port 0 means any free port.
 */
export const startServer = async (
  endpoints: readonly Endpoint[],
  { host, port, uploads, readPeriodMs, pages = new Map(), resources = [], ...limits }: ServerOptions,
): Promise<Server> => {
  const { connections = config.connections, drainMs = config.drainMs, headTimeoutMs = HEAD_TIMEOUT_MS } = limits;
  let isStopping = false;
  const routes: Routes = {
    endpoints: new Map(endpoints.map((endpoint) => [BASE_PATH + endpoint.contract.path, endpoint])),
    pages,
    resources,
    uploads,
    isStopping: () => isStopping,
    readPeriodMs,
  };
  const serve = (request: IncomingMessage, response: ServerResponse, begin: () => void = () => {}) => {
    route(routes, request, response, begin).catch((error: unknown) => {
      logFailure("answering", error);
      response.destroy(error instanceof Error ? error : undefined);
    });
  };
  const server = createServer({
    ...SETTINGS,
    headersTimeout: headTimeoutMs,
    connectionsCheckingInterval: headTimeoutMs / CHECKS_PER_TIMEOUT,
  });
  const sockets = openSockets(server, connections);
  server
    .on("request", (request, response) => serve(request, response))
    .on("checkExpectation", (request, response) => serve(request, response))
    .on("checkContinue", (request, response) => serve(request, response, () => response.writeContinue()))
    .on("clientError", refuseMalformedRequest)
    .listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      isStopping = true;
      if (drainMs > 0) await sleep(drainMs);
      await closeServer(server, sockets);
    },
  };
};
