import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { config } from "../config.ts";
import type { Finished } from "../engines/engine.ts";
import type { Middleware, Reply, Request } from "./exchange.ts";
import { logFailure } from "./log.ts";

/** Bytes of a file that are read at once. */
const CHUNK = 1_048_576;

/**
 * A finished document as a stream; what is in pieces has to be removed when all is out, a file's name is removed once it is open,
 * for a function may be stopped when it is read.
 */
export const streamOf = (body: Finished): Readable => {
  if (body instanceof Uint8Array) return Readable.from([body]);
  if ("pieces" in body) return Readable.from(body.pieces);
  const stream = createReadStream(body.path, { highWaterMark: CHUNK });
  const remove = () => void body.remove().catch((error) => logFailure("removing a result", error));
  stream.once("open", remove).once("close", remove);
  return stream;
};

const base64Of = async (body: Finished): Promise<string> => {
  if (body instanceof Uint8Array) return Buffer.from(body).toString("base64");
  try {
    if ("pieces" in body) return Buffer.concat(body.pieces).toString("base64");
    return await readFile(body.path, "base64");
  } finally {
    await body.remove();
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
