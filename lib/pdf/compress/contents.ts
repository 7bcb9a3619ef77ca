import { dictAt, dictOf, get, numberAt, resolve } from "../access.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { normalise } from "../contents/normalise.ts";
import { pageContent } from "../contents/page.ts";
import { Ref, Stream } from "../objects.ts";
import type { Document } from "../read/open.ts";
import { deflate, setData } from "./repack.ts";

/** The content streams of a page. */
const streamsOf = (page: Ref): Stream[] => {
  const contents = get(page, "Contents");
  const streams = (Array.isArray(contents) ? contents : [contents]).map((entry) => resolve(entry));
  return streams.filter((stream) => stream instanceof Stream);
};

const rewrite = (page: Ref, streams: Stream[], budget: Budget): void => {
  const content = pageContent(page, budget);
  const plain = content && normalise(content, dictAt(page, "Resources"), numberAt(page, "UserUnit") ?? 1);
  if (content === undefined || plain === undefined) return;
  const packed = deflate(plain);
  const before = streams.reduce((sum, { data }) => sum + data.length, 0);
  if (packed.length >= Math.min(before, deflate(content).length)) return;
  const stream = new Stream(new Map(), packed);
  setData(stream, packed, "FlateDecode");
  dictOf(page)!.set("Contents", new Ref(stream));
};

/** Writes the content of pages anew where that makes it smaller; content that several pages share stays as it is. */
export const rewriteContents = ({ pages }: Document, budget: Budget): void => {
  const users = new Map<Stream, number>();
  for (const stream of pages.flatMap(streamsOf)) users.set(stream, (users.get(stream) ?? 0) + 1);
  for (const page of pages) {
    const streams = streamsOf(page);
    if (streams.length === 0 || streams.some((stream) => users.get(stream)! > 1)) continue;
    try {
      budget.lend(() => rewrite(page, streams, budget));
    } catch (error) {
      if (!(error instanceof OverBudget || error instanceof RangeError)) throw error;
    }
  }
};
