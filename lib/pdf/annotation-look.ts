import { dictAt, get, nameAt, numberAt } from "./access.ts";
import { appearanceOf } from "./appearances/frame.ts";
import type { Dict, Stream } from "./objects.ts";

/** Annotation flags (ISO 32000-2, table 167): Hidden, NoView. Invisible hides only annotations of unknown types. */
const HIDDEN_FLAGS = 2 | 32;

/** Whether an annotation is not shown. */
export const isHidden = (annotation: Dict): boolean =>
  nameAt(annotation, "Subtype") === "Popup" || ((numberAt(annotation, "F") ?? 0) & HIDDEN_FLAGS) !== 0;

/** The normal appearance of an annotation in its state (ISO 32000-2, 12.5.5). */
export const lookOf = (annotation: Dict): Stream | undefined => {
  const normal = get(dictAt(annotation, "AP"), "N");
  return appearanceOf(normal instanceof Map ? normal.get(nameAt(annotation, "AS") ?? "") : normal);
};
