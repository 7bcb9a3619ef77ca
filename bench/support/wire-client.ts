// Sends prepared bodies over a bare socket in a separate process, one for each message, and discards the answers.
import { readFileSync } from "node:fs";
import { connect } from "node:net";

/** A request: method and path, headers, and the file with the body. */
export interface Order {
  readonly port: number;
  readonly to: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer: its status, its JSON if it has any, the bytes of its body, and the seconds until it began and was complete. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly size: number;
  readonly began: number;
  readonly seconds: number;
}

const HEAD_END = "\r\n\r\n";
/** The part of an answer that is kept, for JSON. */
const KEPT_BODY_BYTES = 4096;

let last: { file: string; bytes: Buffer } | undefined;
/** Bodies by name, so that each is read once. */
const bodyIn = (file: string | undefined): Buffer => {
  if (file === undefined) return Buffer.alloc(0);
  if (last?.file !== file) last = { file, bytes: readFileSync(file) };
  return last.bytes;
};

const send = ({ port, to, headers, body: file }: Order): Promise<Answer> => {
  const body = bodyIn(file);
  const all = { Host: "bench", ...headers, "Content-Length": `${body.length}`, Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `\r\n${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let [begun, size, began] = ["", 0, Number.NaN];
    const take = (count: number, buffer: Uint8Array): boolean => {
      if (size === 0) began = (performance.now() - started) / 1000;
      size += count;
      if (begun.length < KEPT_BODY_BYTES)
        begun += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString("latin1");
      return true;
    };
    const onread = { buffer: Buffer.allocUnsafe(1 << 20), callback: take };
    const socket = connect({ port, host: "127.0.0.1", onread });
    // A server that refuses a body closes the connection while the body is being sent.
    socket.on("error", (error) => (begun === "" ? reject(error) : undefined));
    socket.on("close", () => {
      const seconds = (performance.now() - started) / 1000;
      const head = begun.indexOf(HEAD_END) + HEAD_END.length;
      const json = /^content-type: application\/json/im.test(begun) ? JSON.parse(begun.slice(head)) : undefined;
      resolve({ status: Number(begun.split(" ")[1]), json, size: size - head, began, seconds });
    });
    socket.write(`${to} HTTP/1.1${lines.join("")}${HEAD_END}`, "latin1");
    socket.write(body);
  });
};

process.on("message", (order: Order) => void send(order).then((answer) => process.send!(answer)));
