import { dictAt, get, numbersOf, resolve } from "../access.ts";
import type { Matrix } from "../contents/matrix.ts";
import { Stream, type Value } from "../objects.ts";

/**
 * The appearance streams of an annotation (ISO 32000-2, 12.5.5), with the scale from the form's box to the annotation's
 * rectangle.
 */
export const appearanceForms = function* (annotation: Value): Generator<{ form: Stream; matrix: Matrix }> {
  const rectangle = numbersOf(get(annotation, "Rect"));
  for (const entry of dictAt(annotation, "AP")?.values() ?? []) {
    const direct = resolve(entry);
    for (const value of direct instanceof Map ? direct.values() : [direct]) {
      const form = resolve(value);
      if (!(form instanceof Stream)) continue;
      const box = numbersOf(get(form, "BBox"));
      const ratio = (low: number) =>
        rectangle?.length === 4 && box?.length === 4
          ? Math.abs((rectangle[low + 2]! - rectangle[low]!) / (box[low + 2]! - box[low]! || 1))
          : 1;
      yield { form, matrix: [ratio(0), 0, 0, ratio(1), 0, 0] };
    }
  }
};
