import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { config } from "../../config.ts";
import { noRoomOnOwnPage, noRoomOnPage } from "../../errors/document-errors.ts";
import { ServiceError } from "../../errors/service-error.ts";
import type { Warning } from "../../output/warnings.ts";
import type { PageFacts } from "../../pdf/universal-access/missing.ts";
import type { PageSetup } from "../page-setup.ts";
import { A4, toInches } from "../paper.ts";
import { askPage } from "./ask-page.ts";
import { bookmarkObjects } from "./bookmarks.ts";
import { propertyObjects, replacePrintTime } from "./document-properties.ts";
import { bytesOfData } from "./long-messages.ts";
import { assertTablesFit } from "./long-tables.ts";
import type { DocumentSource } from "./open.ts";
import { declaredSize } from "./page/declared-size.js";
import { headingTexts } from "./page/heading-texts.js";
import { labelParts } from "./page-facts.ts";
import { printParameters } from "./paper.ts";
import type { Readiness } from "./ready.ts";
import { rewritten } from "./rewriting/threads.ts";
import { printedPages, readSkiaFile, withObjects } from "./skia-file.ts";
import { hasTemplates, templateParameters } from "./templates/printed.ts";
import { askCharacters, undrawnWarnings } from "./undrawn-characters.ts";

const POINTS_PER_INCH = 72;

/** Chromium's rounding changes paper sizes by less than this. */
const ROUNDING_TOLERANCE_INCHES = 2 / POINTS_PER_INCH;

type Size = readonly [number, number];

const isA4 = ([width, height]: Size): boolean =>
  Math.abs(Math.min(width, height) - A4.width) < ROUNDING_TOLERANCE_INCHES &&
  Math.abs(Math.max(width, height) - A4.height) < ROUNDING_TOLERANCE_INCHES;

/** The size of a CSS `size` declaration that consists of lengths; undefined for other declarations. */
const sizeOf = (text: string): Size | undefined => {
  const [width, height = width, more] = text.split(" ").map(toInches);
  return width && height && more === undefined ? [width, height] : undefined;
};

const firstPageSize = (pdf: Buffer): Size => {
  const at = pdf.indexOf("/MediaBox");
  const [, , width = 0, height = 0] =
    pdf
      .toString("latin1", at, at + 80)
      .match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return [width / POINTS_PER_INCH, height / POINTS_PER_INCH];
};

/** Bookmarks have no longer titles than this. */
const TITLE_LIMIT_CHARACTERS = 2000;

/** The texts of the page's headings; none if the page does not answer. */
const headingsOf = async (session: CDPSession): Promise<string[]> => {
  const texts = await askPage(session, `(${headingTexts})(${TITLE_LIMIT_CHARACTERS})`);
  return Array.isArray(texts) ? texts.map(String) : [];
};

/** The paper that the document declares in lengths. */
const declaredPaper = async (session: CDPSession): Promise<Size | undefined> =>
  sizeOf(String(await askPage(session, `(${declaredSize})()`)));

/**
 * The paper that the document declares, if the margins leave no room on it. In that case Chromium prints on A4 without an
 * error.
 */
const paperWithoutRoom = async (
  session: CDPSession,
  source: DocumentSource,
  pdf: Buffer,
): Promise<Size | undefined> => {
  if (source.html !== undefined && !/@page|@import|<link/i.test(source.html)) return undefined;
  if (!isA4(firstPageSize(pdf))) return undefined;
  const declared = await declaredPaper(session);
  return declared === undefined || isA4(declared) ? undefined : declared;
};

/** The error for a paper without room: the margins of the options fill it, or else those of the document. */
const noRoomOn = ([width, height]: Size, { landscape, margins }: PageSetup): ServiceError => {
  const { top = 0, right = 0, bottom = 0, left = 0 } = margins;
  const [across, down] = landscape ? [Math.max(width, height), Math.min(width, height)] : [width, height];
  return left + right < across && top + bottom < down ? noRoomOnOwnPage() : noRoomOnPage();
};

/**
 * Before it prints, Chromium waits up to two seconds of the page's time for lazy images that no frame has shown, even when they
 * are loaded. In paused virtual time this wait has no end.
 */
const LAZY_IMAGE_WAIT_MS = 2000;
/** Real time after which an answer that is still missing may be due to that wait. */
const ANSWER_DELAY_MS = 500;

/**
 * Lets the virtual time of that wait pass if the answer of `Page.printToPDF` does not come soon. While Chromium prints, it does
 * nothing else, so nothing changes for a document that takes long.
 */
