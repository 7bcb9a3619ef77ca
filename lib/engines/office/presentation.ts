import type { Output } from "../../output/output.ts";
import { type OfficeDocument, printedOf } from "./convert.ts";
import { convertWithCharts } from "./convert-charts.ts";
import { runOfficeJob } from "./jobs/threads.ts";
import { slideWarnings } from "./slide-warnings.ts";
import { substitutedFonts } from "./substituted-fonts.ts";

/** What of a presentation is printed. */
export interface SlideOptions {
  /** Whether each page shows a slide with its notes. */
  readonly notesPages: boolean;
  /** Whether hidden slides are printed too. */
  readonly hiddenSlides: boolean;
}

/** The slides that are not hidden, each on a page of its size. */
export const PLAIN_SLIDES: SlideOptions = { notesPages: false, hiddenSlides: false };

/** Prints a presentation in Office Open XML. */
export const printPresentation = async (
  { bytes, name }: OfficeDocument,
  { notesPages, hiddenSlides }: SlideOptions,
  signal: AbortSignal,
): Promise<Output> => {
  const prepared = await runOfficeJob("preparePresentation", { bytes }, signal, { movesBytes: true });
  const options = `,${notesPages ? "notes," : ""}${hiddenSlides ? "hidden," : ""}`;
  const conversion = { macro: "PowerPoint", bytes: prepared.bytes, name, options, extension: ".pptx" } as const;
  const result = await convertWithCharts(conversion, prepared.hasCharts, signal);
  return {
    ...printedOf(result),
    warnings: [
      ...prepared.warnings,
      ...result.warnings,
      ...slideWarnings(result.macroReport),
      ...substitutedFonts(prepared.fonts),
    ],
  };
};
