import { deflateSync } from "../../zlib.ts";
import { get, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { decode, filtersOf } from "../filters/decode.ts";
import { type Dict, Name, Stream, type Value } from "../objects.ts";
import { reachableObjects } from "../reachable-objects.ts";

/** Deflates with the highest compression. */
export const deflate = (data: Uint8Array): Buffer => deflateSync(data, { level: 9, memLevel: 9 });

/** Replaces a stream's data and its filter; without `filter` the data is not encoded. */
export const setStreamData = (stream: Stream, data: Uint8Array, filter?: string, parms?: Dict): void => {
  stream.data = data;
  for (const key of ["Filter", "F", "DecodeParms", "DP", "DL"]) stream.dict.delete(key);
  if (filter !== undefined) stream.dict.set("Filter", new Name(filter));
  if (parms !== undefined) stream.dict.set("DecodeParms", parms);
};

/** Whether a stream is an image with a predictor. Such images are not changed, because deflate alone would be larger. */
const isPredicted = (stream: Stream): boolean => {
  const filters = filtersOf(stream);
  return nameAt(stream, "Subtype") === "Image" && filters.some(({ parms }) => parms !== undefined);
};

const repackStream = (stream: Stream, budget: Budget): void => {
  const filters = filtersOf(stream);
  if (isPredicted(stream) || filters.length > 4) return;
  const { data, rest } = decode(stream, budget);
  const [codec] = rest;
  if (codec !== undefined) {
    if (filters.length > 1 && rest.length === 1 && data.length <= stream.data.length) {
      setStreamData(stream, data, codec.name, codec.parms);
    }
    return;
  }
  const packed = deflate(data);
  if (data.length <= packed.length + 20 && data.length <= stream.data.length) setStreamData(stream, data);
  else if (packed.length < stream.data.length) setStreamData(stream, packed, "FlateDecode");
};

/** Deflates every stream if that is smaller. Streams in `done`, and damaged ones, are not changed. */
export const repackStreams = (root: Value, done: ReadonlySet<Value>, budget: Budget): void => {
  for (const { value } of reachableObjects(root)) {
    if (!(value instanceof Stream) || done.has(value) || get(value, "FFilter") !== undefined) continue;
    try {
      budget.lend(() => repackStream(value, budget));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }
};
