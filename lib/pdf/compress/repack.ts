import { deflateQuickly, deflateThoroughly } from "../../deflate/deflate.ts";
import { deflateSync } from "../../zlib.ts";
import { get } from "../access.ts";
import type { Budget } from "../budget.ts";
import { decode, type Filter, filtersOf } from "../filters/decode.ts";
import { inflate } from "../filters/flate.ts";
import { type Dict, Name, Stream, type Value } from "../objects.ts";
import { reachableObjects } from "../reachable-objects.ts";

/** Deflates with the highest compression of zlib. */
export const deflate = (data: Uint8Array): Buffer => deflateSync(data, { level: 9, memLevel: 9 });

/** Replaces a stream's data and its filter; without `filter` the data is not encoded. */
export const setStreamData = (stream: Stream, data: Uint8Array, filter?: string, parms?: Dict): void => {
  stream.data = data;
  for (const key of ["Filter", "F", "DecodeParms", "DP", "DL"]) stream.dict.delete(key);
  if (filter !== undefined) stream.dict.set("Filter", new Name(filter));
  if (parms !== undefined) stream.dict.set("DecodeParms", parms);
};

/** Data of a document that is deflated thoroughly; the rest of a larger document is deflated quickly, to save time. */
const THOROUGH_LIMIT_BYTES = 32_000_000;

type Deflate = (data: Uint8Array) => Buffer;

/** A function that deflates the data of one document. */
const documentDeflate = (): Deflate => {
  let left = THOROUGH_LIMIT_BYTES;
  return (data) => {
    left -= data.length;
    return left >= 0 ? deflateThoroughly(data) : deflateQuickly(data);
  };
};

const isDeflated = (filters: readonly Filter[]): boolean => filters.length === 1 && filters[0]?.name === "FlateDecode";

/** Samples that are this many times as long as their deflated data are so even that deflating them thoroughly gains nothing. */
const EVEN_FACTOR = 32;

/** Deflates the samples of a picture again, whose prediction is kept: without it they would be larger. */
const repackPicture = (picture: Stream, budget: Budget, deflateData: Deflate): void => {
  if (!isDeflated(filtersOf(picture))) return;
  const samples = inflate(picture.data, budget);
  if (samples.length > EVEN_FACTOR * picture.data.length) return;
  const packed = deflateData(samples);
  if (packed.length < picture.data.length) picture.data = packed;
};

const repackStream = (stream: Stream, budget: Budget, deflateData: Deflate): void => {
  const filters = filtersOf(stream);
  if (filters.length > 4) return;
  const { data, rest } = decode(stream, budget);
  const [codec] = rest;
  if (codec !== undefined) {
    if (filters.length > 1 && rest.length === 1 && data.length <= stream.data.length) {
      setStreamData(stream, data, codec.name, codec.parms);
    }
    return;
  }
  const packed = deflateData(data);
  if (data.length <= packed.length + 20 && data.length <= stream.data.length) setStreamData(stream, data);
  else if (packed.length < stream.data.length) setStreamData(stream, packed, "FlateDecode");
};

/** The streams that keep their filters: of `pictures` only the deflated data becomes smaller, and `plain` ones are not changed. */
interface KeptFilters {
  readonly pictures: ReadonlySet<Value>;
  readonly plain: ReadonlySet<Value>;
}

/** Deflates every stream if that is smaller. Damaged ones are not changed. */
export const repackStreams = (root: Value, { pictures, plain }: KeptFilters, budget: Budget): void => {
  const deflateData = documentDeflate();
  for (const { value } of reachableObjects(root)) {
    if (!(value instanceof Stream) || plain.has(value) || get(value, "FFilter") !== undefined) continue;
    const repack = pictures.has(value) ? repackPicture : repackStream;
    try {
      budget.lend(() => repack(value, budget, deflateData));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }
};
