import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { serveNames } from "./names.ts";
import { privately as at, type Vectors } from "./vector.ts";

const PUBLIC = new Set(["93.184.216.34", "93.184.216.35", "2606:2800:220:1::34"]);
const fixtures = join(import.meta.dirname, "../../../fixtures/net");

/** The answer of a private server. If it appears anywhere, a document has reached the server. */
export const PRIVATE_TEXT = "SECRET-OF-THE-NETWORK";

/** What the namespace's servers saw. */
export interface World {
  /** Contacts with private addresses: who was contacted, and what was asked. */
  readonly contacts: string[];
  /** Names asked of the name server. */
  readonly names: Set<string>;
}

const local = (socket: Socket): string => (socket.localAddress ?? "").replace("::ffff:", "");
const isPrivate = (socket: Socket): boolean => !PUBLIC.has(local(socket));

/** Documents of the public server that vectors refer to. */
const parts = (secret: string): Readonly<Record<string, readonly [type: string, text: string]>> => ({
  "/worker.js": [
    "text/javascript",
    `fetch("${at("worker")}", { mode: "no-cors" }).catch(() => {}); importScripts("${at("imported.js")}")`,
  ],
  "/shared-worker.js": ["text/javascript", `fetch("${at("shared-worker")}", { mode: "no-cors" }).catch(() => {})`],
  "/service-worker.js": [
    "text/javascript",
    `addEventListener("install", (event) => event.waitUntil(Promise.allSettled(
      ["${at("service-worker")}", "${at("service-worker-tls", "https")}"].map((url) => fetch(url, { mode: "no-cors" })))))`,
  ],
  "/transformed.xml": ["text/xml", '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/sheet.xsl"?><a/>'],
  "/sheet.xsl": [
    "text/xsl",
    `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">
      <html><body><xsl:copy-of select="document('${at("xsl-document")}')"/>t</body></html></xsl:template></xsl:stylesheet>`,
  ],
  "/entity.xml": [
    "text/xml",
    `<!DOCTYPE a [<!ENTITY x SYSTEM "file://${secret}"><!ENTITY y SYSTEM "${at("entity")}">]><a>&x;&y;</a>`,
  ],
});

const publicly = (vectors: Vectors, secret: string) => {
  const documents = parts(secret);
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://evil.test");
    const vector = vectors[decodeURIComponent(pathname.slice(1))];
    const document = documents[pathname];
    if (pathname === "/redirect") {
      const location = searchParams.get("to") ?? "";
      response.writeHead(Number(searchParams.get("status")), { location, "access-control-allow-origin": "*" }).end();
    } else if (vector) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...vector.headers }).end(vector.html);
    } else if (document) response.writeHead(200, { "content-type": document[0] }).end(document[1]);
    else response.writeHead(404).end();
  };
};

const privateAnswer = (request: IncomingMessage, response: ServerResponse): void => {
  const type = /\.(js|css)$/.exec(request.url ?? "")?.[1];
  response.writeHead(200, {
    "content-type": type === "js" ? "text/javascript" : type === "css" ? "text/css" : "text/html",
    "access-control-allow-origin": "*",
    "access-control-allow-private-network": "true",
    "access-control-allow-headers": "*",
  });
  response.end(`<p>${PRIVATE_TEXT}</p>`);
};

/** Starts public and private servers for TCP, TLS and UDP, and a name server, on the namespace's addresses. */
export const startWorld = async (vectors: Vectors, secret: string): Promise<World> => {
  const world: World = { contacts: [], names: new Set() };
  await serveNames((name) => world.names.add(name));
  const answerPublicly = publicly(vectors, secret);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (isPrivate(request.socket)) {
      world.contacts.push(`${local(request.socket)}:${request.socket.localPort} ${request.url}`);
      privateAnswer(request, response);
    } else answerPublicly(request, response);
  };
  const tls = {
    key: readFileSync(join(fixtures, "key.pem")),
    cert: readFileSync(join(fixtures, "certificate.pem")),
  };
  const servers: readonly (readonly [Server, number])[] = [
    [createServer(answer), 80],
    [createServer(answer), 8080],
    [createServer(answer), 9001],
    [createTlsServer(tls, answer), 443],
    [createTcpServer((socket) => socket.destroy()), 3478],
  ];
  for (const [server, port] of servers) {
    server.on("connection", (socket: Socket) => {
      if (isPrivate(socket)) world.contacts.push(`TCP ${local(socket)}:${socket.localPort}`);
    });
    server.on("upgrade", (_request, socket: Socket) => socket.destroy());
    server.listen(port, "::");
    await once(server, "listening");
    server.unref();
  }
  for (const address of ["127.0.0.1", "10.0.0.5", "169.254.169.254", "93.184.216.34"]) {
    for (const port of [3478, 443]) {
      const socket = createSocket("udp4").on("message", () => world.contacts.push(`UDP ${address}:${port}`));
      socket.bind(port, address);
      await once(socket, "listening");
      socket.unref();
    }
  }
  return world;
};
