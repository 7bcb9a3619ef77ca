import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Context } from "aws-lambda";
import { ServiceError } from "../errors.ts";
import type { Event, Host, Reply } from "../http/exchange.ts";
import { send } from "./answer.ts";
import { bodyOf, hungUp } from "./body.ts";
import { holdBytes } from "./in-flight.ts";
import { outsideReply, refuseBytes } from "./outside.ts";

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
const notAllowed = () => new ServiceError("METHOD_NOT_ALLOWED", "This path takes POST.");

/**
 * Serves the endpoints over plain HTTP, on the same handlers as Lambda, with bodies as they are sent.
 * Rejects with the system's error where the port cannot be had; port 0 takes any that is free.
 */
export const startServer = async (
  endpoints: readonly Endpoint[],
  { host, port }: { host: string; port: number },
): Promise<Server> => {
  const routes = new Map(endpoints.map((endpoint) => [BASE + endpoint.contract.path, endpoint]));
  let stopping = false;

  const reply = async (request: IncomingMessage, response: ServerResponse, begin: () => void): Promise<void> => {
    const startedAt = performance.now();
    const refuse = (error: ServiceError, headers?: Record<string, string>) =>
      send(request, response, outsideReply(error, startedAt, headers));
    if (stopping) response.setHeader("Connection", "close");
    const endpoint = routes.get(request.url!.split("?")[0]!);
    if (endpoint === undefined) return refuse(notFound());
    if (request.method !== "POST") return refuse(notAllowed(), { Allow: "POST" });

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
    const answer = (await endpoint(event, { hangUp: hangUp.signal } as Context & Host)) as Reply;
    await send(request, response, answer);
  };

  const server = createServer({ headersTimeout: 15_000, requestTimeout: 0, connectionsCheckingInterval: 5000 });
  // Load balancers keep idle connections for 60 s: the server must not be the one who closes first.
  server.keepAliveTimeout = 65_000;
  const serve = (request: IncomingMessage, response: ServerResponse, begin: () => void) => {
    reply(request, response, begin).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  };
  server
    .on("request", (request, response) => serve(request, response, () => undefined))
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
      // A connection that is kept alive becomes idle only when its last answer is out.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await closed;
      clearInterval(sweep);
    },
  };
};
