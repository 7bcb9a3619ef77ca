import { get, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Ref, Stream } from "../objects.ts";

const NEWLINE = Buffer.from("\n");

/** The decoded content of a page, its streams joined; undefined if one of them cannot be decoded. */
export const pageContent = (page: Ref, budget: Budget): Buffer | undefined => {
  const contents = get(page, "Contents");
  const streams = Array.isArray(contents) ? contents.map(resolve) : [contents];
  const pieces: Buffer[] = [];
  for (const stream of streams) {
    if (!(stream instanceof Stream)) continue;
    const data = plainData(stream, budget);
    if (data === undefined) return undefined;
    pieces.push(data, NEWLINE);
  }
  return pieces.length === 2 ? pieces[0] : Buffer.concat(pieces);
};
