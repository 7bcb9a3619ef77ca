import type { Warning } from "../../../output/warnings.ts";
import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, numbersOf, resolve } from "../../access.ts";
import { isHidden, lookOf } from "../../annotation-look.ts";
import { fieldValue } from "../../appearances/field-values.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";
import { notArchivable } from "../not-archivable.ts";
import { drawMissingLook } from "./missing-looks.ts";

/** Annotations of ISO 32000-1 that PDF/A takes (ISO 19005-2, 6.3.1). */
const ALLOWED = new Set(
  (
    "Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup " +
    "Widget PrinterMark TrapNet Watermark Redact"
  ).split(" "),
);
/** Annotation flags (ISO 32000-2, table 167). */
const [INVISIBLE, PRINT, TOGGLE_NO_VIEW] = [1, 4, 256];
/** Hidden and NoView, which say nothing of a window for notes. */
const HIDDEN = 2 | 32;
/** What an annotation keeps that becomes a stamp. */
const COMMON_KEYS = new Set("Type Rect Contents P NM M F AP AS Border C StructParent OC Lang".split(" "));

const REMOVED: Warning = {
  code: "annotation-removed",
  message:
    "Annotations that PDF/A forbids were removed: hidden ones, sounds, films, 3D and attached files; what they show stays (ISO 19005-2, 6.3).",
};
const DRAWN: Warning = {
  code: "annotation-drawn",
  message: "Annotations without an appearance got one, as PDF/A asks for; readers may have drawn them in another way.",
};

const hasArea = (annotation: Dict): boolean => {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(annotation.get("Rect"), 4) ?? [];
  return left !== right || bottom !== top;
};

/** Leaves of an annotation its look alone, as a stamp. */
const becomeStamp = (annotation: Dict): void => {
  for (const key of [...annotation.keys()]) if (!COMMON_KEYS.has(key)) annotation.delete(key);
  annotation.set("Subtype", new Name("Stamp"));
};

const isButton = (annotation: Dict): boolean => {
  const type = fieldValue(annotation, "FT");
  return nameAt(annotation, "Subtype") === "Widget" && type instanceof Name && type.text === "Btn";
};

const EMPTY_LOOK = () =>
  new Ref(
    new Stream(
      makeDict({ Type: new Name("XObject"), Subtype: new Name("Form"), BBox: [0, 0, 1, 1], Resources: new Map() }),
      Buffer.alloc(0),
    ),
  );

/** The state under which a button has its only look. */
const ONLY_STATE = "On";

/** Leaves one normal appearance (ISO 19005-2, 6.3.3): the states of a button, or the one that another annotation shows. */
const reduceLook = (annotation: Dict): void => {
  const looks = dictAt(annotation, "AP");
  if (looks === undefined) return;
  const normal = looks.get("N");
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
  annotation.set("AP", makeDict({ N: dictOf(shown) === undefined ? EMPTY_LOOK() : (shown ?? null) }));
};

const setFlags = (annotation: Dict, alsoCleared = 0): void => {
  const flags = numberAt(annotation, "F") ?? 0;
  annotation.set("F", (flags | PRINT) & ~(INVISIBLE | TOGGLE_NO_VIEW | alsoCleared));
};

/** Whether a widget's field has a value that readers show. */
const hasValue = (widget: Dict): boolean => {
  const value = fieldValue(widget, "V") ?? null;
  return value instanceof Uint8Array ? value.length > 0 : value !== null;
};

/** Mends annotations, each once. It is one class, because pages may share annotations. */
class Mending {
  readonly warnings = new Set<Warning>();
  readonly #done = new Set<Dict>();

  /** Mends an annotation; returns whether it stays. */
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
    const isTaken = ALLOWED.has(type);
    if (!isTaken) {
      this.warnings.add(REMOVED);
      if (lookOf(annotation) === undefined) return false;
      becomeStamp(annotation);
    }
    setFlags(annotation);
    reduceLook(annotation);
    this.#draw(annotation, type);
    return true;
  }

  #draw(annotation: Dict, type: string): void {
    if (type === "Link" || !hasArea(annotation) || get(annotation, "AP") !== undefined) return;
    if (type === "Widget") {
      if (!isButton(annotation) && hasValue(annotation))
        throw notArchivable("a form field has a value that cannot be drawn (ISO 19005-2, 6.3.3)");
      const look = EMPTY_LOOK();
      annotation.set("AP", makeDict({ N: isButton(annotation) ? makeDict({ [ONLY_STATE]: look }) : look }));
      return;
    }
    if (drawMissingLook(annotation)) this.warnings.add(DRAWN);
  }
}

/**
 * Mends the annotations of pages as PDF/A asks for (ISO 19005-2, 6.3): forbidden ones keep only their look, hidden ones go, all
 * are printed, and each has one appearance if there is a way to draw it. Returns what is to be reported.
 */
export const mendAnnotations = (pages: readonly Ref[]): Warning[] => {
  const mending = new Mending();
  for (const page of pages) {
    const list = arrayAt(page, "Annots");
    if (list === undefined) continue;
    const kept = list.filter((annotation) => mending.keep(annotation));
    if (kept.length < list.length) dictOf(page)?.set("Annots", kept);
  }
  return [...mending.warnings];
};
