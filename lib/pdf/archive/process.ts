// The process that converts an existing PDF to PDF/A. It is a process of its own, because PDFium draws untrusted pages in it.
import { readFile } from "node:fs/promises";
import { fontsFolder } from "../../fonts/folder.ts";
import type { Warning } from "../../output/warnings.ts";
import type { Frame } from "../../workers/frames.ts";
import { type ProcessResult, serveProcess } from "../../workers/serve-process.ts";
import { WARM_UP_PDF } from "../compress/warm-up.ts";
import { Renderer } from "../proof/renderer.ts";
import { withFileField } from "../security/wrong-password.ts";
import { readEInvoice } from "./e-invoice.ts";
import { archiveExisting } from "./existing/archive-existing.ts";
import type { PdfaLevel } from "./level.ts";

export interface ArchiveOrder {
  readonly level: PdfaLevel;
  /** The field of the request that holds the file; an error names it. */
  readonly field?: string | undefined;
  readonly password?: string | undefined;
  /** The bytes at the end of the body that are the XML of an invoice. */
  readonly invoiceBytes: number;
}

export interface Archived {
  readonly warnings: readonly Warning[];
  readonly pages: number;
  readonly digest: string;
}

const renderer = new Renderer();
renderer.ensureStarted();

const archive = async ({ head, body }: Frame<ArchiveOrder>): Promise<ProcessResult<Archived>> => {
  const { level, password, invoiceBytes } = head;
  const bytes = body.subarray(0, body.length - invoiceBytes);
  const xml = body.subarray(bytes.length);
  const invoice = invoiceBytes === 0 ? undefined : { xml, facts: readEInvoice(xml) };
  try {
    const { pieces, ...facts } = await archiveExisting(
      { bytes, level, password, invoice },
      { fonts: fontsFolder, renderer },
    );
    return { head: facts, body: pieces };
  } catch (error) {
    throw withFileField(error, head.field);
  }
};

serveProcess(archive, async () =>
  archive({ head: { level: "2b", invoiceBytes: 0 }, body: await readFile(WARM_UP_PDF) }),
);
