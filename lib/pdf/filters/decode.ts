import { asList, dictOf, get, numberAt, resolve } from "../access.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { type Dict, Name, type Stream } from "../objects.ts";
import { hexValue } from "../read/characters.ts";
import { inflate } from "./flate.ts";
import { decodeLzw } from "./lzw.ts";
import { undoPrediction } from "./predictor.ts";

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

/** The filters of a stream, in the order of decoding. */
export const filtersOf = (stream: Stream): Filter[] => {
  const names = asList(get(stream, "Filter") ?? get(stream, "F")).map((entry) => resolve(entry));
  const parms = asList(get(stream, "DecodeParms") ?? get(stream, "DP"));
  return names.flatMap((name, index) =>
    name instanceof Name ? { name: ABBREVIATIONS[name.text] ?? name.text, parms: dictOf(parms[index]) } : [],
  );
};

/** Filters that are undone; a stream with more of them is left as it is. */
const FILTERS_LIMIT = 16;
/**
 * A filter costs one unit of the budget for each 256 bytes of its input (here as a binary logarithm), because many objects
 * may decode the same stream.
 */
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

/** Decodes RunLengthDecode (ISO 32000-2, 7.4.5). */
const decodeRuns = (data: Uint8Array, budget: Budget): Buffer => {
  const out = budget.writer();
  for (let at = 0; at < data.length; ) {
    const length = data[at++];
    const byte = data[at];
    if (length === undefined || byte === undefined || length === 128) break;
    if (length < 128) {
      const end = Math.min(at + length + 1, data.length);
      out.writeBytes(data, at, end);
      at = end;
    } else {
      for (let count = 257 - length; count > 0; count--) out.push(byte);
      at++;
    }
  }
  return out.bytes;
};

/** Decodes ASCIIHexDecode (ISO 32000-2, 7.4.2). */
const decodeHex = (data: Uint8Array, budget: Budget): Buffer => {
  const out = budget.writer();
  let high = -1;
  for (const byte of data) {
    if (byte === 62) break;
    const digit = hexValue(byte);
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      out.push(high * 16 + digit);
      high = -1;
    }
  }
  if (high >= 0) out.push(high * 16);
  return out.bytes;
};

/** Decodes ASCII85Decode (ISO 32000-2, 7.4.3). */
const decode85 = (data: Uint8Array, budget: Budget): Buffer => {
  const out = budget.writer();
  let group = 0;
  let digits = 0;
  const emit = (count: number) => {
    for (let shift = 0; shift < count; shift++) out.push(Math.floor(group / 256 ** (3 - shift)) & 255);
    group = 0;
    digits = 0;
  };
  for (const byte of data) {
    if (byte === 126) break;
    if (byte === 122 && digits === 0) emit(4);
    if (byte < 33 || byte > 117) continue;
    group = group * 85 + byte - 33;
    if (++digits === 5) emit(4);
  }
  if (digits > 1) {
    const count = digits - 1;
    for (; digits < 5; digits++) group = group * 85 + 84;
    emit(count);
  }
  return out.bytes;
};
