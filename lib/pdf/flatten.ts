import type { Warning } from "../output/warnings.ts";
import { arrayAt, dictAt, dictOf, nameAt, numberAt, numbersOf, resolve } from "./access.ts";
import { isHidden, normalAppearance } from "./annotation-appearance.ts";
import { drawForm } from "./appearances/draw-form.ts";
import type { Budget } from "./budget.ts";
import { type Matrix, matrixOf, multiply } from "./contents/matrix.ts";
import { pruneFields } from "./form-fields/fields.ts";
import { prepareOutput } from "./invalidated-parts.ts";
import { type Dict, Name, Ref, Stream, type Value } from "./objects.ts";
import { type Drawing, drawOnPage } from "./page-drawing.ts";
import type { Document } from "./read/open.ts";
import { RemovedObjects } from "./removed-objects.ts";
import { shownArea } from "./shown-area.ts";
import { pruneStructureTree } from "./structure-tree/prune.ts";
import type { OutputDocument } from "./write/write.ts";

/** What becomes page content. */
export type Flattened = "forms" | "annotations" | "all";

/** Types of annotations that do or hold something beyond their appearance (ISO 32000-2, 12.5.6). */
const KEPT_TYPES = new Set(["Link", "FileAttachment", "Sound", "Movie", "Screen", "RichMedia", "3D", "PrinterMark"]);

/** Work for one annotation, in units of the budget. */
const ANNOTATION_COST = 64;

const isFlattened = (annotation: Dict, what: Flattened): boolean => {
  const type = nameAt(annotation, "Subtype") ?? "";
  if (type === "Widget") return what !== "annotations";
  return what !== "forms" && !KEPT_TYPES.has(type);
};

