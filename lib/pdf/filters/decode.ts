import { dictOf, get, numberAt, resolve } from "../access.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { type Dict, Name, type Stream } from "../objects.ts";
import { decode85, decodeHex } from "./ascii.ts";
import { inflate } from "./flate.ts";
import { decodeLzw } from "./lzw.ts";
import { undoPrediction } from "./predictor.ts";
import { decodeRuns } from "./run-length.ts";

/** One filter of a stream: its full name and its parameters. */
export interface Filter {
  name: string;
  parms: Dict | undefined;
}

const ABBREVIATIONS: Record<string, string> = {
  A85: "ASCII85Decode",
  AHx: "ASCIIHexDecode",
  CCF: "CCITTFaxDecode",
  DCT: "DCTDecode",
  Fl: "FlateDecode",
  LZW: "LZWDecode",
  RL: "RunLengthDecode",
};

type Decoder = (data: Uint8Array, parms: Dict | undefined, budget: Budget) => Buffer;

const DECODERS: Record<string, Decoder> = {
  FlateDecode: (data, parms, budget) => undoPrediction(inflate(data, budget), parms, budget),
  LZWDecode: (data, parms, budget) =>
    undoPrediction(decodeLzw(data, numberAt(parms, "EarlyChange") ?? 1, budget), parms, budget),
  ASCII85Decode: (data, _, budget) => decode85(data, budget),
  ASCIIHexDecode: (data, _, budget) => decodeHex(data, budget),
  RunLengthDecode: (data, _, budget) => decodeRuns(data, budget),
};

const listOf = <Entry>(value: Entry | Entry[] | undefined): Entry[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

/** The filters of a stream, in the order of decoding. */
export const filtersOf = (stream: Stream): Filter[] => {
  const names = listOf(get(stream, "Filter") ?? get(stream, "F")).map((entry) => resolve(entry));
  const parms = listOf(get(stream, "DecodeParms") ?? get(stream, "DP"));
  return names.flatMap((name, index) =>
    name instanceof Name ? { name: ABBREVIATIONS[name.text] ?? name.text, parms: dictOf(parms[index]) } : [],
  );
};

/** Filters that are undone; a stream with more of them is left as it is. */
const FILTERS_LIMIT = 16;
/** The binary logarithm of the bytes of its input for which a filter costs one unit of the budget: many objects may decode
 * the same stream. */
const INPUT_BYTES_LOG2 = 8;

/** Decodes the general filters. `rest` are the remaining filters from the first image codec or unknown filter on. */
export const decode = (stream: Stream, budget: Budget): { data: Uint8Array; rest: Filter[] } => {
  const filters = filtersOf(stream);
  let { data } = stream;
  if (filters.length > FILTERS_LIMIT) return { data, rest: filters };
  for (const [index, { name, parms }] of filters.entries()) {
    const decoder = DECODERS[name];
    if (decoder === undefined) return { data, rest: filters.slice(index) };
    budget.spendValues(1 + (data.length >> INPUT_BYTES_LOG2));
    data = decoder(data, parms, budget);
  }
  return { data, rest: [] };
};

/** The fully decoded data of a stream; undefined if a filter is an image codec, or the data is damaged. */
export const plainData = (stream: Stream, budget: Budget): Buffer | undefined => {
  try {
    const { data, rest } = decode(stream, budget);
    if (rest.length > 0) return undefined;
    return Buffer.from(data.buffer, data.byteOffset, data.length);
  } catch (error) {
    if (error instanceof OverBudget) throw error;
    return undefined;
  }
};
