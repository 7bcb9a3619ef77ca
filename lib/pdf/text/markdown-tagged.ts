import { joinHyphenated, type Vocabulary } from "./hyphens.ts";
import type { PageLinks } from "./links.ts";
import type { MarkdownBlock } from "./markdown-blocks.ts";
import { codeText, inlineText } from "./markdown-inline.ts";
import { untaggedBlocks } from "./markdown-untagged.ts";
import { blocksOf, paragraphsIn } from "./page-layout.ts";
import type { StructureElement } from "./structure.ts";
import type { Word } from "./words.ts";

/** Types of elements that are a block of their own; text in others belongs to the block around them (ISO 32000-2, 14.8.4). */
const BLOCKS =
  /^(?:Document|DocumentFragment|Part|Art|Sect|Div|Aside|BlockQuote|Caption|TOC|TOCI|Index|NonStruct|Private|P|H|H\d+|Title|L|LI|LBody|Table|THead|TBody|TFoot|TR|TH|TD|Figure|Formula|Code|Note|FENote)$/;
const HEADING_LEVEL_LIMIT = 6;
/** A page whose tags reach less of its words counts as one without tags. */
const TAGGED_MIN_SHARE = 0.5;
const LIST_DEPTH_LIMIT = 12;

/** The words of a page by the marked content that they are in, each of which is used once. */
class TaggedWords {
  readonly #byContent: Map<number, Word[]>;

  constructor(words: readonly Word[]) {
    this.#byContent = Map.groupBy(words, ({ run }) => run.markedContent);
    this.#byContent.delete(-1);
  }

  take(content: number): Word[] {
    const words = this.#byContent.get(content) ?? [];
    this.#byContent.delete(content);
    return words;
  }

  /** All words of an element, but for those of the elements that are left out. */
  all(element: StructureElement, isLeftOut: (child: StructureElement) => boolean = () => false): Word[] {
    return element.children.flatMap((child) => {
      if (typeof child === "number") return this.take(child);
      return isLeftOut(child) ? [] : this.all(child, isLeftOut);
    });
  }

  get rest(): Word[] {
    return [...this.#byContent.values()].flat();
  }
}

const isList = ({ type }: StructureElement): boolean => type === "L";
const isLabel = ({ type }: StructureElement): boolean => type === "Lbl";

const elementsIn = ({ children }: StructureElement): StructureElement[] =>
  children.filter((child) => typeof child !== "number");

/** The elements of a type within another one, but not within one another. */
const within = (element: StructureElement, isWanted: (type: string) => boolean): StructureElement[] =>
  elementsIn(element).flatMap((child) => (isWanted(child.type) ? [child] : within(child, isWanted)));

/** Writes the elements of a page's structure tree as Markdown. */
class TaggedWriter {
  readonly blocks: MarkdownBlock[] = [];
  readonly #words: TaggedWords;
  readonly #links: PageLinks;
  readonly #vocabulary: Vocabulary;

  constructor(words: TaggedWords, links: PageLinks, vocabulary: Vocabulary) {
    this.#words = words;
    this.#links = links;
    this.#vocabulary = vocabulary;
  }

  write(element: StructureElement, sections: number): void {
    const { type, alternative } = element;
    const level = type === "Title" ? 1 : /^H(\d{0,2})$/.exec(type)?.[1];
    if (level !== undefined) this.#heading(element, Number(level || sections || 1));
    else if (type === "L") this.#list(element, 0);
    else if (type === "Table") this.#table(element);
    else if (type === "Code" || type === "BlockQuote") this.#block(element, type);
    else {
      if (alternative !== "") this.#picture(alternative);
      this.#flow(element, type === "Sect" ? sections + 1 : sections);
    }
  }

  #picture(alternative: string): void {
    this.#add({ kind: "paragraph", text: `![${escaped(alternative)}]()`, size: 0, isBold: false });
  }

