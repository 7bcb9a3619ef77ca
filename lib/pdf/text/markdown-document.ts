import type { MarkdownBlock, UntaggedParagraph } from "./markdown-blocks.ts";

/** The letters of an untagged heading are larger than most of the document by this factor at least. */
const HEADING_MIN_RATIO = 1.15;
const HEADING_LIMIT_LETTERS = 200;
/** A heading in bold letters of the size of the text is shorter. */
const BOLD_HEADING_LIMIT_LETTERS = 80;
const HEADING_LEVEL_LIMIT = 6;
const LIST_INDENT = "    ";

const sizeStep = (size: number): number => Math.round(size * 2) / 2;

/** The levels of headings by the size of their letters. */
export class HeadingLevels {
  readonly #body: number;
  readonly #levels: ReadonlyMap<number, number>;

  constructor(blocks: Iterable<MarkdownBlock>) {
    const letters = new Map<number, number>();
    const paragraphs: UntaggedParagraph[] = [];
    for (const block of blocks) {
      if (block.kind !== "paragraph" || block.size === 0) continue;
      paragraphs.push(block);
      const size = sizeStep(block.size);
      letters.set(size, (letters.get(size) ?? 0) + block.text.length);
    }
    this.#body = [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0];
    const sizes = new Set(paragraphs.filter((block) => this.#isLarge(block)).map(({ size }) => sizeStep(size)));
    this.#levels = new Map([...sizes].sort((a, b) => b - a).map((size, at) => [size, at + 1]));
  }

  #isLarge({ size, text }: UntaggedParagraph): boolean {
    return sizeStep(size) >= HEADING_MIN_RATIO * this.#body && text.length <= HEADING_LIMIT_LETTERS;
  }

  /** The level of a paragraph; undefined if it is no heading. */
  of(block: UntaggedParagraph): number | undefined {
    if (block.size === 0 || !/\p{L}/u.test(block.text)) return undefined;
    if (this.#isLarge(block)) return Math.min(HEADING_LEVEL_LIMIT, this.#levels.get(sizeStep(block.size)) ?? 1);
    const isHeading =
      block.isBold &&
      block.text.length <= BOLD_HEADING_LIMIT_LETTERS &&
      !/[.,;:]$/.test(block.text) &&
      sizeStep(block.size) >= this.#body;
    return isHeading ? Math.min(HEADING_LEVEL_LIMIT, this.#levels.size + 1) : undefined;
  }
}

const fenceOf = (code: string): string => {
  const longest = code.match(/`+/g)?.reduce((most, ticks) => Math.max(most, ticks.length), 0) ?? 0;
  return "`".repeat(Math.max(3, longest + 1));
};

const tableText = (rows: readonly (readonly string[])[]): string => {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const line = (row: readonly string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${" --- |".repeat(width)}`, ...body.map(line)].join("\n");
};

const blockText = (block: MarkdownBlock, levels: HeadingLevels): string => {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "item":
      return `${LIST_INDENT.repeat(block.depth)}${block.marker} ${block.text}`;
    case "table":
      return tableText(block.rows);
    case "code":
      return `${fenceOf(block.text)}\n${block.text}\n${fenceOf(block.text)}`;
    case "quote":
      return `> ${block.text}`;
    case "paragraph": {
      const level = levels.of(block);
      return level === undefined ? block.text : `${"#".repeat(level)} ${block.text}`;
    }
  }
};

/** The text of blocks in a row, with what parts it from the one before. */
export const markdownText = (
  blocks: readonly MarkdownBlock[],
  levels: HeadingLevels,
  before: MarkdownBlock | undefined,
): string => {
  let text = "";
  let last = before;
  for (const block of blocks) {
    if (last !== undefined) text += last.kind === "item" && block.kind === "item" ? "\n" : "\n\n";
    text += blockText(block, levels);
    last = block;
  }
  return text;
};
