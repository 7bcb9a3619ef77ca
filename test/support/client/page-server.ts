import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { after } from "node:test";
import { KEPT_CONNECTIONS } from "../kept-connections.ts";

const PAGE = `<!DOCTYPE html><title>A page</title><link rel="icon" href="data:,">
<script type="module">
  import * as client from "/client/index.js";
  Object.assign(globalThis, client);
  document.documentElement.dataset.ready = "";
</script>`;

/** Serves a page that has loaded the client from a folder, and passes requests on to the service. Gives its origin. */
export const servePage = async (folder: string, service: string): Promise<string> => {
  const { origin } = new URL(service);
  const serve = async (
    { method, url = "/", headers }: IncomingMessage,
    response: ServerResponse,
    body: IncomingMessage,
  ) => {
    if (url === "/") return void response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(PAGE);
    if (url.startsWith("/client/")) {
      response.writeHead(200, { "Content-Type": "text/javascript" });
      return pipeline(createReadStream(join(folder, url.slice("/client/".length))), response);
    }
    const sent = request(origin + url, { method, headers });
    const answered = once(sent, "response");
    await pipeline(body, sent);
    const [answer] = (await answered) as [IncomingMessage];
    response.writeHead(answer.statusCode!, answer.headers);
    return pipeline(answer, response);
  };
  const server = createServer(KEPT_CONNECTIONS, (incoming, response) => {
    serve(incoming, response, incoming).catch((error: Error) => response.destroy(error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
