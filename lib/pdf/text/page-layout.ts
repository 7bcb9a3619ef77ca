import { joinHyphenated, type Vocabulary } from "./hyphens.ts";
import { layersOf } from "./overlays.ts";
import { type Paragraph, paragraphsOf } from "./paragraphs.ts";
import { type Block, readingOrder } from "./reading-order.ts";
import type { Word } from "./words.ts";

/** The words of a page in the order in which they are read: those that run in the direction of most of them come first. */
export const blocksOf = (words: readonly Word[]): Block[] => {
  const frames = [...Map.groupBy(words, ({ run }) => run.frame).values()];
  return frames
    .sort((one, other) => other.length - one.length)
    .flatMap(layersOf)
    .flatMap(readingOrder);
};

/** The paragraphs of words of a page, in the order in which they are read; words that hyphens break at the end of a line are whole. */
export const paragraphsIn = (words: readonly Word[], vocabulary: Vocabulary): Paragraph[] =>
  blocksOf(words)
    .flatMap(paragraphsOf)
    .map((paragraph) => joinHyphenated(paragraph, vocabulary));