  #add(block: MarkdownBlock): void {
    if (!("text" in block) || block.text !== "") this.blocks.push(block);
  }

  /** Words as running text. */
  #text(words: readonly Word[]): string {
    const lines = blocksOf(words).flat();
    return inlineText(joinHyphenated(lines, this.#vocabulary), this.#links);
  }

  #paragraph(words: Word[]): void {
    if (words.length > 0) this.#add({ kind: "paragraph", text: this.#text(words), size: 0, isBold: false });
    words.length = 0;
  }

  #heading(element: StructureElement, level: number): void {
    const text = this.#text(this.#words.all(element));
    this.#add({ kind: "heading", level: Math.min(HEADING_LEVEL_LIMIT, Math.max(1, level)), text });
  }

  #block(element: StructureElement, type: "Code" | "BlockQuote"): void {
    const words = this.#words.all(element);
    if (type === "Code") this.#add({ kind: "code", text: codeText(blocksOf(words).flat()) });
    else this.#add({ kind: "quote", text: this.#text(words) });
  }

  /** The blocks in an element, and paragraphs of the text between them. */
  #flow(element: StructureElement, sections: number): void {
    const inline: Word[] = [];
    const collect = (child: StructureElement | number): void => {
      if (typeof child === "number") {
        inline.push(...this.#words.take(child));
      } else if (BLOCKS.test(child.type)) {
        this.#paragraph(inline);
        this.write(child, sections);
      } else child.children.forEach(collect);
    };
    element.children.forEach(collect);
    this.#paragraph(inline);
  }

  #list(list: StructureElement, depth: number): void {
    for (const entry of elementsIn(list)) {
      if (isList(entry)) this.#list(entry, Math.min(depth + 1, LIST_DEPTH_LIMIT));
      else this.#entry(entry, depth);
    }
  }

  #entry(entry: StructureElement, depth: number): void {
    const labels = within(entry, (type) => type === "Lbl" || type === "L").filter(isLabel);
    const label = this.#text(labels.flatMap((element) => this.#words.all(element))).replaceAll("\\", "");
    const text = this.#text(this.#words.all(entry, (child) => isList(child) || isLabel(child)));
    const number = /^\(?(\d{1,9})[.)]?$/.exec(label)?.[1];
    const isBullet = number !== undefined || label === "" || !/[\p{L}\p{N}]/u.test(label);
    const marker = number === undefined ? "-" : `${Number(number)}.`;
    this.#add({ kind: "item", depth, marker, text: isBullet ? text : `${escaped(label)} ${text}` });
    for (const nested of within(entry, (type) => type === "L"))
      this.#list(nested, Math.min(depth + 1, LIST_DEPTH_LIMIT));
  }

  #table(table: StructureElement): void {
    const rows = within(table, (type) => type === "TR").map((row) =>
      within(row, (type) => type === "TH" || type === "TD").map((cell) => this.#text(this.#words.all(cell))),
    );
    const filled = rows.filter((row) => row.length > 0);
    if (filled.length > 0) this.#add({ kind: "table", rows: filled });
    for (const caption of within(table, (type) => type === "Caption")) this.#flow(caption, 0);
  }
}

const escaped = (text: string): string => text.replace(/\s+/g, " ").replace(/[\\`*[\]<>|~&]/g, "\\$&");

const contentsOf = (element: StructureElement): number[] =>
  element.children.flatMap((child) => (typeof child === "number" ? [child] : contentsOf(child)));

/** The blocks of a page with tags; undefined if too few of its words have some. */
export const taggedBlocks = (
  words: readonly Word[],
  structure: readonly StructureElement[],
  links: PageLinks,
  vocabulary: Vocabulary,
): MarkdownBlock[] | undefined => {
  const contents = new Set(structure.flatMap(contentsOf));
  const text = words.filter(({ run }) => !run.isArtifact);
  const isTagged = ({ run }: Word) => contents.has(run.markedContent);
  if (text.filter(isTagged).length < TAGGED_MIN_SHARE * text.length || contents.size === 0) return undefined;
  const writer = new TaggedWriter(new TaggedWords(words.filter(isTagged)), links, vocabulary);
  for (const element of structure) writer.write(element, 0);
  const rest = paragraphsIn(
    text.filter((word) => !isTagged(word)),
    vocabulary,
  );
  return [...writer.blocks, ...untaggedBlocks(rest, links)];
};
