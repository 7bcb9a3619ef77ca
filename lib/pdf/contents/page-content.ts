import { asList, get, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Ref, Stream } from "../objects.ts";

const NEWLINE = Buffer.from("\n");

/** The content streams of a page. */
export const contentStreamsOf = (page: Ref): Stream[] =>
  asList(get(page, "Contents"))
    .map(resolve)
    .filter((stream) => stream instanceof Stream);

/** The decoded content of a page, its streams joined; undefined if one of them cannot be decoded. */
export const pageContent = (page: Ref, budget: Budget): Buffer | undefined => {
  const pieces: Buffer[] = [];
  for (const stream of contentStreamsOf(page)) {
    const data = plainData(stream, budget);
    if (data === undefined) return undefined;
    pieces.push(data, NEWLINE);
  }
  return pieces.length === 2 ? pieces[0] : Buffer.concat(pieces);
};
