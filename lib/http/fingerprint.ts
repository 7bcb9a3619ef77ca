import { createHash } from "node:crypto";
import { slicesOf } from "../workers/event-loop.ts";

/** Bytes or characters that are hashed before the serving thread does other work. */
const SLICE_LENGTH = 1_048_576;

/** A value in pieces, each part of it with its kind and length, so that no two values have the same pieces. */
function* piecesOf(value: unknown): Generator<string | Uint8Array> {
  if (typeof value === "string" || value instanceof Uint8Array) {
    yield `${typeof value === "string" ? "s" : "b"}${value.length}:`;
    yield value;
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    yield `${Array.isArray(value) ? "a" : "o"}${entries.length}:`;
    for (const entry of entries.flat()) yield* piecesOf(entry);
  } else yield `v${value};`;
}

/** A digest of a request's path and parts. Two sendings of one form have the same digest, whatever their boundaries are. */
export const fingerprintOf = async (path: string, parts: unknown): Promise<string> => {
  const hash = createHash("sha256");
  for (const piece of piecesOf([path, parts]))
    for await (const slice of slicesOf(piece, SLICE_LENGTH)) hash.update(slice);
  return hash.digest("base64url");
};
