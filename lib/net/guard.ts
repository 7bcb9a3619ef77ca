import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { openEgress, type Traffic } from "./egress.ts";
import { type EgressExceptions, operatorExceptions } from "./exceptions.ts";
import { forward } from "./forward.ts";
import { protectLocalhostPort, releaseLocalhostPort } from "./ports.ts";
import { tunnel } from "./tunnel.ts";

/** Answers a request without the network; returns whether it has. */
type OwnAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A proxy for one browser, on a port of this machine. It connects only to checked public addresses and exceptions. */
export interface Guard {
  readonly port: number;
  readonly traffic: Traffic;
  /** Passes each plain HTTP request to this function first, which may answer it. */
  serve(answer: OwnAnswer): void;
  /** Lets the browser reach nothing but what `serve` answers, for good. */
  confine(): void;
  /** Cuts the browser off from the network for good; the port stays taken. */
  shut(): void;
  close(): void;
}

/** Opens a guard for one document, which may reach the public internet and the exceptions. */
export const openGuard = async (allow: EgressExceptions = operatorExceptions): Promise<Guard> => {
  const through = openEgress(allow);
  let ownAnswer: OwnAnswer | undefined;
  let isConfined = false;
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    if (ownAnswer?.(request, response)) return;
    if (isConfined) response.writeHead(403).end();
    else void forward(through, request, response);
  });
  server.on("connect", (request, socket, head) => {
    if (isConfined) socket.destroy();
    else void tunnel(through, request.url ?? "", socket as Socket, head);
  });
  server.on("upgrade", (_request, socket) => socket.destroy());
  server.on("clientError", (_error, socket) => socket.destroy());
  let isShut = false;
  server.on("connection", (socket) => {
    if (isShut) socket.destroy();
    through.sockets.add(socket);
    socket.on("close", () => through.sockets.delete(socket));
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", listening);
  });
  // An idle browser must not keep this process alive.
  server.unref();
  const { port } = server.address() as AddressInfo;
  protectLocalhostPort(port);
  const cut = () => {
    for (const socket of through.sockets) socket.destroy();
    through.agent.destroy();
  };
  return {
    port,
    traffic: through.traffic,
    serve: (answer) => {
      ownAnswer = answer;
    },
    confine: () => {
      isConfined = true;
    },
    shut: () => {
      isShut = true;
      cut();
    },
    close: () => {
      server.close();
      cut();
      releaseLocalhostPort(port);
    },
  };
};
