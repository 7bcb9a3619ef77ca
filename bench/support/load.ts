import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** The result of a load: requests a second, and their times in ms. */
export interface Load {
  readonly perSecond: number;
  readonly times: readonly number[];
  readonly failures: number;
}

/** The bytes of a request with a body, which is JSON unless a type is given. */
export const requestBytes = (path: string, key: string, body: string | Uint8Array, type = "application/json"): Buffer =>
  Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: ${type}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    ),
    Buffer.from(body as string),
  ]);

/** A form that holds one file, and its type. */
export const fileForm = (file: Uint8Array): { body: Buffer; type: string } => ({
  body: Buffer.concat([
    Buffer.from('--edge\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n'),
    file,
    Buffer.from("\r\n--edge--\r\n"),
  ]),
  type: "multipart/form-data; boundary=edge",
});

/** The bytes of a request with a form that holds one file. */
export const formBytes = (path: string, key: string, file: Uint8Array): Buffer => {
  const { body, type } = fileForm(file);
  return requestBytes(path, key, body, type);
};

/** A connection to the service. */
export const connected = async (port: number): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1").setNoDelay();
  await once(socket, "connect");
  return socket;
};

/** Sends a request on a persistent connection. Resolves with the status when its answer is complete. */
export const ask = async (socket: Socket, request: Buffer): Promise<number> => {
  socket.write(request);
  let answer = Buffer.alloc(0);
  for (;;) {
    const [chunk] = await once(socket, "data");
    answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
    const head = answer.indexOf("\r\n\r\n");
    if (head < 0) continue;
    const text = answer.toString("latin1", 0, head);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    if (answer.length >= head + 4 + length) return Number(text.slice(9, 12));
  }
};

/** Sends `count` requests over so many connections, with the keys in turn. */
export const load = async (
  port: number,
  path: string,
  body: string | Buffer,
  keys: readonly string[],
  { count, clients, type = "application/json" }: { count: number; clients: number; type?: string },
): Promise<Load> => {
  const requests = keys.map((key) => requestBytes(path, key, body, type));
  const times: number[] = [];
  let [next, failures] = [0, 0];
  const started = performance.now();
  const client = async () => {
    const socket = await connected(port);
    while (next < count) {
      const request = requests[next++ % requests.length]!;
      const before = performance.now();
      if ((await ask(socket, request)) !== 200) failures++;
      times.push(performance.now() - before);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { perSecond: (count * 1000) / (performance.now() - started), times, failures };
};

/** The quantile of the values: this share of them is below it. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;
