import { dictAt, dictOf, get, nameAt, numberAt, numbersOf } from "./access.ts";
import { appearanceOf } from "./appearances/frame.ts";
import type { Dict, Stream, Value } from "./objects.ts";

/** Annotation flags (ISO 32000-2, table 167): Hidden, NoView. Invisible hides only annotations of unknown types. */
const HIDDEN_FLAGS = 2 | 32;

/** Whether an annotation is not shown. */
export const isHidden = (annotation: Dict): boolean =>
  nameAt(annotation, "Subtype") === "Popup" || ((numberAt(annotation, "F") ?? 0) & HIDDEN_FLAGS) !== 0;

/** The normal appearance of an annotation in its state (ISO 32000-2, 12.5.5). */
export const normalAppearance = (annotation: Dict): Stream | undefined => {
  const normal = get(dictAt(annotation, "AP"), "N");
  return appearanceOf(normal instanceof Map ? normal.get(nameAt(annotation, "AS") ?? "") : normal);
};

/** Whether the rectangle of an annotation is more than a point. */
export const hasExtent = (annotation: Value): boolean => {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(dictOf(annotation)?.get("Rect"), 4) ?? [];
  return left !== right || bottom !== top;
};
