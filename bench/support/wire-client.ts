// Sends prepared bodies over a bare socket, in a process of its own, and lets the answers go: one order a message.
import { readFileSync } from "node:fs";
import { connect } from "node:net";

/** What is sent: method and path, headers, and the file that holds the body. */
export interface Order {
  readonly port: number;
  readonly to: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back: its status, what of it is JSON, bytes of its body, and the seconds until it began and was whole. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly size: number;
  readonly began: number;
  readonly seconds: number;
}

const HEAD_END = "\r\n\r\n";
/** Bytes of an answer that are looked at. */
const KEPT = 4096;

let last: { file: string; bytes: Buffer } | undefined;
/** Bodies are known by their names: none is written twice. */
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
      if (begun.length < KEPT) begun += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString("latin1");
      return true;
    };
    const onread = { buffer: Buffer.allocUnsafe(1 << 20), callback: take };
    const socket = connect({ port, host: "127.0.0.1", onread });
    // A server that refuses a body closes while it is being sent.
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
