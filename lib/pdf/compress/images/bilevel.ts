import { decodeFax3, decodeFax4 } from "../../../pictures/fax.ts";
import { encodeJbig2 } from "../../../pictures/jbig2.ts";
import { get, numberAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { decode } from "../../filters/decode.ts";
import type { Stream } from "../../objects.ts";
import { setStreamData } from "../repack.ts";
import type { Candidate, CandidatePicture } from "./candidate.ts";
import type { ImageFacts } from "./image-facts.ts";

/** Pictures with fewer pixels gain nothing. */
const BILEVEL_MIN_PIXELS = 2048;

/** One byte per pixel from eight pixels per byte; 1 for a sample of 0, which JBIG2 calls black. */
const unpackBits = (data: Uint8Array, width: number, height: number): Uint8Array | undefined => {
  const stride = (width + 7) >> 3;
  if (data.length < stride * height) return undefined;
  const bits = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) bits[y * width + x] = ((data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1) ^ 1;
  }
  return bits;
};

/** The pixels of a bilevel picture, 1 for black; undefined for an unsupported encoding. */
const bitsOf = (image: Stream, { width, height, codec }: ImageFacts, budget: Budget): Uint8Array | undefined => {
  const { data } = decode(image, budget);
  if (codec === undefined) return unpackBits(data, width, height);
  const { name, parms } = codec;
  const columns = numberAt(parms, "Columns") ?? 1728;
  if (name !== "CCITTFaxDecode" || columns !== width) return undefined;
  budget.spendBytes(width * height);
  const k = numberAt(parms, "K") ?? 0;
  const isAligned = get(parms, "EncodedByteAlign") === true;
  const hasEndsOfLines = get(parms, "EndOfLine") === true;
  const bits =
    k < 0
      ? decodeFax4(data, width, height, isAligned)
      : decodeFax3(data, width, height, { isMixed: k > 0, hasEndsOfLines, isAligned });
  if (bits !== undefined && get(parms, "BlackIs1") === true) for (let at = 0; at < bits.length; at++) bits[at]! ^= 1;
  return bits;
};

/** A bilevel picture as JBIG2, in which no pixel changes; undefined if that is not smaller. */
export const bilevelCandidate = async (
  image: Stream,
  facts: ImageFacts,
  budget: Budget,
): Promise<Candidate | undefined> => {
  const { width, height, colours } = facts;
  if (width * height < BILEVEL_MIN_PIXELS || colours.channels !== 1 || colours.palette !== undefined) return undefined;
  const bits = bitsOf(image, facts, budget);
  if (bits === undefined) return undefined;
  const packed = await encodeJbig2({ bits, width, height });
  if (packed.length >= image.data.length * 0.95) return undefined;
  const apply = (picture: CandidatePicture): void => setStreamData(picture.image, packed, "JBIG2Decode");
  return { size: packed.length, cost: packed.length, apply };
};
