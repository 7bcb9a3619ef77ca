import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, resolve } from "./access.ts";
import { leadingKey } from "./destinations.ts";
import { dictionariesIn } from "./gather.ts";
import { mentioning } from "./mentions.ts";
import { type Dict, Name, type Raw, Ref, type Value } from "./objects.ts";
import { isDigit, KIND } from "./read/characters.ts";
import { nameTree, readNames } from "./trees.ts";

/** How a destination may be shown (ISO 32000-2, table 149): what follows the page. */
const VIEWS = ["XYZ", "Fit", "FitH", "FitV", "FitR", "FitB", "FitBH", "FitBV"];

const isNumbered = (value: Value | undefined): value is Value[] => {
  if (!Array.isArray(value) || typeof resolve(value[0]) !== "number") return false;
  const view = resolve(value[1]);
  return view instanceof Name && VIEWS.includes(view.text);
};

/** Whether a text holds an array of a number and a view; one that begins with a reference is none. */
const holdsNumbered = ({ bytes, from, to }: Raw): boolean => {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 91) continue;
    let next = at + 1;
    while (next < to && KIND[bytes[next]!] === 1) next++;
    if (!isDigit(bytes[next])) continue;
    while (next < to && isDigit(bytes[next])) next++;
    while (next < to && KIND[bytes[next]!] === 1) next++;
    if (bytes[next] === 47 && (bytes[next + 1] === 88 || bytes[next + 1] === 70)) return true;
  }
  return false;
};

/** Whether anything in the cells may be a destination by number. Hardly any file has one: most of them are not read for it. */
const anyNumbered = (cells: readonly Ref[]): boolean => {
  const inside = (value: Value): boolean => {
    if (Array.isArray(value)) return value.some(inside) || isNumbered(value);
    return value instanceof Map && [...value.values()].some(inside);
  };
  return cells.some((cell) => (cell.raw === undefined ? inside(dictOf(cell) ?? cell.value) : holdsNumbered(cell.raw)));
};

/**
 * Destinations within the file that state a page's number, as only those in other files should (ISO 32000-2, 12.3.2.2),
 * refer to the page itself from now on: it may get another number.
 */
const referToPages = (catalog: Dict, cells: readonly Ref[], pages: readonly Ref[]): void => {
  if (!isNumbered(resolve(catalog.get("OpenAction"))) && !anyNumbered(cells)) return;
  /** The place by its page; a copy, as an action into another file may share the array. */
  const referring = (value: Value | undefined): Value | undefined => {
    const place = resolve(value);
    return isNumbered(place) ? [pages[resolve(place[0]) as number] ?? null, ...place.slice(1)] : undefined;
  };
  const refer = (holder: Dict, key: string): void => {
    const place = referring(holder.get(key));
    if (place !== undefined) holder.set(key, place);
  };
  for (const dict of dictionariesIn([catalog, ...mentioning(cells, ["GoTo", "Dest"]).map(({ value }) => value)])) {
    const key = leadingKey(dict);
    if (key !== undefined) refer(dict, key);
  }
  refer(catalog, "OpenAction");
  const old = dictAt(catalog, "Dests");
  const names = dictAt(catalog, "Names");
  const named = readNames(names?.get("Dests"));
  for (const places of [named, old ?? new Map<string, Value>()]) {
    for (const [name, place] of places) {
      const held = resolve(place);
      if (held instanceof Map) refer(held, "D");
      else places.set(name, referring(place) ?? place);
    }
  }
  if (named.size > 0) names!.set("Dests", new Ref(nameTree(named)));
};

/** Has actions that go to an article by its number (ISO 32000-2, 12.6.4.7) refer to the article itself. */
const referToThreads = (catalog: Dict, cells: readonly Ref[]): void => {
  const threads = arrayAt(catalog, "Threads") ?? [];
  for (const dict of dictionariesIn(mentioning(cells, ["Thread"]).map(({ value }) => value))) {
    const number = numberAt(dict, "D");
    if (number !== undefined && nameAt(dict, "S") === "Thread" && !dict.has("F"))
      dict.set("D", threads[number] ?? null);
  }
};

/** Gives the page that holds an attachment its new number, where an action leads into it (ISO 32000-2, 12.6.4.4). */
const renumberAttachments = (cells: readonly Ref[], moved: (page: number) => number | undefined): void => {
  for (const dict of dictionariesIn(mentioning(cells, ["GoToE"]).map(({ value }) => value))) {
    if (nameAt(dict, "S") !== "GoToE" || get(dict, "F") !== undefined) continue;
    const target = dictAt(dict, "T");
    const page = numberAt(target, "P");
    if (page === undefined || nameAt(target, "R") !== "C") continue;
    const now = moved(page);
    if (now === undefined) dict.delete("T");
    else target!.set("P", now);
  }
};

/**
 * Prepares a document, given with all its cells, whose pages get other numbers: what states the number of a page refers to
 * the page, or states the new one. `moved` gives a page's new zero-based number, or undefined for one that leaves.
 */
export const freeFromNumbers = (
  { catalog, pages }: { catalog: Dict; pages: readonly Ref[] },
  cells: readonly Ref[],
  moved: (page: number) => number | undefined,
): void => {
  referToPages(catalog, cells, pages);
  referToThreads(catalog, cells);
  renumberAttachments(cells, moved);
};
