import type { Line } from "./lines.ts";
import type { PageLinks } from "./links.ts";
import type { MarkdownBlock } from "./markdown-blocks.ts";
import { codeText, inlineText } from "./markdown-inline.ts";
import { markerOf, type Paragraph } from "./paragraphs.ts";

/** Entries of a list that begin further to the right are in a list within it, in sizes of the font. */
const DEPTH_INDENT = 0.8;
const DEPTH_LIMIT = 6;

const withoutMarker = ([first, ...rest]: Paragraph): Line[] =>
  first === undefined ? [] : [{ ...first, words: first.words.slice(1) }, ...rest];

/** The marker of an entry in Markdown; undefined for one that Markdown does not have, such as a letter. */
const markdownMarker = (paragraph: Paragraph): string | undefined => {
  const [first] = paragraph;
  const marker = first && markerOf(first);
  if (marker === undefined) return undefined;
  if (marker.kind === "bullet") return "-";
  const digits = /\d+/.exec(marker.text)?.[0];
  return digits && `${Number(digits)}.`;
};

/** The depth of entries of lists, by where they begin. */
class Depths {
  #lefts: number[] = [];

  end(): void {
    this.#lefts = [];
  }

  of({ left, size }: Line): number {
    const margin = DEPTH_INDENT * size;
    let last = this.#lefts.at(-1);
    while (last !== undefined && this.#lefts.length > 1 && last > left + margin) {
      this.#lefts.pop();
      last = this.#lefts.at(-1);
    }
    if (last === undefined || (left > last + margin && this.#lefts.length < DEPTH_LIMIT)) this.#lefts.push(left);
    return this.#lefts.length - 1;
  }
}

const isCode = (paragraph: Paragraph): boolean =>
  paragraph.length > 1 && paragraph.every(({ words }) => words.every(({ run }) => run.isMonospaced));

/** Paragraphs of a page without tags as Markdown. */
export const untaggedBlocks = (paragraphs: readonly Paragraph[], links: PageLinks): MarkdownBlock[] => {
  const depths = new Depths();
  return paragraphs.flatMap((paragraph): MarkdownBlock[] => {
    const [first] = paragraph;
    if (first === undefined) return [];
    if (isCode(paragraph)) return [{ kind: "code", text: codeText(paragraph) }];
    const marker = markdownMarker(paragraph);
    if (marker !== undefined) {
      return [{ kind: "item", depth: depths.of(first), marker, text: inlineText(withoutMarker(paragraph), links) }];
    }
    depths.end();
    const isBold = paragraph.every(({ words }) => words.every(({ run }) => run.isBold));
    return [{ kind: "paragraph", text: inlineText(paragraph, links), size: first.size, isBold }];
  });
};
