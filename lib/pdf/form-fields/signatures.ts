import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, numbersOf } from "../access.ts";
import { appearanceOf, appearanceStream, frameOf } from "../appearances/frame.ts";
import { type Dict, makeDict, Name, type Value } from "../objects.ts";
import { formFieldsOf, pruneFields } from "./fields.ts";

/** Entries of a widget that every annotation may have (ISO 32000-2, table 166), apart from its type. */
const ANNOTATION_KEYS = new Set("Type Rect P NM M F AP AS Border C StructParent OC AF ca CA Lang BM".split(" "));
/** Annotation flags (ISO 32000-2, table 167): ReadOnly, Locked, LockedContents. */
const FIXED_FLAGS = 64 | 128 | 512;

const hasArea = (widget: Dict): boolean => {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(widget.get("Rect"), 4) ?? [];
  return left !== right && bottom !== top;
};

/** The normal appearance of a widget; an empty one if it has none, for which readers would draw a mark of their own. */
const appearanceToKeep = (widget: Dict): Value | undefined => {
  const normal = dictAt(widget, "AP")?.get("N");
  if (appearanceOf(normal) !== undefined || dictOf(normal)?.has(nameAt(widget, "AS") ?? "") === true) return normal;
  const frame = frameOf(widget);
  return frame && appearanceStream({ ...frame, turns: 0 }, "", {});
};

/**
 * Turns the widget of a signature into a stamp (ISO 32000-2, 12.5.6.12) with its appearance. Some readers show that an
 * unsigned field is to be signed, in place of its appearance. Returns whether it is a stamp now.
 */
const signatureToStamp = (widget: Dict): boolean => {
  const appearance = nameAt(widget, "Subtype") === "Widget" && hasArea(widget) ? appearanceToKeep(widget) : undefined;
  if (appearance === undefined) return false;
  const description = widget.get("TU");
  for (const key of widget.keys()) if (!ANNOTATION_KEYS.has(key)) widget.delete(key);
  widget.set("Subtype", new Name("Stamp")).set("AP", makeDict({ N: appearance }));
  widget.set("F", (numberAt(widget, "F") ?? 0) | FIXED_FLAGS);
  if (description !== undefined) widget.set("Contents", description);
  return true;
};

/**
 * Removes digital signatures, which are valid for the original file only; their appearance stays on the page. Returns
 * whether there was one.
 */
export const dropSignatures = (catalog: Dict): boolean => {
  const form = dictAt(catalog, "AcroForm");
  const stamps = new Set<Dict>();
  let found = false;
  for (const field of formFieldsOf(form)) {
    const value = get(field, "V");
    if (value === undefined || (nameAt(field, "FT") !== "Sig" && nameAt(value, "Type") !== "Sig")) continue;
    found = true;
    field.delete("V");
    const kids = (arrayAt(field, "Kids") ?? []).map(dictOf);
    for (const widget of [field, ...kids]) if (widget !== undefined && signatureToStamp(widget)) stamps.add(widget);
  }
  if (stamps.size > 0) {
    const isStamp = (value: Value | undefined): boolean => {
      const dict = dictOf(value);
      return dict !== undefined && stamps.has(dict);
    };
    pruneFields(catalog, { has: isStamp, add: (value) => void stamps.add(dictOf(value) ?? new Map()) });
  }
  if (numberAt(form, "SigFlags") !== undefined) form?.delete("SigFlags");
  for (const key of ["Perms", "DSS", "Legal"]) catalog.delete(key);
  return found;
};