const endLazyImageWait = async <Answer>(session: CDPSession, answer: Promise<Answer>): Promise<Answer> => {
  const parameters = { policy: "advance" as const, budget: LAZY_IMAGE_WAIT_MS };
  const timer = setTimeout(() => {
    session.send("Emulation.setVirtualTimePolicy", parameters).catch(() => {});
  }, ANSWER_DELAY_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
};

/** A larger document gets no tags and no outline, because they make a PDF up to four times larger. */
export const TAGGED_LIMITS = { elements: 20_000, characters: 1024 * 1024 };

/** Whether the document gets tags and an outline: nobody has switched them off, and the document is small enough. */
export const isTagged = ({ isPiece }: DocumentSource, { elements, characters }: Readiness): boolean =>
  !isPiece && elements <= TAGGED_LIMITS.elements && characters <= TAGGED_LIMITS.characters;

/** A document with fewer elements has no table that is too long. */
const LONG_DOCUMENT_ELEMENTS = 5000;

/** The error of `Page.printToPDF` for margins that leave no room on the paper. */
const NO_ROOM_ERROR = /content area is empty|invalid print parameters/i;

/** The error of `Page.printToPDF` for page ranges beyond the last page. */
const NO_PAGE_ERROR = /page range exceeds page count/i;

const noPageError = (cause: Error) =>
  new ServiceError("INVALID_REQUEST", "options.pageRanges names no page of the document.", {
    reason: "page-out-of-range",
    cause,
  });

const HAS_OUTLINE = /\/Outlines \d+ 0 R/;

/** A printed file with the properties of the options, and with the texts of the headings in its bookmarks. */
const corrected = async (pdf: Buffer, setup: PageSetup, headings: Promise<readonly string[]>): Promise<Buffer> => {
  const isDescribed = [setup.title, setup.author, setup.lang].some((text) => text !== undefined);
  const file = readSkiaFile(pdf);
  if (file === undefined) {
    if (isDescribed) throw new Error("Chromium has written a PDF of another structure.");
    return pdf;
  }
  const hasOutline = HAS_OUTLINE.test(file.dictionaryOf(file.root).toString("latin1"));
  return withObjects(file, [
    ...(isDescribed ? propertyObjects(file, setup) : []),
    ...(hasOutline ? bookmarkObjects(pdf, file, await headings) : []),
  ]);
};

/** A PDF, and the facts of its page if it is to be PDF/UA. */
interface PrintedPage {
  readonly body: Buffer;
  readonly pages: number | undefined;
  readonly warnings: readonly Warning[];
  readonly facts: PageFacts | undefined;
}

/**
 * Prints a page that is ready; returns the PDF's bytes and the number of its pages. Throws INVALID_REQUEST if the margins leave no room on the
 * paper, also if the page has chosen the paper, and for page ranges without a page.
 */
export const printPdf = async (
  session: CDPSession,
  source: DocumentSource,
  readiness: Readiness,
  setup: PageSetup,
  signal: AbortSignal,
): Promise<PrintedPage> => {
  const tagged = isTagged(source, readiness);
  if (readiness.elements >= LONG_DOCUMENT_ELEMENTS)
    await assertTablesFit(session, setup, async () => (await declaredPaper(session))?.[1]);
  // Templates print the title of the document.
  if (setup.title !== undefined && hasTemplates(setup))
    await session.send("Runtime.evaluate", { expression: `document.title = ${JSON.stringify(setup.title)}` });
  const facts = setup.pdfUa === undefined ? undefined : await labelParts(session);
  // Both are sent before the page is printed, so that nothing waits for their answers.
  const characters = askCharacters(session);
  const headings = tagged ? headingsOf(session) : Promise.resolve([]);
  const answer = session.send("Page.printToPDF", {
    ...printParameters(setup, readiness.room),
    ...templateParameters(setup),
    generateTaggedPDF: tagged,
    generateDocumentOutline: tagged,
  });
  const { data } = await endLazyImageWait(session, answer).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    if (NO_PAGE_ERROR.test(error.message)) throw noPageError(error);
    throw NO_ROOM_ERROR.test(error.message) ? noRoomOnPage(error) : error;
  });
  const pdf = bytesOfData(data);
  const paper = setup.paper === undefined ? await paperWithoutRoom(session, source, pdf) : undefined;
  if (paper !== undefined) throw noRoomOn(paper, setup);
  const printed = replacePrintTime(pdf, config.sourceDateEpoch);
  const pages = printedPages(printed);
  const body = await corrected(await rewritten(printed, await characters, signal), setup, headings);
  return { body, pages, warnings: await undrawnWarnings(session, characters), facts };
};
