import type { PackageRewriter } from "../rewriting.ts";

/** Warns of slides with diagrams of PowerPoint 2003, whose texts are in parts of their own that LibreOffice does not read. */
export const warnOfDiagramTexts = (rewriting: PackageRewriter, slides: readonly (string | undefined)[]): void => {
  const related = (part: string, kind: string) =>
    rewriting.original.relationships(part).filter(({ type }) => type === kind);
  for (const [index, slide = ""] of slides.entries()) {
    const drawings = related(slide, "vmlDrawing").map(({ part = "" }) => part);
    if (drawings.some((drawing) => related(drawing, "legacyDiagramText").length > 0))
      rewriting.warn(
        "chart-left-out",
        "The texts of a diagram of PowerPoint 2003 are not printed.",
        `slide ${index + 1}`,
      );
  }
};
