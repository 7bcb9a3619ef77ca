import { dictOf, numberAt } from "./access.ts";
import type { Budget } from "./budget.ts";
import { prepareOutput } from "./invalidated-parts.ts";
import type { Document } from "./read/open.ts";
import type { OutputDocument } from "./write/write.ts";

/** The document with the pages at these positions turned by an angle in degrees, clockwise (ISO 32000-2, table 31, `Rotate`). */
export const rotatePages = (
  document: Document,
  angle: number,
  positions: ReadonlySet<number>,
  budget: Budget,
): OutputDocument => {
  const output = prepareOutput(document, budget);
  for (const position of positions) {
    const page = document.pages[position];
    dictOf(page)?.set("Rotate", ((((numberAt(page, "Rotate") ?? 0) + angle) % 360) + 360) % 360);
  }
  return output;
};
