import type { Warning } from "../../../output/warnings.ts";
import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, resolve } from "../../access.ts";
import { hasExtent, isHidden, normalAppearance } from "../../annotation-appearance.ts";
import { fieldValue } from "../../appearances/field-values.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";
import { notArchivable } from "../not-archivable.ts";
import { drawMissingAppearance } from "./missing-appearances.ts";

/** The types of annotations that PDF/A allows (ISO 19005-2, 6.3.1). */
const ALLOWED_TYPES = new Set(
  (
    "Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup " +
    "Widget PrinterMark TrapNet Watermark Redact"
  ).split(" "),
);
/** Annotation flags (ISO 32000-2, table 167). */
const [INVISIBLE, PRINT, TOGGLE_NO_VIEW] = [1, 4, 256];
/** Hidden and NoView. A popup stays, whatever they say, but without them. */
const HIDDEN = 2 | 32;
/** The keys of an annotation that are kept if it becomes a stamp. */
const COMMON_KEYS = new Set("Type Rect Contents P NM M F AP AS Border C StructParent OC Lang".split(" "));

const REMOVED: Warning = {
  code: "annotation-removed",
  message:
    "Annotations that PDF/A forbids were removed: hidden ones, sounds, films, 3D and attached files; what they show stays (ISO 19005-2, 6.3).",
};
export const DRAWN: Warning = {
  code: "annotation-drawn",
  message: "Annotations without an appearance got one, as PDF/A asks for; readers may have drawn them in another way.",
};

/** Reduces an annotation to its appearance, as a stamp. */
const reduceToStamp = (annotation: Dict): void => {
  for (const key of [...annotation.keys()]) if (!COMMON_KEYS.has(key)) annotation.delete(key);
  annotation.set("Subtype", new Name("Stamp"));
};

const isButton = (annotation: Dict): boolean => {
  const type = fieldValue(annotation, "FT");
  return nameAt(annotation, "Subtype") === "Widget" && type instanceof Name && type.text === "Btn";
};

const emptyAppearance = () =>
  new Ref(
    new Stream(
      makeDict({ Type: new Name("XObject"), Subtype: new Name("Form"), BBox: [0, 0, 1, 1], Resources: new Map() }),
      Buffer.alloc(0),
    ),
  );

/** The appearance state of a button that has only one appearance. */
const ONLY_STATE = "On";

/** Keeps only the normal appearance (ISO 19005-2, 6.3.3): of a button all states, of another annotation the one that is shown. */
const reduceAppearances = (annotation: Dict): void => {
  const appearances = dictAt(annotation, "AP");
  if (appearances === undefined) return;
  const normal = appearances.get("N");
  const direct = resolve(normal);
  if (normal === undefined || direct === undefined) {
    annotation.delete("AP");
    return;
  }
  if (isButton(annotation)) {
    const isStates = direct instanceof Map;
    if (!isStates) annotation.set("AS", new Name(ONLY_STATE));
    annotation.set("AP", makeDict({ N: isStates ? normal : makeDict({ [ONLY_STATE]: normal }) }));
    return;
  }
  const shown = direct instanceof Map ? direct.get(nameAt(annotation, "AS") ?? "") : normal;
  annotation.delete("AS");
  annotation.set("AP", makeDict({ N: dictOf(shown) === undefined ? emptyAppearance() : (shown ?? null) }));
};

const setFlags = (annotation: Dict, alsoCleared = 0): void => {
  const flags = numberAt(annotation, "F") ?? 0;
  annotation.set("F", (flags | PRINT) & ~(INVISIBLE | TOGGLE_NO_VIEW | alsoCleared));
};

/** Whether a form field has a value that readers show. */
export const hasValue = (widget: Dict): boolean => {
  const value = fieldValue(widget, "V") ?? null;
  return value instanceof Uint8Array ? value.length > 0 : value !== null;
};

/** Mends each annotation once. It is one class, because pages may share annotations. */
class AnnotationMender {
  readonly warnings = new Set<Warning>();
  readonly #done = new Set<Dict>();

  /** Mends an annotation. Returns false if it is to be removed. */
  keep(value: Value): boolean {
    const annotation = dictOf(value);
    if (annotation === undefined) return false;
    const type = nameAt(annotation, "Subtype") ?? "";
    if (type === "Popup") {
      if (annotation.has("F")) setFlags(annotation, HIDDEN);
      return true;
    }
    if (isHidden(annotation)) {
      this.warnings.add(REMOVED);
      return false;
    }
    if (this.#done.has(annotation)) return true;
    this.#done.add(annotation);
    const isAllowed = ALLOWED_TYPES.has(type);
    if (!isAllowed) {
      this.warnings.add(REMOVED);
      if (normalAppearance(annotation) === undefined) return false;
      reduceToStamp(annotation);
    }
    setFlags(annotation);
    reduceAppearances(annotation);
    this.#draw(annotation, type);
    return true;
  }

  #draw(annotation: Dict, type: string): void {
    if (type === "Link" || !hasExtent(annotation) || get(annotation, "AP") !== undefined) return;
    if (type === "Widget") {
      if (!isButton(annotation) && hasValue(annotation))
        throw notArchivable("a form field has a value that cannot be drawn (ISO 19005-2, 6.3.3)");
      const look = emptyAppearance();
      annotation.set("AP", makeDict({ N: isButton(annotation) ? makeDict({ [ONLY_STATE]: look }) : look }));
      return;
    }
    if (drawMissingAppearance(annotation)) this.warnings.add(DRAWN);
  }
}

/**
 * Mends the annotations of pages (ISO 19005-2, 6.3): forbidden ones keep only their appearance, hidden ones are removed, all are
 * printed, and each gets one appearance if it can be drawn. Returns warnings.
 */
export const mendAnnotations = (pages: readonly Ref[]): Warning[] => {
  const mending = new AnnotationMender();
  for (const page of pages) {
    const list = arrayAt(page, "Annots");
    if (list === undefined) continue;
    const kept = list.filter((annotation) => mending.keep(annotation));
    if (kept.length < list.length) dictOf(page)?.set("Annots", kept);
  }
  return [...mending.warnings];
};
