import { config } from "../../config.ts";
import { tooComplex } from "../../errors/document-errors.ts";
import { MB } from "../../settings/megabyte.ts";

/** Of a longer document an excerpt is printed first, to forecast whether the whole can be printed by the deadline. */
export const FORECAST_MIN_CHARACTERS = 12_000_000;

const EXCERPT_PARTS_COUNT = 8;
const EXCERPT_PART_CHARACTERS = 65_536;

/** The speed-up of printing two pieces at a time. */
const PARALLEL_SPEEDUP = 1.7;
/** The factor by which a forecast may exceed the deadline. */
const FORECAST_TOLERANCE = 1.3;

/** Whole lines from several places of a document, which take about the same time for each character as the whole document. */
export const excerpt = (markdown: string): string => {
  const parts = Array.from({ length: EXCERPT_PARTS_COUNT }, (_, index) => {
    const from = Math.floor((index * (markdown.length - EXCERPT_PART_CHARACTERS)) / (EXCERPT_PARTS_COUNT - 1));
    const begin = index === 0 ? 0 : markdown.indexOf("\n", from) + 1;
    const end = markdown.indexOf("\n", begin + EXCERPT_PART_CHARACTERS);
    return markdown.slice(
      begin,
      end < 0 || end > begin + 2 * EXCERPT_PART_CHARACTERS ? begin + EXCERPT_PART_CHARACTERS : end,
    );
  });
  return parts.join("\n\n");
};

/**
 * Throws PROCESSING_FAILED if a document of `totalCharacters` cannot be printed by the deadline, because an excerpt of
 * `excerptCharacters` has taken `excerptMs`. The message says how large the document is, and how large it may be.
 */
export const assertFeasible = (totalCharacters: number, excerptCharacters: number, excerptMs: number): void => {
  const forecastMs = (excerptMs * totalCharacters) / excerptCharacters / PARALLEL_SPEEDUP;
  if (forecastMs <= config.deadlineMs * FORECAST_TOLERANCE) return;
  const megabytes = (length: number) => Math.round(length / MB);
  const [size, limit] = [megabytes(totalCharacters), megabytes((totalCharacters * config.deadlineMs) / forecastMs)];
  throw tooComplex(
    `The document has ${size} MB of Markdown: about ${limit} MB of its kind can be printed within ${config.deadlineMs / 1000} s.`,
  );
};
