import { asList, dictOf, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { Ref, Stream, type Value } from "../objects.ts";
import { isWhiteSpace } from "../read/characters.ts";
import { operations } from "./operations.ts";
import { readableContent } from "./readable-content.ts";

/** A page's content, and how many graphics states it saves and does not restore. Readers restore them at the end of the page. */
interface EnclosedContent {
  readonly streams: readonly Value[];
  readonly unrestored: number;
}

/** What stands in the way of content that follows. */
interface Faults {
  /** Where operators end that restore a state which is not saved. */
  readonly surplus: readonly number[];
  readonly unrestored: number;
  /** The end of the last operator, if what follows it is none; such as a text that is never closed. */
  readonly cutAt: number | undefined;
}

const faultsOf = (content: Buffer, budget: Budget): Faults => {
  const surplus: number[] = [];
  let [unrestored, last] = [0, 0];
  try {
    for (const { operator, end } of operations(content, budget)) {
      last = end;
      if (operator === "q") unrestored++;
      else if (operator === "Q" && unrestored > 0) unrestored--;
      else if (operator === "Q") surplus.push(end - 1);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { surplus, unrestored, cutAt: undefined };
  }
  const isEnded = content.subarray(last).every(isWhiteSpace);
  return { surplus, unrestored, cutAt: isEnded ? undefined : last };
};

/**
 * The content of a page as it can stand between other content: without operators that restore a state which it has not saved,
 * and without an end that would take up what follows. Readers ignore both on a page of their own.
 */
export const enclosedContent = (page: Ref, budget: Budget): EnclosedContent => {
  // Some readers show nothing of a page that names something else as its content.
  const streams = asList(dictOf(page)?.get("Contents")).filter((value) => resolve(value) instanceof Stream);
  const { changed, unrestored } = budget.lend(() => {
    const readable = readableContent(page, budget);
    if (readable === undefined) return { changed: undefined, unrestored: 0 };
    const { content, isDamaged } = readable;
    const { surplus, unrestored, cutAt } = faultsOf(content, budget);
    if (surplus.length === 0 && cutAt === undefined && !isDamaged) return { changed: undefined, unrestored };
    const changed = Buffer.from(content.subarray(0, cutAt));
    for (const at of surplus) changed.write(" ", at, "latin1");
    return { changed, unrestored };
  });
  if (changed === undefined) return { streams, unrestored };
  budget.spendBytes(changed.length);
  return { streams: [new Ref(new Stream(new Map(), changed))], unrestored };
};
