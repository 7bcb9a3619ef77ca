/** A block of mappings in a CMap, between `begin…char` or `begin…range` and its end: the tokens in it. */
export interface CmapBlock {
  readonly kind: "char" | "range";
  readonly tokens: readonly string[];
}

/** Hexadecimal strings, brackets, words; each character belongs to one attempt only. */
const TOKEN = /<[^<>]*>|[^\s<>[\]]+|[[\]<>]/g;
const BEGIN = /^begin(cid|bf|notdef)(char|range)$/;
const END = /^end(cid|bf|notdef)/;

/** The blocks of mappings of some families: `cid`, `bf`, `notdef`. A block without an end is left out. */
export function* cmapBlocks(map: string, families: readonly string[]): Generator<CmapBlock> {
  let block: { kind: "char" | "range"; tokens: string[] } | undefined;
  for (const [token] of map.matchAll(TOKEN)) {
    if (block !== undefined && END.test(token)) {
      yield block;
      block = undefined;
    } else if (block !== undefined) block.tokens.push(token);
    else {
      const [, family, kind] = BEGIN.exec(token) ?? [];
      if (family !== undefined && families.includes(family)) block = { kind: kind as "char" | "range", tokens: [] };
    }
  }
}

/** The text of a hexadecimal string, without white space and in lower case; undefined for another token. */
export const hexadecimalText = (token: string | undefined): string | undefined => {
  if (token === undefined || !/^<[\da-fA-F\s]*>$/.test(token)) return undefined;
  return token.slice(1, -1).replace(/\s/g, "").toLowerCase();
};

const TWO_BYTE_CODE_SPACE = /begincodespacerange\s*<0000>\s*<ffff>\s*endcodespacerange/i;

/** Whether a CMap has codes of two bytes only, and uses no other CMap. Readers interpret other CMaps differently. */
export const isTwoByteCmap = (map: string): boolean => TWO_BYTE_CODE_SPACE.test(map) && !/usecmap/.test(map);
