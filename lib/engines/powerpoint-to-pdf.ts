import { ServiceError } from "../errors/service-error.ts";
import { PPTX } from "../ooxml/expected-kinds.ts";
import { type Output, outputBytes } from "../output/output.ts";
import type { PageLayout } from "../pdf/pictures/page-layout.ts";
import { engine } from "./engine.ts";
import type { OfficeDocument } from "./office/convert.ts";
import { libreofficeVersion } from "./office/installation.ts";
import { officeThreadsPart } from "./office/jobs/threads.ts";
import { printOpened } from "./office/opened-package.ts";
import { PLAIN_SLIDES, printPresentation, type SlideOptions } from "./office/presentation.ts";
import { warmZygoteFor } from "./office/zygote-supervisor.ts";
import { arrangePdf } from "./pdf-engine.ts";

/** What of a presentation is printed, and how. */
export interface PresentationOptions extends SlideOptions {
  /** How slides lie on paper; without it each page has the size of its slide. */
  readonly handout?: PageLayout | undefined;
}

const PLAIN_PRESENTATION: PresentationOptions = PLAIN_SLIDES;

/** A presentation, its password if it needs one, and how it is printed. */
interface Presentation extends OfficeDocument {
  readonly password?: string | undefined;
  readonly options?: PresentationOptions | undefined;
}

const assertLibreOffice = (): void => {
  if (libreofficeVersion() !== undefined) return;
  throw new ServiceError("PROCESSING_FAILED", "file needs LibreOffice, which this machine does not have.", {
    reason: "engine-missing",
  });
};

/** Slides as handouts: several on a sheet of paper, or one that is as large as it can be. */
const arranged = async (printed: Output, layout: PageLayout, signal: AbortSignal): Promise<Output> => {
  const sheets = await arrangePdf.run({ bytes: await outputBytes(printed), layout }, signal);
  return { ...sheets, warnings: [...printed.warnings, ...sheets.warnings] };
};

/** Converts a PowerPoint presentation (.pptx) with LibreOffice. */
export const powerpointToPdf = engine<Presentation>({
  warmParts: {
    libreoffice: warmZygoteFor("PowerPoint"),
    "office-threads": officeThreadsPart,
    ...arrangePdf.warmParts,
  },
  get name() {
    return `libreoffice/${libreofficeVersion() ?? "missing"}`;
  },
  run: async (locked, signal) => {
    assertLibreOffice();
    const { name, options = PLAIN_PRESENTATION } = locked;
    return printOpened(locked, PPTX, signal, async (bytes) => {
      const printed = await printPresentation({ bytes, name }, options, signal);
      return options.handout ? arranged(printed, options.handout, signal) : printed;
    });
  },
});
