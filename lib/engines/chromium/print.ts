import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { config } from "../../config.ts";
import { noRoomOnPage } from "../../errors/document-errors.ts";
import { ServiceError } from "../../errors/service-error.ts";
import type { PageSetup } from "../page-setup.ts";
import { A4, toInches } from "../paper.ts";
import { bytesOfData } from "./long-messages.ts";
import type { DocumentSource } from "./open.ts";
import { declaredSize } from "./page/declared-size.js";
import { printParameters } from "./paper.ts";
import type { Readiness } from "./ready.ts";
import { printedPages, replacePrintTime, writeProperties } from "./skia-file.ts";
import { hasTemplates, templateParameters } from "./templates/printed.ts";

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

/** The time limit for a page to answer with its declared size; its scripts may keep it busy. */
const SIZE_ANSWER_TIMEOUT_MS = 1000;

const declaredPageSize = async (session: CDPSession): Promise<string> => {
  const evaluation = session.send("Runtime.evaluate", {
    expression: `(${declaredSize})()`,
    timeout: SIZE_ANSWER_TIMEOUT_MS,
  });
  const answer = evaluation.then(
    ({ result }) => String(result.value),
    () => "",
  );
  return Promise.race([answer, sleep(SIZE_ANSWER_TIMEOUT_MS, "", { ref: false })]);
};

/**
 * Whether the margins leave no room on the paper that the document declares. In that case Chromium prints on A4 without an
 * error.
 */
const lacksRoom = async (session: CDPSession, source: DocumentSource, pdf: Buffer): Promise<boolean> => {
  if (source.html !== undefined && !/@page|@import|<link/i.test(source.html)) return false;
  if (!isA4(firstPageSize(pdf))) return false;
  const declared = sizeOf(await declaredPageSize(session));
  return declared !== undefined && !isA4(declared);
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
const TAGGED_LIMITS = { elements: 20_000, characters: 1024 * 1024 };

/** Whether the document gets tags and an outline: nobody has switched them off, and the document is small enough. */
export const isTagged = (source: DocumentSource, { elements }: Readiness): boolean =>
  elements <= TAGGED_LIMITS.elements &&
  (source.html === undefined || (!source.isPiece && source.html.length <= TAGGED_LIMITS.characters));

/** The error of `Page.printToPDF` for margins that leave no room on the paper. */
const NO_ROOM_ERROR = /content area is empty|invalid print parameters/i;

/** The error of `Page.printToPDF` for page ranges beyond the last page. */
const NO_PAGE_ERROR = /page range exceeds page count/i;

const noPageError = (cause: Error) =>
  new ServiceError("INVALID_REQUEST", "options.pageRanges names no page of the document.", {
    reason: "page-out-of-range",
    cause,
  });

/**
 * Prints a page that is ready; returns the PDF's bytes and the number of its pages. Throws INVALID_REQUEST if the margins leave no room on the
 * paper, also if the page has chosen the paper, and for page ranges without a page.
 */
export const printPdf = async (
  session: CDPSession,
  source: DocumentSource,
  readiness: Readiness,
  setup: PageSetup,
): Promise<{ body: Buffer; pages: number | undefined }> => {
  const tagged = isTagged(source, readiness);
  // Templates print the title of the document.
  if (setup.title !== undefined && hasTemplates(setup))
    await session.send("Runtime.evaluate", { expression: `document.title = ${JSON.stringify(setup.title)}` });
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
  if (setup.paper === undefined && (await lacksRoom(session, source, pdf))) throw noRoomOnPage();
  const printed = replacePrintTime(pdf, config.sourceDateEpoch);
  const isDescribed = [setup.title, setup.author, setup.lang].some((text) => text !== undefined);
  return { body: isDescribed ? writeProperties(printed, setup) : printed, pages: printedPages(printed) };
};
