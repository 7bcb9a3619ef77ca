import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import type { Stream } from "../../objects.ts";

/** CMaps with other codes than two bytes are not supported. */
const TWO_BYTE_CODE_SPACE = /begincodespacerange\s*<0000>\s*<ffff>\s*endcodespacerange/i;
/** Blocks of mappings; some programs write `bf` instead of `cid`, which readers accept. */
const MAPPING_BLOCKS = /begin(?:cid|bf|notdef)(char|range)([\s\S]*?)end(?:cid|bf|notdef)/g;
const NUMBER = "\\s*(<[\\da-fA-F]+>|\\d+)";
const CHAR = new RegExp(NUMBER.repeat(2), "g");
const RANGE = new RegExp(NUMBER.repeat(3), "g");

const numberOf = (token: string): number =>
  token.startsWith("<") ? Number.parseInt(token.slice(1), 16) : Number.parseInt(token, 10);

/** The ranges of a block: first and last code, and the CID of the first. */
const rangesOf = function* (kind: string, block: string): Generator<[number, number, number]> {
  for (const [, ...tokens] of block.matchAll(kind === "char" ? CHAR : RANGE)) {
    const numbers = tokens.map(numberOf);
    yield [numbers[0]!, numbers.at(-2)!, numbers.at(-1)!];
  }
};

/**
 * All CIDs that a reader could select by two-byte codes in an embedded CMap (ISO 32000-2, 9.7.5.3); undefined if it
 * uses another CMap, or has other codes.
 */
export const embeddedCids = (cmap: Stream, codes: ReadonlySet<number>, budget: Budget): Set<number> | undefined => {
  const map = plainData(cmap, budget)?.toString("latin1");
  if (map === undefined || cmap.dict.has("UseCMap") || /usecmap/.test(map) || !TWO_BYTE_CODE_SPACE.test(map))
    return undefined;
  // A reader that does not support the CMap uses the codes as CIDs.
  const cids = new Set(codes);
  for (const [, kind, block] of map.matchAll(MAPPING_BLOCKS)) {
    for (const [first, last, cid] of rangesOf(kind!, block!)) {
      for (const code of codes) {
        // In a `notdef` range each code has the first CID.
        if (code >= first && code <= last) cids.add(cid).add((cid + code - first) & 0xffff);
      }
    }
  }
  return cids;
};
