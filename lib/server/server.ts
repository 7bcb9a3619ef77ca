import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Context } from "aws-lambda";
import { ServiceError } from "../errors.ts";
import type { Event, Host, Reply } from "../http/exchange.ts";
import { jsonReply } from "../http/respond.ts";
import { type FolderBodies, PUT_PATH } from "../stored-bodies/folder.ts";
import { send } from "./answer.ts";
import { bodyOf, hungUp } from "./body.ts";
import { health } from "./health.ts";
import { holdBytes } from "./in-flight.ts";
import { outsideReply, refuseBytes } from "./outside.ts";
import { takeUpload } from "./take-upload.ts";

/** An endpoint, as `endpoint` makes it. */
export interface Endpoint {
  (event: Event, context: Context & Host): Promise<unknown>;
  readonly contract: { readonly path: string };
}

/** A running server. */
export interface Server {
  readonly port: number;
  /** Takes no more requests and resolves when those that run have been answered. */
  stop(): Promise<void>;
}

/** The version segment that every path begins with. */
export const BASE = "/v1";

const notFound = () => new ServiceError("NOT_FOUND", "There is nothing at this path.");
const notAllowed = (method: string) => new ServiceError("METHOD_NOT_ALLOWED", `This path takes ${method}.`);
const ending = () => new ServiceError("SERVICE_UNAVAILABLE", "This server is stopping.", { retryAfter: 1 });

const nameless = () => new ServiceError("INVALID_REQUEST", "The request has no Host.");

/** Milliseconds in which the head of a request may still come whole when the server stops: it would only be refused. */
const HALF_A_HEAD = 1000;

/** Whether a request on this connection waits for its answer, as Node itself keeps it. */
const isServed = (socket: Socket): boolean => Boolean((socket as { _httpMessage?: unknown })._httpMessage);

/** What stands before the path where a request is sent as to a proxy (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Where load balancers ask whether the service is well. */
const HEALTH = "/health";

const healthReply = async (stopping: boolean): Promise<Reply> => {
  const report = stopping ? { status: "stopping" } : await health();
  return jsonReply(report.status === "ok" ? 200 : 503, report);
};

/**
 * Serves the endpoints over plain HTTP, on the same handlers as Lambda, with bodies as they are sent, and takes uploads
 * where they are kept on this machine.
 * Rejects with the system's error where the port cannot be had; port 0 takes any that is free.
 */
export const startServer = async (
  endpoints: readonly Endpoint[],
  { host, port, uploads }: { host: string; port: number; uploads?: FolderBodies | undefined },
): Promise<Server> => {
  const routes = new Map(endpoints.map((endpoint) => [BASE + endpoint.contract.path, endpoint]));
  let stopping = false;

  const reply = async (request: IncomingMessage, response: ServerResponse, begin: () => void): Promise<void> => {
    const startedAt = performance.now();
    const refuse = (error: ServiceError, headers?: Record<string, string>) =>
      send(request, response, outsideReply(error, startedAt, headers));
    if (stopping) response.shouldKeepAlive = false;
    if (request.headers.host === undefined && request.httpVersion !== "1.0") return refuse(nameless());
    const path = request.url!.replace(ORIGIN, "").split("?")[0]!;
    if (path === HEALTH) return send(request, response, await healthReply(stopping));
    const upload = uploads !== undefined && path.startsWith(PUT_PATH) ? uploads : undefined;
    const endpoint = routes.get(path);
    if (endpoint === undefined && upload === undefined) return refuse(notFound());
    const method = endpoint === undefined ? "PUT" : "POST";
    if (request.method !== method) return refuse(notAllowed(method), { Allow: method });
    if (stopping) return refuse(ending());
    if (endpoint === undefined) {
      const taken = takeUpload(upload!, request, begin);
      return taken.then((reply) => send(request, response, reply), refuse);
    }

    const hangUp = new AbortController();
    const held = holdBytes();
    response.once("close", () => {
      held.release();
      if (!response.writableFinished) hangUp.abort(hungUp());
    });
    const event: Event = {
      headers: request.headers as Record<string, string>,
      body: bodyOf(request, begin, held.add),
    };
    const answer = (await endpoint(event, { hangUp: hangUp.signal, hold: held.add } as Context & Host)) as Reply;
    if (stopping) response.shouldKeepAlive = false;
    await send(request, response, answer);
  };

  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: 0,
    connectionsCheckingInterval: 5000,
    requireHostHeader: false, // Node's own refusal has no envelope
  });
  // Load balancers keep idle connections for 60 s: the server must not be the one who closes first.
  server.keepAliveTimeout = 65_000;
  const serve = (request: IncomingMessage, response: ServerResponse, begin: () => void) => {
    reply(request, response, begin).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  };
  const open = new Set<Socket>();
  server
    .on("connection", (socket: Socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
    })
    .on("request", (request, response) => serve(request, response, () => undefined))
    .on("checkExpectation", (request, response) => serve(request, response, () => undefined))
    .on("checkContinue", (request, response) => serve(request, response, () => response.writeContinue()))
    .on("clientError", refuseBytes)
    .listen(port, host);
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      stopping = true;
      const closed = once(server, "close");
      server.close();
      const late = performance.now() + HALF_A_HEAD;
      // A connection that is kept alive becomes idle only when its last answer is out; Node takes none for idle that never
      // spoke, nor one that has begun to, and from here on it looks no more at how long they take.
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        for (const socket of open) {
          if (socket.bytesRead === 0 || (performance.now() > late && !isServed(socket))) socket.destroy();
        }
      }, 50);
      await closed;
      clearInterval(sweep);
    },
  };
};
