import type { Readable, Writable } from "node:stream";
import type { ConnectionTransport } from "puppeteer-core";
import { MB } from "../../settings/megabyte.ts";
import { yieldToOthers } from "../../workers/event-loop.ts";
import { hasLongText, LongDataAnswer, piecesOf } from "./long-messages.ts";

/** The size from which an event is not read: none that is needed has more, but for the data of a request. */
const EVENT_LIMIT_BYTES = MB;
/** The bytes that are kept from the beginning and the end of such an event. */
const KEPT_BYTES = 4096;
/** The size of an answer without a document. */
const ANSWER_LIMIT_BYTES = 33_554_432;
/** The bytes of all messages for one document. */
const TOTAL_LIMIT_BYTES = 2_147_483_648;

const EVENT_START = '{"method":"';
const PAUSED_EVENT_START = '{"method":"Fetch.requestPaused","params":{"requestId":"';

/** The value of the last text property of this name in the end of a message. */
const lastProperty = (end: string, name: string): string | undefined => {
  const at = end.lastIndexOf(`"${name}":"`) + name.length + 4;
  return at < name.length + 4 ? undefined : end.slice(at, end.indexOf('"', at));
};

/** A long event without the data that makes it long; undefined for an event that nobody needs. */
const shortened = (start: string, end: string): string | undefined => {
  if (!start.startsWith(PAUSED_EVENT_START)) return undefined;
  const requestId = start.slice(PAUSED_EVENT_START.length, start.indexOf('"', PAUSED_EVENT_START.length));
  const [frameId, resourceType] = [lastProperty(end, "frameId"), lastProperty(end, "resourceType")];
  const params = { requestId, frameId, resourceType };
  return JSON.stringify({ method: "Fetch.requestPaused", params, sessionId: lastProperty(end, "sessionId") });
};

class PendingMessage {
  #chunks: Buffer[] = [];
  #size = 0;
  #isLong = false as boolean;
  #start: string | undefined;
  #data: LongDataAnswer | undefined;

  /** Adds bytes. Throws a RangeError for an answer that is too long, and a ServiceError for a document that is. */
  add(chunk: Buffer): void {
    if (this.#data !== undefined) {
      this.#data.add(chunk);
      return;
    }
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (!this.#isLong && this.#size > EVENT_LIMIT_BYTES) this.#becomeLong();
    if (this.#start !== undefined) this.#keepEnd();
    else if (this.#data === undefined && this.#size > ANSWER_LIMIT_BYTES)
      throw new RangeError("The browser sends a message that is too long.");
  }

  /** The whole message, or a short form of a long event; undefined for an event that nobody needs. */
  take(): string | undefined {
    const text = this.#data?.finish() ?? Buffer.concat(this.#chunks).toString();
    const start = this.#start;
    [this.#chunks, this.#size, this.#isLong, this.#start, this.#data] = [[], 0, false, undefined, undefined];
    return start === undefined ? text : shortened(start, text);
  }

  #becomeLong(): void {
    const bytes = Buffer.concat(this.#chunks);
    this.#isLong = true;
    this.#chunks = [bytes];
    const beforeData = LongDataAnswer.beginningOf(bytes);
    if (beforeData !== undefined) {
      this.#data = new LongDataAnswer(beforeData);
      this.#data.add(bytes.subarray(beforeData.length));
    } else if (bytes.toString("latin1", 0, EVENT_START.length) === EVENT_START)
      this.#start = bytes.toString("latin1", 0, KEPT_BYTES);
  }

  #keepEnd(): void {
    const end: Buffer[] = [];
    let size = 0;
    for (let chunk = this.#chunks.pop(); chunk !== undefined; chunk = this.#chunks.pop()) {
      end.unshift(chunk.subarray(-KEPT_BYTES));
      size += chunk.length;
      if (size >= KEPT_BYTES) break;
    }
    this.#chunks = [Buffer.from(Buffer.concat(end).subarray(-KEPT_BYTES))];
  }
}

/**
 * The pipe of the DevTools protocol, over which a document can send what it likes: the data of its requests, long addresses.
 * Long events are not read, and a flood ends the browser. One class, because both directions share when it is closed.
 */
export class ProtocolPipe implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #write: Writable;
  readonly #message = new PendingMessage();
  readonly #flooded: (error: Error) => void;
  /** Messages that wait until a long one is written; undefined while none is. */
  #waiting: string[] | undefined;
  #total = 0;
  #isClosed = false as boolean;

  /** Messages over these streams. `flooded` is called once if the browser sends too much; nothing is read after that. */
  constructor(write: Writable, read: Readable, flooded: (error: Error) => void) {
    this.#write = write;
    this.#flooded = flooded;
    write.on("error", () => {}); // the exit of the browser reports its end
    read.on("error", () => {});
    read.on("close", () => this.onclose?.());
    read.on("data", (chunk: Buffer) => this.#receive(chunk));
  }

  send(message: string): void {
    if (this.#waiting !== undefined) this.#waiting.push(message);
    else if (hasLongText(message)) void this.#sendInPieces(message);
    else this.#write.write(`${message}\0`);
  }

  close(): void {
    this.#isClosed = true;
  }

  async #sendInPieces(message: string): Promise<void> {
    const waiting: string[] = [];
    this.#waiting = waiting;
    for (const piece of piecesOf(message)) {
      this.#write.write(piece);
      await yieldToOthers();
    }
    this.#write.write("\0");
    this.#waiting = undefined;
    for (const next of waiting) this.send(next);
  }

  #receive(chunk: Buffer): void {
    if (this.#isClosed) return;
    this.#total += chunk.length;
    try {
      if (this.#total > TOTAL_LIMIT_BYTES) throw new RangeError("The browser sends too many messages.");
      let start = 0;
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
        this.#message.add(chunk.subarray(start, end));
        this.#deliver(this.#message.take());
        start = end + 1;
      }
      if (start < chunk.length) this.#message.add(chunk.subarray(start));
    } catch (error) {
      this.#isClosed = true;
      this.#flooded(error as Error);
    }
  }

  /** Delivers each message by itself, so that the event loop serves others between them. */
  #deliver(message: string | undefined): void {
    if (message !== undefined) setImmediate(() => this.onmessage?.(message));
  }
}
