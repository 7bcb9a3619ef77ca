import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What a function answered to API Gateway. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** An emulator of the part of Lambda's Runtime API that the runtime of Node uses. */
export interface RuntimeApi {
  /** Gives the function an event when it asks for one. Resolves with its answer. */
  invoke(event: object, milliseconds: number): Promise<Answer>;
  /** Forgets the requests of a process that has been killed, and the events that it has not answered. */
  forget(): void;
  close(): void;
}

const bytesOf = async (stream: IncomingMessage): Promise<Buffer> => Buffer.concat(await stream.toArray());

/** Opens a Runtime API behind a Unix socket. */
export const openRuntimeApi = async (socket: string): Promise<RuntimeApi> => {
  const events: ((response: ServerResponse) => void)[] = [];
  const pollers: ServerResponse[] = [];
  const answers = new Map<string, (answer: Buffer) => void>();
  let count = 0;

  const server = createServer(async (request, response) => {
    if (request.url!.endsWith("/next")) {
      const event = events.shift();
      if (event) event(response);
      else pollers.push(response);
      return;
    }
    answers.get(request.url!.split("/").at(-2)!)!(await bytesOf(request));
    response.writeHead(202).end();
  }).listen(socket);
  // A function may take long between two requests.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 0;
  await once(server, "listening");

  return {
    invoke: async (event, milliseconds) => {
      const id = String(count++);
      const hand = (response: ServerResponse) => {
        response.setHeader("Lambda-Runtime-Aws-Request-Id", id);
        response.setHeader("Lambda-Runtime-Deadline-Ms", Date.now() + milliseconds);
        response.end(JSON.stringify(event));
      };
      const answered = new Promise<Buffer>((resolve) => answers.set(id, resolve));
      const poller = pollers.shift();
      if (poller) hand(poller);
      else events.push(hand);
      const raw = await answered;
      const end = raw.indexOf(Buffer.alloc(8));
      return { ...JSON.parse(raw.toString("utf8", 0, end)), body: raw.subarray(end + 8) };
    },
    forget: () => {
      events.length = 0;
      pollers.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
