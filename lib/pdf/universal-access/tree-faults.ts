import { asList, bytesAt, dictOf, nameAt, numberAt } from "../access.ts";
import { keyText } from "../name-trees.ts";
import type { Dict } from "../objects.ts";
import { textOfString } from "../strings.ts";
import { elementsIn, isContent, isElement, type StructureElement } from "./elements.ts";
import { languageTag } from "./plain-entries.ts";

const TABLE = "its tables have other tags than rows of cells (7.2)";
const GRID = "a table of it has rows of different lengths (7.2)";
const SCOPE = "a header cell of it has no scope (7.5)";
const LIST = "its lists have other tags than items (7.2)";
const HEADINGS = "its headings leave out a level (7.4.2)";
const TEXTS = "a figure or a formula of it has no text (7.3)";
const NOTES = "its notes have no identifiers of their own (7.9)";
const LANGUAGES = "a part of it has a language that is none (7.2)";
const SHARED = "a part of its content has two tags (7.1)";

const typesOf = (parent: StructureElement): string[] =>
  parent.kids.map((kid) => (isElement(kid) ? kid.type : "content"));

/** The kids that an element may have, and the parents; a caption may be the first kid. */
const KIDS: Readonly<Record<string, readonly [RegExp, string]>> = {
  Table: [/^TR$/, TABLE],
  TR: [/^T[HD]$/, TABLE],
  L: [/^LI?$/, LIST],
  LI: [/^(?:Lbl|LBody)$/, LIST],
  TOC: [/^TOCI?$/, LIST],
};
const PARENTS: Readonly<Record<string, readonly [string, string]>> = {
  TR: ["Table", TABLE],
  TH: ["TR", TABLE],
  TD: ["TR", TABLE],
  LI: ["L", LIST],
  LBody: ["LI", LIST],
  TOCI: ["TOC", LIST],
};
const TAKES_CAPTION = new Set(["Table", "L", "TOC"]);
/** Groups of rows are not written. */
const UNWRITTEN = new Set(["THead", "TBody", "TFoot", "NonStruct", "H"]);

const kidsFault = (parent: StructureElement): string | undefined => {
  const [allowed, fault] = KIDS[parent.type] ?? [];
  for (const [at, type] of typesOf(parent).entries()) {
    const isCaption = at === 0 && type === "Caption" && TAKES_CAPTION.has(parent.type);
    if (allowed !== undefined && !allowed.test(type) && !isCaption) return fault;
    const [holder, misplaced] = PARENTS[type] ?? [];
    if (holder !== undefined && holder !== parent.type) return misplaced;
    if (UNWRITTEN.has(type)) return TABLE;
  }
  return undefined;
};

const tableAttribute = ({ dict }: StructureElement, key: string): Dict | undefined =>
  asList(dict.get("A"))
    .map(dictOf)
    .find((attributes) => nameAt(attributes, "O") === "Table" && attributes?.has(key));

const span = (cell: StructureElement, key: string): number => numberAt(tableAttribute(cell, key), key) ?? 1;

/** Whether the cells of a table fill as many places in each row, none twice. */
const isRegular = (rows: readonly StructureElement[]): boolean => {
  /** How many rows each column is taken for, from the current one on. */
  const taken: number[] = [];
  let width: number | undefined;
  for (const [at, { kids }] of rows.entries()) {
    let column = 0;
    for (const cell of kids) {
      if (!isElement(cell)) return false;
      while ((taken[column] ?? 0) > 0) column++;
      const [across, down] = [span(cell, "ColSpan"), span(cell, "RowSpan")];
      if (across < 1 || down < 1 || at + down > rows.length) return false;
      for (let end = column + across; column < end; column++) {
        if ((taken[column] ?? 0) > 0) return false;
        taken[column] = down;
      }
    }
    const filled = taken.filter((left) => left > 0).length;
    width ??= filled;
    if (filled !== width || taken.length !== width) return false;
    for (const column of taken.keys()) taken[column] = (taken[column] ?? 0) - 1;
  }
  return true;
};

/** Follows the levels of the headings in their order. */
const headingsFault = (top: StructureElement): string | undefined => {
  let last = 0;
  for (const { type } of elementsIn(top)) {
    const level = Number(/^H([1-6])$/.exec(type)?.[1] ?? 0);
    if (level > last + 1) return HEADINGS;
    if (level > 0) last = level;
  }
  return undefined;
};

const entriesFault = ({ type, dict }: StructureElement, ids: Set<string>): string | undefined => {
  const lang = bytesAt(dict, "Lang");
  if (lang !== undefined && languageTag(textOfString(lang)) !== textOfString(lang)) return LANGUAGES;
  const hasText = (bytesAt(dict, "Alt")?.length ?? 0) > 0 || bytesAt(dict, "ActualText") !== undefined;
  if ((type === "Figure" || type === "Formula") && !hasText) return TEXTS;
  const id = keyText(dict.get("ID"));
  if (id === undefined) return type === "Note" ? NOTES : undefined;
  if (ids.has(id)) return NOTES;
  ids.add(id);
  return undefined;
};

const tableFault = (table: StructureElement): string | undefined => {
  const rows = table.kids.filter(isElement).filter(({ type }) => type === "TR");
  if (!isRegular(rows)) return GRID;
  const cells = rows.flatMap(({ kids }) => kids.filter(isElement));
  return cells.some((cell) => cell.type === "TH" && tableAttribute(cell, "Scope") === undefined) ? SCOPE : undefined;
};

/** Content of each page and form, by its number, that has an element. */
export type TaggedContent = Map<Dict, Set<number>>;

/** Collects the content that has an element; a fault if some has two. */
export const taggedContent = (top: StructureElement): TaggedContent | string => {
  const tagged: TaggedContent = new Map();
  for (const { kids } of elementsIn(top)) {
    for (const kid of kids) {
      if (!isContent(kid)) continue;
      const ids = tagged.get(kid.owner) ?? new Set<number>();
      if (ids.has(kid.id)) return SHARED;
      tagged.set(kid.owner, ids.add(kid.id));
    }
  }
  return tagged;
};

/** What a structure tree has against ISO 14289-1, as the end of a sentence with the clause; undefined if nothing. */
export const treeFault = (top: StructureElement): string | undefined => {
  const ids = new Set<string>();
  for (const one of elementsIn(top)) {
    const fault = kidsFault(one) ?? entriesFault(one, ids) ?? (one.type === "Table" ? tableFault(one) : undefined);
    if (fault !== undefined) return fault;
  }
  return headingsFault(top);
};
