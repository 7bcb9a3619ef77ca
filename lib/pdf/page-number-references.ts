import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, resolve } from "./access.ts";
import { destinationKey } from "./destinations/names.ts";
import { objectsNaming } from "./name-search.ts";
import { nameTree, readNameTree } from "./name-trees.ts";
import { type Dict, Name, Ref, type UnparsedObject, type Value } from "./objects.ts";
import { dictionariesIn } from "./reachable-objects.ts";
import { isDigit, isWhiteSpace } from "./read/characters.ts";

/** Types of explicit destinations (ISO 32000-2, table 149): the name after the page. */
const DESTINATION_TYPES = ["XYZ", "Fit", "FitH", "FitV", "FitR", "FitB", "FitBH", "FitBV"];

/** The most entries of an explicit destination, with some to spare. */
const DESTINATION_MAX_LENGTH = 16;

/** The value that a reference leads to, without parsing an array or a dictionary for it: those count as undefined. */
const resolveAtom = (value: Value | undefined) =>
  value instanceof Ref && value.unparsed !== undefined ? undefined : resolve(value);

const hasPageNumber = (value: Value | undefined): value is Value[] => {
  if (!Array.isArray(value) || value.length > DESTINATION_MAX_LENGTH) return false;
  const view = resolveAtom(value[1]);
  if (!(view instanceof Name && DESTINATION_TYPES.includes(view.text))) return false;
  return typeof resolveAtom(value[0]) === "number";
};

/** Whether an unparsed object contains an array of a number and a destination type. */
const mayHoldPageNumber = ({ bytes, from, to }: UnparsedObject): boolean => {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 91) continue;
    let next = at + 1;
    while (next < to && isWhiteSpace(bytes[next])) next++;
    if (!isDigit(bytes[next])) continue;
    while (next < to && isDigit(bytes[next])) next++;
    while (next < to && isWhiteSpace(bytes[next])) next++;
    if (bytes[next] === 47 && (bytes[next + 1] === 88 || bytes[next + 1] === 70)) return true;
  }
  return false;
};

/**
 * Whether any of the objects may contain a destination with a page number. Few files have one, so the objects of most
 * files need not be parsed for this.
 */
const anyHasPageNumber = (cells: readonly Ref[]): boolean => {
  const isInside = (value: Value): boolean => {
    if (Array.isArray(value)) return value.some(isInside) || hasPageNumber(value);
    if (value instanceof Map) for (const entry of value.values()) if (isInside(entry)) return true;
    return false;
  };
  return cells.some((cell) =>
    cell.unparsed === undefined ? isInside(dictOf(cell) ?? cell.value) : mayHoldPageNumber(cell.unparsed),
  );
};

/**
 * Replaces page numbers in destinations within the file by references to the pages. Only destinations in other files
 * should have numbers (ISO 32000-2, 12.3.2.2).
 */
const replaceInDestinations = (catalog: Dict, cells: readonly Ref[], pages: readonly Ref[]): void => {
  if (!hasPageNumber(resolve(catalog.get("OpenAction"))) && !anyHasPageNumber(cells)) return;
  /**
   * A copy of the destination with a reference to its page; a copy, because a remote go-to action may share the array.
   */
  const withReference = (value: Value | undefined): Value | undefined => {
    const place = resolve(value);
    return hasPageNumber(place) ? [pages[resolve(place[0]) as number] ?? null, ...place.slice(1)] : undefined;
  };
  const replaceIn = (holder: Dict, key: string): void => {
    const place = withReference(holder.get(key));
    if (place !== undefined) holder.set(key, place);
  };
  for (const dict of dictionariesIn([catalog, ...objectsNaming(cells, ["GoTo", "Dest"]).map(({ value }) => value)])) {
    const key = destinationKey(dict);
    if (key !== undefined) replaceIn(dict, key);
  }
  replaceIn(catalog, "OpenAction");
  const oldDests = dictAt(catalog, "Dests");
  const names = dictAt(catalog, "Names");
  const named = readNameTree(names?.get("Dests"));
  for (const destinations of [named, oldDests ?? new Map<string, Value>()]) {
    for (const [name, place] of destinations) {
      const direct = resolve(place);
      if (direct instanceof Map) replaceIn(direct, "D");
      else destinations.set(name, withReference(place) ?? place);
    }
  }
  if (named.size > 0) names?.set("Dests", new Ref(nameTree(named)));
};

/** Replaces the number of an article thread in a thread action by a reference (ISO 32000-2, 12.6.4.7). */
const replaceThread = (action: Dict, threads: readonly Value[]): void => {
  const number = numberAt(action, "D");
  if (number !== undefined && !action.has("F")) action.set("D", threads[number] ?? null);
};

/**
 * Updates the page number in an embedded go-to action whose target is a file attachment annotation (ISO 32000-2,
 * 12.6.4.4).
 */
const replaceInEmbeddedGoTo = (action: Dict, newPosition: (page: number) => number | undefined): void => {
  if (get(action, "F") !== undefined) return;
  const target = dictAt(action, "T");
  const page = numberAt(target, "P");
  if (page === undefined || nameAt(target, "R") !== "C") return;
  const newPage = newPosition(page);
  if (newPage === undefined) action.delete("T");
  else target?.set("P", newPage);
};

const replaceInActions = (
  catalog: Dict,
  cells: readonly Ref[],
  newPosition: (page: number) => number | undefined,
): void => {
  const threads = arrayAt(catalog, "Threads") ?? [];
  for (const dict of dictionariesIn(objectsNaming(cells, ["Thread", "GoToE"]).map(({ value }) => value))) {
    const type = dict.has("S") ? nameAt(dict, "S") : undefined;
    if (type === "Thread") replaceThread(dict, threads);
    else if (type === "GoToE") replaceInEmbeddedGoTo(dict, newPosition);
  }
};

/**
 * Prepares a document for a change of its page numbers: destinations and actions get references, or the new number.
 * `cells` are all objects of the document; `newPosition` returns a page's new zero-based position, or undefined for a
 * removed page.
 */
export const replacePageNumbers = (
  { catalog, pages }: { catalog: Dict; pages: readonly Ref[] },
  cells: readonly Ref[],
  newPosition: (page: number) => number | undefined,
): void => {
  replaceInDestinations(catalog, cells, pages);
  replaceInActions(catalog, cells, newPosition);
};
