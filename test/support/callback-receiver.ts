import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

/** A callback as it has arrived. */
interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of a receiver; `silence` is none at all. */
export type ReceiverAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | "silence";

/** A web server of its own that takes callbacks. It ends with the test file. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Connections that are open and those that were. */
  readonly connections: { open: number; all: number };
}

interface ReceiverOptions {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: ServerOptions;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};

/** Starts a receiver on this machine. `answer` may depend on how many callbacks have come. */
export const startReceiver = async (
  answer: (count: number, response: ServerResponse) => ReceiverAnswer = () => ({ status: 200 }),
  { host = "127.0.0.1", port = 0, tls }: ReceiverOptions = {},
): Promise<Receiver> => {
  const received: Received[] = [];
  const connections = { open: 0, all: 0 };
  const listener: RequestListener = async (request, response) => {
    const body = await bodyOf(request);
    received.push({ path: request.url ?? "", headers: request.headers as Record<string, string>, body });
    const given = answer(received.length, response);
    if (given === "silence" || response.headersSent) return;
    response.writeHead(given.status, given.headers).end(given.body ?? "");
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on("connection", (socket) => {
    connections.open++;
    connections.all++;
    socket.on("close", () => connections.open--);
  });
  server.listen(port, host);
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = (server.address() as AddressInfo).port;
  const scheme = tls === undefined ? "http" : "https";
  return { url: `${scheme}://${host}:${at}/hook`, port: at, received, connections };
};
