// The minimal cost of HTTP in Node: reads a body into memory and sends it back. Prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  const body = Buffer.allocUnsafeSlow(Number(request.headers["content-length"]));
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    body.set(chunk, size);
    size += chunk.length;
  });
  request.on("end", () => response.writeHead(200, { "Content-Length": size }).end(body));
}).listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
