import { config } from "../../config.ts";
import { ServiceError } from "../../errors.ts";

/** Characters from which on it is asked, before the work, whether it can be done by the deadline. */
export const DOUBTFUL = 12_000_000;

const STRETCHES = 8;
const STRETCH = 65_536;

/** How much faster pieces are printed when two are printed at a time, and how far a forecast may be off. */
const TOGETHER = 1.7;
const DOUBT = 1.3;

const MEGABYTE = 1_048_576;

/** Stretches of whole lines from all over a document: what takes about as long for its length as the whole. */
export const excerpt = (markdown: string): string => {
  const stretches = Array.from({ length: STRETCHES }, (_, index) => {
    const from = Math.floor((index * (markdown.length - STRETCH)) / (STRETCHES - 1));
    const begin = index === 0 ? 0 : markdown.indexOf("\n", from) + 1;
    const end = markdown.indexOf("\n", begin + STRETCH);
    return markdown.slice(begin, end < 0 || end > begin + 2 * STRETCH ? begin + STRETCH : end);
  });
  return stretches.join("\n\n");
};

/**
 * Throws PROCESSING_FAILED, saying how large the document is and how large it may be, where the whole cannot be done by
 * the deadline if `sample` characters of it have taken so many milliseconds.
 */
export const judge = (whole: number, sample: number, took: number): void => {
  const forecast = (took * whole) / sample / TOGETHER;
  if (forecast <= config.deadline * DOUBT) return;
  const [have, most] = [whole, (whole * config.deadline) / forecast].map((length) => Math.round(length / MEGABYTE));
  throw new ServiceError(
    "PROCESSING_FAILED",
    `The document has ${have} MB of Markdown: about ${most} MB of its kind can be printed within ${config.deadline / 1000} s.`,
  );
};