/** The smallest and largest of the coordinates of a box's corners after a transformation. */
const boundsOf = (appearance: Stream): { left: number; bottom: number; right: number; top: number } => {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersOf(appearance.dict.get("BBox"), 4) ?? [];
  const [a, b, c, d, e, f] = matrixOf(numbersOf(appearance.dict.get("Matrix"), 6)) ?? [1, 0, 0, 1, 0, 0];
  const corners = [x1, x2].flatMap((x) => [y1, y2].map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
};

/** The form XObjects of appearances, by the appearance and its optional content, because annotations may share appearances. */
type Forms = Map<Stream, Map<Value | undefined, Ref>>;

const formOf = (appearance: Stream, condition: Value | undefined, forms: Forms): Ref => {
  const known = forms.get(appearance) ?? new Map<Value | undefined, Ref>();
  forms.set(appearance, known);
  const before = known.get(condition);
  if (before !== undefined) return before;
  // Appearances may lack what makes a stream an external object, which readers of annotations do not ask for.
  const dict = new Map(appearance.dict).set("Type", new Name("XObject")).set("Subtype", new Name("Form"));
  if (condition !== undefined) dict.set("OC", condition);
  const form = new Ref(new Stream(dict, appearance.data));
  known.set(condition, form);
  return form;
};

/** The flag NoRotate (ISO 32000-2, table 167). */
const NO_ROTATE_FLAG = 16;

/** The turn about a point by which something is upright on a page that is shown turned by this angle. */
const uprightAt = (rotation: number, x: number, y: number): Matrix => {
  const [a = 1, b = 0] = { 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[rotation] ?? [];
  return [a, b, -b, a, x - a * x + b * y, y - b * x - a * y];
};

/** The appearance of an annotation as a drawing on its page (ISO 32000-2, algorithm 8); undefined if it has no area. */
const drawingOf = (annotation: Dict, appearance: Stream, page: Ref, forms: Forms): Drawing | undefined => {
  const rectangle = numbersOf(annotation.get("Rect"), 4) ?? [];
  if (rectangle.length !== 4) return undefined;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rectangle;
  const box = boundsOf(appearance);
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  if (width === 0 || height === 0) return undefined;
  const [x, y] = [Math.abs(x2 - x1) / width, Math.abs(y2 - y1) / height];
  const [left, top] = [Math.min(x1, x2), Math.max(y1, y2)];
  const matrix: Matrix = [x, 0, 0, y, left - box.left * x, Math.min(y1, y2) - box.bottom * y];
  const isUpright = ((numberAt(annotation, "F") ?? 0) & NO_ROTATE_FLAG) !== 0;
  return {
    form: formOf(appearance, annotation.get("OC"), forms),
    matrix: isUpright ? multiply(matrix, uprightAt(shownArea(page).rotation, left, top)) : matrix,
  };
};

/** What happens to the annotations of one page: the ones that stay, and the drawings that the others become. */
interface PageChange {
  readonly kept: Value[];
  readonly gone: Value[];
  readonly drawings: Drawing[];
  hasUndrawn: boolean;
}

/** How a document is flattened. */
interface Flattening {
  readonly what: Flattened;
  /** Whether all fields have the appearances that they need, so that one without shows nothing. */
  readonly areDrawn: boolean;
  readonly forms: Forms;
  readonly budget: Budget;
}

const changeOf = (
  annotations: readonly Value[],
  page: Ref,
  { what, areDrawn, forms, budget }: Flattening,
): PageChange => {
  const change: PageChange = { kept: [], gone: [], drawings: [], hasUndrawn: false };
  for (const annotation of annotations) {
    const dict = dictOf(annotation);
    budget.spendValues(ANNOTATION_COST);
    if (dict === undefined || !isFlattened(dict, what)) {
      change.kept.push(annotation);
      continue;
    }
    const appearance = isHidden(dict) ? undefined : normalAppearance(dict);
    const isEmpty = isHidden(dict) || (areDrawn && nameAt(dict, "Subtype") === "Widget");
    if (appearance === undefined && !isEmpty) {
      change.kept.push(annotation);
      change.hasUndrawn = true;
      continue;
    }
    const drawing = appearance && drawingOf(dict, appearance, page, forms);
    if (drawing !== undefined) change.drawings.push(drawing);
    change.gone.push(annotation);
  }
  return change;
};

const warningsOf = (hasUndrawn: boolean, isTagged: boolean): Warning[] => [
  ...(hasUndrawn
    ? [{ code: "annotation-kept", message: "Annotations without an appearance stay annotations." } as const]
    : []),
  ...(isTagged ? [{ code: "content-untagged", message: "What was drawn into the pages has no tags." } as const] : []),
];

/** Removes fields whose widgets are gone, the whole form if none is left, and what else refers to the annotations. */
const removeGone = ({ catalog, pages }: Document, gone: readonly Value[], { what, budget }: Flattening): void => {
  const removed = new RemovedObjects([], pages);
  for (const annotation of gone) removed.add(annotation);
  pruneFields(catalog, removed);
  const isEmpty = arrayAt(dictAt(catalog, "AcroForm"), "Fields")?.length === 0;
  if (isEmpty && what !== "annotations") catalog.delete("AcroForm");
  pruneStructureTree(catalog, removed, budget);
  removed.nullify();
};

/** Draws the appearances of form fields, of annotations or of both on their pages, and removes these fields and annotations. */
export const flattenDocument = async (document: Document, what: Flattened, budget: Budget): Promise<OutputDocument> => {
  const { catalog, pages } = document;
  const output = prepareOutput(document, budget);
  const form = dictAt(catalog, "AcroForm");
  const areDrawn = form === undefined || what === "annotations" || (await drawForm(form, budget));
  const flattening: Flattening = { what, areDrawn, forms: new Map(), budget };
  const gone: Value[] = [];
  let hasUndrawn = false;
  for (const page of pages) {
    const annotations = arrayAt(page, "Annots");
    if (annotations === undefined) continue;
    const change = changeOf(annotations, page, flattening);
    drawOnPage(page, change.drawings, budget);
    hasUndrawn ||= change.hasUndrawn;
    for (const annotation of change.gone) gone.push(annotation);
    if (change.kept.length === 0) dictOf(page)?.delete("Annots");
    else dictOf(page)?.set("Annots", change.kept);
  }
  const isTagged = gone.length > 0 && resolve(catalog.get("StructTreeRoot")) !== undefined;
  removeGone(document, gone, flattening);
  return { ...output, warnings: [...output.warnings, ...warningsOf(hasUndrawn, isTagged)] };
};
