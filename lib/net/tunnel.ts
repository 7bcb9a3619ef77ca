import type { Socket } from "node:net";
import { connectTo } from "./connect.ts";
import { ConnectionRefused, DOCUMENT_LIMITS, type Egress, reasonOf } from "./egress.ts";

/** Pipes both ways until one end closes or fails, nothing arrives for too long, or the document reaches its limit of bytes. */
const pipeBothWays = (through: Egress, url: string, near: Socket, far: Socket): void => {
  const cut = () => {
    near.destroy();
    far.destroy();
  };
  for (const end of [near, far]) end.on("error", cut).on("close", cut).setNoDelay(true);
  far.setTimeout(DOCUMENT_LIMITS.silenceMs, cut);
  far.on("data", (chunk: Buffer) => {
    if (through.countBytes(chunk.length)) return;
    through.traffic.refuse(url, "response too large");
    cut();
  });
  far.pipe(near);
  near.pipe(far);
};

/** Opens a tunnel for a CONNECT request (`host:port`) of the browser, which it sends for https, ws and wss. */
export const tunnel = async (through: Egress, authority: string, near: Socket, head: Buffer): Promise<void> => {
  near.on("error", () => near.destroy());
  const url = URL.canParse(`https://${authority}`) ? new URL(`https://${authority}`) : undefined;
  if (url === undefined) {
    near.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    return;
  }
  try {
    const port = Number(url.port) || 443;
    const far = await connectTo(port, url.hostname, await through.addressesOf(url.hostname, port));
    through.sockets.add(far);
    far.on("close", () => through.sockets.delete(far));
    near.write("HTTP/1.1 200 OK\r\n\r\n");
    if (head.length > 0) far.write(head);
    pipeBothWays(through, url.origin, near, far);
  } catch (error) {
    const reason = error instanceof ConnectionRefused ? error.reason : reasonOf(error);
    through.traffic.refuse(url.origin, reason);
    near.end(`HTTP/1.1 ${reason === "private address" ? "403 Forbidden" : "502 Bad Gateway"}\r\n\r\n`);
  }
};
