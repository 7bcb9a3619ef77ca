import { Readable } from "node:stream";
import { config } from "../config.ts";
import type { Middleware, Reply, Request } from "./exchange.ts";
import type { Opened } from "./opened.ts";

/** Bytes of a file that are read at once. */
const CHUNK = 1_048_576;

/** A document as a stream, which closes its file; what is in pieces has to be removed when all is out. */
export const streamOf = (body: Opened): Readable => {
  if (body instanceof Uint8Array) return Readable.from([body]);
  return "pieces" in body ? Readable.from(body.pieces) : body.file.createReadStream({ highWaterMark: CHUNK });
};

const base64Of = async (body: Opened): Promise<string> => {
  if (body instanceof Uint8Array) return Buffer.from(body).toString("base64");
  try {
    return "pieces" in body ? Buffer.concat(body.pieces).toString("base64") : await body.file.readFile("base64");
  } finally {
    await body.remove?.();
  }
};

/** Hands the answer over in the form that its transport takes: a stream to Lambda, base64 to serverless-offline. */
export const deliver = (): Middleware => {
  const hand = async (request: Request): Promise<void> => {
    const reply = request.response as Reply;
    const { body } = reply;
    if (typeof body === "string" || !(config.onLambda || config.offline)) return;
    request.response = (
      config.onLambda
        ? { ...reply, body: streamOf(body) }
        : { ...reply, body: await base64Of(body), isBase64Encoded: true }
    ) as Reply;
  };
  return { after: hand, onError: hand };
};
