import type { Warning } from "../../output/warnings.ts";
import type { LabelStyle } from "../../typesetting/labels.ts";
import { dictOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import { flattenDocument } from "../flatten.ts";
import { prepareOutput } from "../invalidated-parts.ts";
import { joinOptionalContent } from "../merge/optional-content.ts";
import { type Dict, makeDict, Name, Ref, Stream } from "../objects.ts";
import { drawOnPage } from "../page-drawing.ts";
import { dropPdfaClaim, pdfaPart } from "../pdfa-claim.ts";
import type { Document, OpenedPdf } from "../read/open.ts";
import type { OutputDocument } from "../write/write.ts";
import { Labels, loadLabelTypesetter } from "./labels.ts";
import { pageStamp } from "./page-stamp.ts";
import { type Placement, placeOn, type Stamp } from "./placement.ts";

/** How stamps stand to the content of their pages. */
export interface StampLayer extends Placement {
  /** 0 to 1. */
  readonly opacity: number;
  /** Whether they are drawn under the content. */
  readonly isUnder: boolean;
}

/** A document whose first page is the stamp; `field` is the field of the request that holds it. */
interface SourceStamp {
  readonly source: OpenedPdf;
  readonly field: string;
}

/** A text with `{page}`, `{pages}` and `{date}`, which are replaced on each page. */
export interface TextStamp extends LabelStyle {
  readonly text: string;
  /** What `{date}` stands for. */
  readonly date: string;
  /** The number of the first stamped page, from which the next ones are counted; without it each page has its own number. */
  readonly start?: number | undefined;
  /** What is added to the numbers. */
  readonly offset?: number | undefined;
}

const PDFA_REMOVED: Warning = {
  code: "pdfa-removed",
  message: "The PDF no longer claims to be PDF/A: what was stamped may break its rules.",
};

/** The stamp in this opacity, as a whole: parts of it that overlap are not seen through each other (ISO 32000-2, 11.6.6). */
const faded = (stamp: Stamp, opacity: number): Stamp => {
  if (opacity === 1) return stamp;
  const state = makeDict({ Type: new Name("ExtGState"), ca: opacity, CA: opacity });
  const inner = stamp.form.value as Stream;
  if (!inner.dict.has("Group"))
    inner.dict.set("Group", makeDict({ Type: new Name("Group"), S: new Name("Transparency") }));
  const overhang = Math.max(stamp.width, stamp.height);
  const dict = makeDict({
    Type: new Name("XObject"),
    Subtype: new Name("Form"),
    BBox: [-overhang, -overhang, stamp.width + overhang, stamp.height + overhang],
    Resources: makeDict({ ExtGState: makeDict({ Faded: state }), XObject: makeDict({ Stamp: stamp.form }) }),
  });
  const content = Buffer.from("/Faded gs /Stamp Do\n");
  return { ...stamp, form: new Ref(new Stream(dict, content)) };
};

/** Draws stamps on pages, by their positions, as artifacts. */
const drawStamps = (
  pages: readonly Ref[],
  stamps: ReadonlyMap<number, Stamp>,
  layer: StampLayer,
  budget: Budget,
): void => {
  const made = new Map<Stamp, Stamp>();
  for (const [position, stamp] of stamps) {
    const page = pages[position];
    if (page === undefined) continue;
    const drawn = made.get(stamp) ?? faded(stamp, layer.opacity);
    made.set(stamp, drawn);
    const drawing = { form: drawn.form, matrix: placeOn(page, stamp, layer) };
    drawOnPage(page, [drawing], budget, { isUnder: layer.isUnder, isArtifact: true });
  }
};

/** Drops a document's claim to be PDF/A unless what was drawn fits each of its parts. */
const warningsOf = (catalog: Dict, fits: (part: number) => boolean, budget: Budget): Warning[] => {
  const part = pdfaPart(catalog, budget);
  if (part === undefined || fits(part)) return [];
  dropPdfaClaim(catalog, budget);
  return [PDFA_REMOVED];
};

/** Draws a text on the pages at these positions of a document. Returns what is lost by it. */
export const drawText = async (
  { catalog, pages }: Pick<Document, "catalog" | "pages">,
  positions: ReadonlySet<number>,
  { text: stamp, ...layer }: StampLayer & { readonly text: TextStamp },
  budget: Budget,
): Promise<Warning[]> => {
  const { text, date, start, offset = 0 } = stamp;
  const typesetter = await loadLabelTypesetter(text, stamp);
  const labels = new Labels(typesetter, budget);
  const ordered = [...positions].sort((a, b) => a - b);
  const numbers = new Map(
    ordered.map((position, at) => [position, offset + (start === undefined ? position + 1 : start + at)]),
  );
  const textAt = (position: number) =>
    text
      .replaceAll("{pages}", String(pages.length))
      .replaceAll("{page}", String(numbers.get(position)))
      .replaceAll("{date}", date);
  drawStamps(pages, new Map([...positions].map((position) => [position, labels.of(textAt(position))])), layer, budget);
  labels.finish();
  return warningsOf(catalog, (part) => typesetter.areGrey && (part > 1 || layer.opacity === 1), budget);
};

/** Draws the first page of another document, with its annotations, on pages of a document. */
const drawSource = async (
  { catalog, pages }: Document,
  positions: ReadonlySet<number>,
  { source, field, ...layer }: StampLayer & SourceStamp,
  budget: Budget,
): Promise<Warning[]> => {
  const { document } = source;
  if (document.pages.some((page) => dictOf(page)?.has("Annots"))) await flattenDocument(document, "all", source.budget);
  const [page] = document.pages;
  if (page === undefined) return [];
  const stamp = pageStamp(page, field, source.budget);
  drawStamps(pages, new Map([...positions].map((position) => [position, stamp])), layer, budget);
  if (document.catalog.has("OCProperties")) {
    // Without its groups the stamp would show what it hides.
    joinOptionalContent([{ catalog: new Map(catalog) }, document], catalog);
  }
  return warningsOf(catalog, () => false, budget);
};

/** The document with stamps on the pages at these positions. */
export const stampDocument = async (
  document: Document,
  positions: ReadonlySet<number>,
  stamp: StampLayer & ({ readonly text: TextStamp } | SourceStamp),
  budget: Budget,
): Promise<OutputDocument> => {
  const output = prepareOutput(document, budget);
  const lost =
    "text" in stamp
      ? await drawText(document, positions, stamp, budget)
      : await drawSource(document, positions, stamp, budget);
  return { ...output, warnings: [...output.warnings, ...lost] };
};
