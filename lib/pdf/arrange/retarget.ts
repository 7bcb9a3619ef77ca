import type { Matrix } from "../contents/matrix.ts";
import { type Dict, Name, Ref, Stream, type Value } from "../objects.ts";
import { finalTarget, reachableObjects } from "../reachable-objects.ts";

/** Where each page stands now: its sheet, and the matrix that leads from its own space to that of the sheet. */
export type NewPlaces = ReadonlyMap<Ref, { readonly sheet: Ref; readonly matrix: Matrix }>;

/** A coordinate of a destination; null if the destination leaves it as it is. */
const moved = (value: Value | undefined, scale: number, offset: number): Value =>
  typeof value === "number" ? value * scale + offset : null;

/** Turns an array that is a destination (ISO 32000-2, 12.3.2.2) on a page into one on its sheet. */
const retargetArray = (array: Value[], places: NewPlaces): void => {
  const [page, kind] = array;
  const place = page instanceof Ref ? places.get(finalTarget(page)) : undefined;
  if (place === undefined || !(kind instanceof Name)) return;
  const [a, , , d, e, f] = place.matrix;
  const view: Value[] =
    kind.text === "XYZ" ? [kind, moved(array[2], a, e), moved(array[3], d, f), null] : [new Name("Fit")];
  array.splice(0, array.length, place.sheet, ...view);
};

const visit = (value: Value, places: NewPlaces): void => {
  if (Array.isArray(value)) {
    retargetArray(value, places);
    for (const entry of value) if (!(entry instanceof Ref)) visit(entry, places);
  } else if (value instanceof Map) {
    for (const entry of value.values()) if (!(entry instanceof Ref)) visit(entry, places);
  } else if (value instanceof Stream) visit(value.dict, places);
};

/** Makes every destination on one of the pages one on its sheet, wherever it is: in bookmarks, links, names and actions. */
export const retarget = (catalog: Dict, places: NewPlaces): void => {
  visit(catalog, places);
  for (const { value } of reachableObjects(catalog)) visit(value, places);
};
