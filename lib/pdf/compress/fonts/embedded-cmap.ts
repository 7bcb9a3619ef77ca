import { type CmapBlock, cmapBlocks, hexadecimalText } from "../../../fonts/cmap-blocks.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import type { Stream } from "../../objects.ts";

/** CMaps with other codes than two bytes are not supported. */
const TWO_BYTE_CODE_SPACE = /begincodespacerange\s*<0000>\s*<ffff>\s*endcodespacerange/i;
/** Families of mappings; some programs write `bf` instead of `cid`, which readers accept. */
const FAMILIES = ["cid", "bf", "notdef"];
/** Codes that are compared with ranges. */
const COMPARISONS_LIMIT = 10_000_000;

const numberOf = (token: string): number | undefined => {
  const hexadecimal = hexadecimalText(token);
  if (hexadecimal !== undefined) return hexadecimal === "" ? undefined : Number.parseInt(hexadecimal, 16);
  return /^\d{1,15}$/.test(token) ? Number(token) : undefined;
};

/** The ranges of a block: first and last code, and the CID of the first. Tokens that are no numbers are skipped. */
const rangesOf = function* ({ kind, tokens }: CmapBlock): Generator<[number, number, number]> {
  const length = kind === "char" ? 2 : 3;
  let numbers: number[] = [];
  for (const token of tokens) {
    const number = numberOf(token);
    numbers = number === undefined ? [] : [...numbers, number];
    if (numbers.length < length) continue;
    const [first = 0, second = 0, third = second] = numbers;
    yield kind === "char" ? [first, first, second] : [first, second, third];
    numbers = [];
  }
};

/**
 * All CIDs that a reader could select by two-byte codes in an embedded CMap (ISO 32000-2, 9.7.5.3); undefined if it
 * uses another CMap, has other codes, or has very many ranges.
 */
export const embeddedCids = (cmap: Stream, codes: ReadonlySet<number>, budget: Budget): Set<number> | undefined => {
  const map = plainData(cmap, budget)?.toString("latin1");
  if (map === undefined || cmap.dict.has("UseCMap") || /usecmap/.test(map) || !TWO_BYTE_CODE_SPACE.test(map))
    return undefined;
  // A reader that does not support the CMap uses the codes as CIDs.
  const cids = new Set(codes);
  let left = COMPARISONS_LIMIT;
  for (const block of cmapBlocks(map, FAMILIES)) {
    for (const [first, last, cid] of rangesOf(block)) {
      left -= codes.size;
      if (left < 0) return undefined;
      for (const code of codes) {
        // In a `notdef` range each code has the first CID.
        if (code >= first && code <= last) cids.add(cid).add((cid + code - first) & 0xffff);
      }
    }
  }
  return cids;
};
