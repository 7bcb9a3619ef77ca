import { setImmediate as turn } from "node:timers/promises";

/** Bytes that are copied without letting other requests have their turn. */
const SLICE_BYTES = 4_194_304;

/** A copy of bytes, in memory of its own. A long copy lets other requests have their turn. */
export const copyInTurns = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const copy = new Uint8Array(bytes.length);
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    if (from > 0) await turn();
    copy.set(bytes.subarray(from, from + SLICE_BYTES), from);
  }
  return copy;
};
