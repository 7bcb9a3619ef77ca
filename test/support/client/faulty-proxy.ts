import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { KEPT_CONNECTIONS } from "../kept-connections.ts";

/**
 * What a proxy does to a request: `lose-answer` passes it on and closes the connection when the whole answer is there;
 * `cut-answer` passes on half of the answer; `refuse` closes the connection and passes nothing on; an answer is the proxy's own.
 */
export type Fault =
  | "pass"
  | "lose-answer"
  | "cut-answer"
  | "refuse"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** A request that a proxy has got. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly bytes: number;
}

/** A proxy before the service. */
interface FaultyProxy {
  /** The base address of the service, through the proxy. */
  readonly url: string;
  readonly asked: readonly Asked[];
}

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Sends a request to the service as it came, and returns the whole answer. */
const passOn = async (origin: string, { method, url = "", headers }: IncomingMessage, body: Buffer) => {
  const sent = request(origin + url, { method, headers, agent: false }).end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, bytes: await bytesOf(answer) };
};

/** Starts a proxy that does one of these things to each request, and passes on what comes later. It ends with the tests. */
export const faultyProxy = async (base: string, faults: readonly Fault[]): Promise<FaultyProxy> => {
  const asked: Asked[] = [];
  const waiting = [...faults];
  const { origin, pathname } = new URL(base);
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = waiting.shift() ?? "pass";
    const { method = "", url = "", headers } = incoming;
    const body = await bytesOf(incoming);
    asked.push({ method, path: url.replace(pathname, ""), headers, bytes: body.length });
    if (fault === "refuse") return void response.destroy();
    if (typeof fault === "object") return void response.writeHead(fault.status, fault.headers).end(fault.body);
    const { status, headers: answered, bytes } = await passOn(origin, incoming, body);
    if (fault === "lose-answer") return void response.destroy();
    response.writeHead(status, answered);
    if (fault === "cut-answer") response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    else response.end(bytes);
  };
  // A client that gives up breaks its request off.
  const server = createServer(
    KEPT_CONNECTIONS,
    (incoming, response) => void serve(incoming, response).catch(() => response.destroy()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${pathname}`, asked };
};
