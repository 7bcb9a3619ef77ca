import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { KEPT_CONNECTIONS } from "../kept-connections.ts";

/** What a function answered to API Gateway. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** An emulator of the part of Lambda's Runtime API that the runtime of Node uses. */
interface RuntimeApi {
  /** Gives the function an event when it asks for one. Resolves with its answer. */
  invoke(event: object, milliseconds: number): Promise<Answer>;
  /** The same for a function that does not stream. Resolves with what it returns. */
  call(event: object, milliseconds: number): Promise<unknown>;
  /** Resolves when the function asks for an event and there is none. */
  idle(): Promise<void>;
  /** Forgets the requests of a process that has been killed, and the events that it has not answered. */
  forget(): void;
  close(): void;
}

/** How fast a Runtime API takes an answer: its first bytes at once, the others at this rate. */
export interface Bandwidth {
  readonly burstBytes: number;
  readonly bytesPerSecond: number;
}

/** Lambda's limits for streamed answers ("Bandwidth limits for response streaming" in its documentation). */
export const LAMBDA_BANDWIDTH: Bandwidth = { burstBytes: 6_291_456, bytesPerSecond: 2_000_000 };

const UNLIMITED: Bandwidth = { burstBytes: Number.POSITIVE_INFINITY, bytesPerSecond: 1 };

/** Reads an answer no faster than the bandwidth allows: the function feels the back pressure. */
const bytesOf = async (stream: IncomingMessage, { burstBytes, bytesPerSecond }: Bandwidth): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const startedAt = performance.now();
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    const dueAt = startedAt + (Math.max(0, size - burstBytes) / bytesPerSecond) * 1000;
    if (dueAt > performance.now()) await sleep(dueAt - performance.now());
  }
  return Buffer.concat(chunks);
};

/** Opens a Runtime API behind a Unix socket. */
export const openRuntimeApi = async (socket: string, bandwidth = UNLIMITED): Promise<RuntimeApi> => {
  const events: ((response: ServerResponse) => void)[] = [];
  const pollers: ServerResponse[] = [];
  const idlers: (() => void)[] = [];
  const answers = new Map<string, (answer: Buffer) => void>();
  let count = 0;
  /** Grows when everything before is forgotten. */
  let generation = 0;

  const give = (hand: (response: ServerResponse) => void): void => {
    let poller = pollers.shift();
    while (poller?.destroyed) poller = pollers.shift();
    if (poller) hand(poller);
    else events.push(hand);
  };

  const server = createServer(KEPT_CONNECTIONS, async (request, response) => {
    if (request.url!.endsWith("/next")) {
      const event = events.shift();
      if (event) event(response);
      else {
        pollers.push(response);
        for (const resolve of idlers.splice(0)) resolve();
      }
      return;
    }
    // A process that is killed while it answers breaks off: nobody waits for that answer any more.
    const answer = await bytesOf(request, bandwidth).catch(() => undefined);
    if (answer === undefined) return;
    answers.get(request.url!.split("/").at(-2)!)?.(answer);
    response.writeHead(202).end();
  }).listen(socket);
  // A function may take long between two requests.
  server.requestTimeout = 0;
  await once(server, "listening");

  /** Gives the function an event. Resolves with the bytes of its answer. */
  const rawAnswer = async (event: object, milliseconds: number): Promise<Buffer> => {
    const id = String(count++);
    const invokedIn = generation;
    const hand = (response: ServerResponse) => {
      // The question of a process that has been killed may arrive late: then the event is the next process's.
      const { socket } = response;
      const giveAgain = () => {
        if (answers.has(id) && invokedIn === generation) give(hand);
      };
      socket?.once("close", giveAgain);
      void answered.then(() => socket?.off("close", giveAgain));
      response.setHeader("Lambda-Runtime-Aws-Request-Id", id);
      response.setHeader("Lambda-Runtime-Deadline-Ms", Date.now() + milliseconds);
      response.end(JSON.stringify(event));
    };
    const answered = new Promise<Buffer>((resolve) => answers.set(id, resolve));
    give(hand);
    const raw = await answered;
    answers.delete(id);
    return raw;
  };

  return {
    invoke: async (event, milliseconds) => {
      const raw = await rawAnswer(event, milliseconds);
      const end = raw.indexOf(Buffer.alloc(8));
      return { ...JSON.parse(raw.toString("utf8", 0, end)), body: raw.subarray(end + 8) };
    },
    call: async (event, milliseconds) => JSON.parse((await rawAnswer(event, milliseconds)).toString()),
    idle: async () => {
      if (pollers.length === 0) await new Promise<void>((resolve) => idlers.push(resolve));
    },
    forget: () => {
      generation++;
      events.length = 0;
      pollers.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
