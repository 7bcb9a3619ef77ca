import { ServiceError, withField } from "../../errors/service-error.ts";
import { SpilledOutput } from "../../output/spilled-output.ts";
import type { Warning, WarningCode } from "../../output/warnings.ts";
import { RESULT_FILE } from "../../workers/serve-process.ts";
import type { MarkdownBlock } from "../text/markdown-blocks.ts";
import { HeadingLevels, markdownText } from "../text/markdown-document.ts";
import type { TextFormat, TextPage } from "../text/text-page.ts";
import { eachPage } from "./each-page.ts";
import type { OpenPages } from "./open-pages.ts";
import type { SizedPage } from "./page-sizes.ts";
import type { RenderedPages } from "./rendered-pages.ts";

/** In which format the text of a file is read. */
export interface ReadTextOrder {
  readonly kind: "text";
  readonly format: TextFormat;
}

/** The pages for each thread that are read or wait to be written. */
const AHEAD_PER_THREAD = 8;
/** Pages that warnings name one by one; one warning counts the others. */
const NAMED_PAGES_LIMIT = 40;

const NAMES: Readonly<Record<TextFormat, string>> = { text: "text.txt", markdown: "text.md", json: "text.json" };

const tooLong = (position: number, field: string | undefined): unknown =>
  withField(
    new ServiceError("INVALID_REQUEST", `Page ${position + 1} has more text than can be read.`, {
      reason: "document-too-complex",
    }),
    field,
  );

/** A warning about pages names at most this number of them. */
class PageWarnings {
  readonly #code: WarningCode;
  readonly #message: string;
  readonly #others: (count: number) => string;
  readonly #numbers: number[] = [];
  #count = 0;

  constructor(code: WarningCode, message: string, others: (count: number) => string) {
    this.#code = code;
    this.#message = message;
    this.#others = others;
  }

  add(number: number): void {
    if (this.#count++ < NAMED_PAGES_LIMIT) this.#numbers.push(number);
  }

  list(): Warning[] {
    const named = this.#numbers.map((number) => ({
      code: this.#code,
      message: this.#message,
      place: `page ${number}`,
    }));
    const others = this.#count - named.length;
    return others === 0 ? named : [...named, { code: this.#code, message: this.#others(others) }];
  }
}

/** The blocks of all pages, which are written when all are read: the sizes of all letters decide what a heading is. */
class MarkdownPages {
  readonly #pages: (readonly MarkdownBlock[])[] = [];

  add(blocks: readonly MarkdownBlock[]): void {
    this.#pages.push(blocks);
  }

  *#blocks(): Iterable<MarkdownBlock> {
    for (const page of this.#pages) yield* page;
  }

  writeTo(output: SpilledOutput): void {
    const levels = new HeadingLevels(this.#blocks());
    let last: MarkdownBlock | undefined;
    for (const blocks of this.#pages) {
      output.add([Buffer.from(markdownText(blocks, levels, last))]);
      last = blocks.at(-1) ?? last;
    }
    if (last !== undefined) output.add([Buffer.from("\n")]);
  }
}

/** Reads the text of pages. */
export const readText = async (open: OpenPages, { format }: ReadTextOrder): Promise<RenderedPages> => {
  const { threads, pages } = open;
  let separator = "";
  const output = new SpilledOutput(RESULT_FILE);
  const markdown = new MarkdownPages();
  const withoutText = new PageWarnings(
    "page-without-text",
    "The page has no text; what it shows may be a picture.",
    (count) => `Other pages without text: ${count}.`,
  );
  const unmapped = new PageWarnings(
    "characters-unmapped",
    "The fonts of some characters do not say which letters they are.",
    (count) => `Other pages with characters whose fonts do not say which letters they are: ${count}.`,
  );
  if (format === "json") output.add([Buffer.from('{"pages":[')]);
  await eachPage<SizedPage, TextPage, TextPage>({
    threads,
    pages,
    ahead: AHEAD_PER_THREAD * threads.length,
    task: ({ position }) => ({ kind: "text", options: { format, position } }),
    finish: async (page, { position }) => {
      if (page === undefined) throw open.damagedPage(position);
      if (page.isCut) throw tooLong(position, open.field);
      return page;
    },
    take: ({ content, words, ...page }, { position }) => {
      const number = position + 1;
      if (words === 0) withoutText.add(number);
      if (page.unmapped > 0) unmapped.add(number);
      if (typeof content !== "string") markdown.add(content);
      else output.add([Buffer.from(separator + content)]);
      if (format === "json") separator = ",";
    },
  });
  if (format === "json") output.add([Buffer.from("]}")]);
  markdown.writeTo(output);
  return { fileName: NAMES[format], warnings: [...withoutText.list(), ...unmapped.list()], ...output.finish() };
};
