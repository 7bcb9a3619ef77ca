import { ServiceError } from "../errors/service-error.ts";
import { type Output, outputBytes } from "../output/output.ts";
import { documentWithAssets } from "./chromium/assets.ts";
import { TAGGED_LIMITS } from "./chromium/print.ts";
import { appendAttachments } from "./email/attachment-pages.ts";
import { fitScript } from "./email/page/fit-script.ts";
import type { MessagePage } from "./email/page/message-page.ts";
import { emailThreads } from "./email/threads.ts";
import { engine } from "./engine.ts";
import { finishPdf } from "./finish-pdf.ts";
import { htmlToPdf } from "./html-to-pdf.ts";
import type { PageSetup } from "./page-setup.ts";
import { attachToPdf } from "./pdf-engine.ts";

/** How a message is printed. */
export interface EmailSetup extends PageSetup {
  /** Whether PDFs and pictures among its attachments become pages behind it. */
  readonly attachmentPages: boolean;
}

/** The parts of PDF/A that allow attachments of any kind (ISO 19005-3, 6.8). */
const ALLOWS_ATTACHMENTS = /^3/;

const assertArchivable = ({ files }: MessagePage, { pdfA }: PageSetup): void => {
  if (pdfA === undefined || files.length === 0 || ALLOWS_ATTACHMENTS.test(pdfA)) return;
  throw new ServiceError(
    "INVALID_REQUEST",
    `options.pdfA must be 3b or 3a for a message with attachments: PDF/A-${pdfA} holds no files (ISO 19005-2, 6.8).`,
    { reason: "not-archivable" },
  );
};

/** Characters of bodies, as HTML, beyond which no message can be printed in time. */
const PAGE_LIMIT_CHARACTERS = 8_000_000;

const assertPrintable = ({ html }: MessagePage): void => {
  if (html.length <= PAGE_LIMIT_CHARACTERS) return;
  throw new ServiceError(
    "PROCESSING_FAILED",
    `The bodies of the message have more than ${PAGE_LIMIT_CHARACTERS.toLocaleString("en")} characters of HTML, which cannot be printed in time.`,
    { reason: "document-too-complex" },
  );
};

/** Prints the page of a message in a browser that reaches nothing. */
const print = (
  { html, messages, pictures }: MessagePage,
  pageSetup: PageSetup,
  signal: AbortSignal,
): Promise<Output> => {
  // The bodies are in trees of their own, in which Chromium's own count does not see them.
  const isPiece = html.length > TAGGED_LIMITS.characters;
  const text = { html, isPiece, isConfined: true, lastScript: fitScript(pageSetup, messages) };
  const source = documentWithAssets(text, pictures.length === 0 ? undefined : pictures);
  return htmlToPdf.run({ source, pageSetup: { ...pageSetup, pdfA: undefined } }, signal);
};

const PROBE_MESSAGE = Buffer.from("From: a@example.com\r\n\r\nprobe");

const probe = async (signal: AbortSignal): Promise<void> => {
  await emailThreads.run({ bytes: new Uint8Array(PROBE_MESSAGE) }, signal);
};

/** Prints a message (MIME or Outlook's), with its attachments in the PDF. Nothing is fetched, and no script of it runs. */
export const emailToPdf = engine<{ readonly bytes: Uint8Array; readonly setup: EmailSetup }>({
  name: htmlToPdf.name,
  warmParts: { ...htmlToPdf.warmParts, ...attachToPdf.warmParts, "email-threads": emailThreads.warmPart(probe) },
  run: async ({ bytes, setup: { attachmentPages, ...pageSetup } }, signal) => {
    const page = await emailThreads.run({ bytes }, signal);
    assertPrintable(page);
    assertArchivable(page, pageSetup);
    const { warnings: printWarnings, ...printed } = await print(page, pageSetup, signal);
    const warnings = [...page.warnings, ...printWarnings];
    const archived = await finishPdf<Output>({ ...printed, warnings }, { pdfA: pageSetup.pdfA }, signal);
    if (page.files.length === 0) return archived;
    const whole = attachmentPages ? await appendAttachments(archived, page.files, pageSetup, signal) : archived;
    const attached = await attachToPdf.run({ bytes: await outputBytes(whole), attachments: page.files }, signal);
    return { ...attached, warnings: [...whole.warnings, ...attached.warnings] };
  },
});
