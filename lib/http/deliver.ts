import { Readable } from "node:stream";
import { config } from "../config.ts";
import { MB } from "../settings/megabyte.ts";
import type { Reply } from "./exchange.ts";
import type { Middleware } from "./middleware.ts";
import type { OpenBody } from "./open-body.ts";
import type { Received } from "./request.ts";

/** Bytes of a file that are read at once. */
export const FILE_CHUNK_BYTES = MB;

/** A document as a stream. The stream of a file closes it; a document in pieces is removed by its sender. */
export const streamOf = (body: OpenBody): Readable => {
  if (body instanceof Uint8Array) return Readable.from([body]);
  if ("stream" in body) return body.stream;
  return "pieces" in body
    ? Readable.from(body.pieces)
    : body.file.createReadStream({ highWaterMark: FILE_CHUNK_BYTES });
};

const base64Of = async (body: OpenBody): Promise<string> => {
  if (body instanceof Uint8Array) return Buffer.from(body).toString("base64");
  try {
    if ("stream" in body) return Buffer.concat(await body.stream.toArray()).toString("base64");
    return "pieces" in body ? Buffer.concat(body.pieces).toString("base64") : await body.file.readFile("base64");
  } finally {
    await body.remove?.();
  }
};

/** Converts an answer for its transport: a stream for Lambda, base64 for serverless-offline. */
export const convertReply = async (reply: Reply): Promise<void> => {
  const { body } = reply;
  if (typeof body === "string" || !(config.onLambda || config.offline)) return;
  Object.assign(
    reply,
    config.onLambda ? { body: streamOf(body) } : { body: await base64Of(body), isBase64Encoded: true },
  );
};

/** Converts the answer for its transport. That of a job is not sent. */
export const deliver = (): Middleware<Received> => {
  const convert = async ({ context }: Received, reply: Reply): Promise<void> => {
    if (context.job === undefined) await convertReply(reply);
  };
  return { after: convert, onError: convert };
};
