import { rtfTokens } from "./tokens.ts";

/** Destinations outside the body that need no star before them. */
const OTHER_DESTINATION = /^(?:fonttbl|colortbl|stylesheet|info|header[lrf]?|footer[lrf]?)$/;
const HEADER_OR_FOOTER = /^(?:header|footer)[lrf]?$/;

/** Control words that make something in the body of which the page is then laid out. */
const BODY_WORD =
  /^(?:par|sect|page|column|cell|row|line|tab|u|pict|shp|object|bullet|[lr](?:dbl)?quote|e[mn]dash|chpgn)$/;

/**
 * The place of the brace that ends a document which has a header or a footer, but nothing in its body; undefined for other
 * documents.
 */
export const emptyBodyEnd = (rtf: string): number | undefined => {
  if (!/\\(?:header|footer)[lrf]?(?![a-z])/.test(rtf)) return undefined;
  let [depth, outsideFrom, isStarred] = [0, Infinity, false];
  let hasHeader = false;
  for (const token of rtfTokens(rtf)) {
    const isInBody = depth < outsideFrom;
    if (token.kind === "begin") depth++;
    else if (token.kind === "end") {
      depth--;
      if (depth === 0) return hasHeader ? token.start : undefined;
      if (depth < outsideFrom) outsideFrom = Infinity;
    } else if (token.kind === "bytes") {
      if (isInBody && token.bytes.toString("latin1").trim() !== "") return undefined;
    } else if (isInBody) {
      if (isStarred || OTHER_DESTINATION.test(token.word)) outsideFrom = depth;
      else if (BODY_WORD.test(token.word)) return undefined;
      hasHeader ||= HEADER_OR_FOOTER.test(token.word);
    }
    isStarred = token.kind === "control" && token.word === "*";
  }
  return undefined;
};
