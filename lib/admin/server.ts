import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { logFailure } from "../http/log.ts";
import { closeServer, openSockets } from "../server/connections.ts";
import { refuseMalformedRequest } from "../server/outside.ts";
import { type AdminService, serveAdmin } from "./serve.ts";
import { WrongKeys } from "./wrong-keys.ts";

const BEARER = /^Bearer +(\S+) *$/i;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Returns a function that checks whether the value of a header `Authorization` holds the key (RFC 6750, section 2.1). Its time
 * says nothing about the key, because digests are compared.
 */
const keyCheck = (key: string): ((authorization: string | undefined) => boolean) => {
  const expected = digest(key);
  return (authorization = "") => {
    const [, given = ""] = BEARER.exec(authorization) ?? [];
    return timingSafeEqual(digest(given), expected);
  };
};

const CONNECTIONS_LIMIT = 64;
const TIMEOUTS = { headersTimeout: 15_000, requestTimeout: 60_000, connectionsCheckingInterval: 5000 };

/** The address at which the admin API listens, its key, its table and its OpenAPI document. */
interface AdminOptions extends Pick<AdminService, "table" | "document"> {
  readonly host: string;
  readonly port: number;
  readonly key: string;
}

/**
 * Serves the admin API. Rejects with the system's error if the port is not available; port 0 means any free port. `stop`
 * breaks off a backup, and resolves when all other requests are answered.
 */
export const startAdmin = async ({ host, port, key, table, document }: AdminOptions) => {
  const stop = new AbortController();
  const service: AdminService = {
    table,
    document,
    hasKey: keyCheck(key),
    wrongKeys: new WrongKeys(),
    stopping: stop.signal,
  };
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    serveAdmin(service, request, response).catch((error: unknown) => {
      logFailure("admin", error);
      response.destroy();
    });
  };
  const server = createServer(TIMEOUTS);
  const sockets = openSockets(server, CONNECTIONS_LIMIT);
  server.on("request", serve).on("checkExpectation", serve).on("clientError", refuseMalformedRequest);
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      stop.abort();
      await closeServer(server, sockets);
    },
  };
};
