import { randomUUID } from "node:crypto";
import { config } from "../../config.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { MB } from "../../settings/megabyte.ts";

/** An answer of the DevTools protocol that begins with data in base64: a printed document. */
const DATA_ANSWER_START = /^\{"id":\d{1,16},"result":\{"data":"/;
const QUOTE = 34;

/** Decoded data by the texts that stand for it in the answers. */
const dataByToken = new Map<string, Buffer>();

/** The bytes of an answer's data: those that a text stands for, else the text in base64. They can be taken once. */
export const bytesOfData = (data: string): Buffer => {
  const known = dataByToken.get(data);
  dataByToken.delete(data);
  return known ?? Buffer.from(data, "base64");
};

/**
 * A long answer with data, which is decoded while it arrives: as one text, a document of 100 MB would hold the serving thread
 * for a second.
 */
export class LongDataAnswer {
  readonly #start: string;
  readonly #pieces: Buffer[] = [];
  readonly #end: Buffer[] = [];
  #rest = "";
  #size = 0;
  #isDataOver = false as boolean;

  constructor(start: string) {
    this.#start = start;
  }

  /** The text before an answer's data; undefined for other messages. */
  static beginningOf(message: Buffer): string | undefined {
    return DATA_ANSWER_START.exec(message.toString("latin1", 0, 64))?.[0];
  }

  /** Adds bytes that follow the beginning. Throws PROCESSING_FAILED for more data than an output may have. */
  add(chunk: Buffer): void {
    if (this.#isDataOver) {
      this.#end.push(chunk);
      return;
    }
    const quote = chunk.indexOf(QUOTE);
    const text = this.#rest + chunk.toString("latin1", 0, quote < 0 ? chunk.length : quote);
    const whole = quote < 0 ? text.length - (text.length % 4) : text.length;
    this.#rest = text.slice(whole);
    const piece = Buffer.from(text.slice(0, whole), "base64");
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size > config.outputMb * MB) throw tooLarge();
    if (quote < 0) return;
    this.#isDataOver = true;
    this.#end.push(chunk.subarray(quote));
  }

  finish(): string {
    const token = randomUUID();
    dataByToken.set(token, Buffer.concat(this.#pieces, this.#size));
    return `${this.#start}${token}${Buffer.concat(this.#end).toString()}`;
  }
}

const tooLarge = () =>
  new ServiceError("PROCESSING_FAILED", `The result has more than ${config.outputMb} MB (PLATEN_OUTPUT_MB).`, {
    reason: "result-too-large",
  });

/** A longer text is sent in slices, between which the serving thread does other work. */
const SLICE_CHARACTERS = 262_144;

const textByToken = new Map<string, string>();

/** A text for a command of the DevTools protocol. In the command `value` stands for it, until it is released. */
interface CommandText {
  readonly value: string;
  release(): void;
}

/** A text for one command; a token stands for a long one, so that the command is short. */
export const commandText = (text: string): CommandText => {
  if (text.length <= SLICE_CHARACTERS) return { value: text, release: () => {} };
  const token = randomUUID();
  textByToken.set(token, text);
  return { value: token, release: () => void textByToken.delete(token) };
};

/** Whether a token in this message stands for a long text. */
export const hasLongText = (message: string): boolean =>
  message.length <= SLICE_CHARACTERS && [...textByToken.keys()].some((token) => message.includes(token));

/** The pieces of a message, with the long text in place of its token, as JSON (RFC 8259, 7). */
export function* piecesOf(message: string): Generator<string> {
  const [token = "", text = ""] = [...textByToken].find(([key]) => message.includes(key)) ?? [];
  const at = text === "" ? message.length : message.indexOf(token);
  yield message.slice(0, at);
  // A surrogate pair that is cut becomes two escapes, which JSON reads as the pair.
  for (let from = 0; from < text.length; from += SLICE_CHARACTERS)
    yield JSON.stringify(text.slice(from, from + SLICE_CHARACTERS)).slice(1, -1);
  yield message.slice(at + token.length);
}
