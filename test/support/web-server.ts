import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The answer at a path. */
export interface Found {
  readonly body?: string | Uint8Array;
  /** Media type; HTML by default. */
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the connection ends before the body is complete. */
  readonly breaksOff?: boolean;
  /** Milliseconds until the answer. */
  readonly after?: number;
}

/** A web server on this machine, from which documents are fetched. */
export interface WebServer {
  readonly port: number;
  readonly origin: string;
  /** Paths in the order of their requests. */
  readonly asked: string[];
  readonly heads: IncomingMessage["headers"][];
  close(): void;
}

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../fixtures/net", name));

/** Starts a web server on a free port of an address of loopback, with TLS if asked. Unknown paths are a 404. */
export const startWebServer = async (
  find: (path: string) => Found | undefined,
  scheme: "http" | "https" = "http",
  host = "127.0.0.1",
): Promise<WebServer> => {
  const asked: string[] = [];
  const heads: IncomingMessage["headers"][] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push(request.url ?? "");
    heads.push(request.headers);
    const {
      body = "",
      type = "text/html; charset=utf-8",
      status = 200,
      headers,
      breaksOff,
      after,
    } = find(request.url ?? "") ?? { status: 404 };
    if (after !== undefined) await sleep(after, undefined, { ref: false });
    response.writeHead(status, { "content-type": type, "access-control-allow-origin": "*", ...headers });
    if (breaksOff) response.write(body, () => response.destroy());
    else response.end(body);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
  const server =
    scheme === "http"
      ? createServer(listener)
      : createTlsServer({ key: fixture("key.pem"), cert: fixture("certificate.pem") }, listener);
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${scheme}://${host}:${port}`,
    asked,
    heads,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
