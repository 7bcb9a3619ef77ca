import { createHash } from "node:crypto";
import { slicesOf } from "../workers/event-loop.ts";
import type { EndpointResult } from "./exchange.ts";

/** Bytes that are hashed before the serving thread does other work. */
const SLICE_BYTES = 262_144;

const digestOf = async (body: EndpointResult["body"]): Promise<string | undefined> => {
  if ("path" in body) return undefined;
  const hash = createHash("sha256");
  for (const piece of body instanceof Uint8Array ? [body] : body.pieces)
    for await (const slice of slicesOf(piece, SLICE_BYTES)) hash.update(slice);
  return hash.digest("base64url");
};

/**
 * The strong entity tag of a document (RFC 9110, 8.8.3): the digest that its worker has computed, else one of the bytes in
 * memory. Undefined for a file without a digest, which would have to be read once more.
 */
export const entityTagOf = async ({ body, digest }: EndpointResult): Promise<string | undefined> => {
  const tag = digest ?? (await digestOf(body));
  return tag && `"${tag}"`;
};
