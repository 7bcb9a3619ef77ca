import { asList, dictAt, dictOf, nameAt, numberAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import type { Dict, Value } from "../objects.ts";
import { NEWER_TYPES, STANDARD_TYPES } from "../structure-tree/standard-types.ts";

/** Marked content: its number in the page or the form (ISO 32000-1, 14.7.4.2). */
export interface Content {
  /** The dictionary of the page, or of the form that holds the content. */
  readonly owner: Dict;
  /** The reference to the page. */
  readonly page: Value;
  /** The reference to the form, if the content is in one. */
  readonly form: Value | undefined;
  readonly id: number;
}

/** An annotation that belongs to an element (ISO 32000-1, 14.7.4.3). */
interface Holder {
  readonly page: Value;
  readonly annotation: Value;
}

export type Kid = StructureElement | Content | Holder;

/** A structure element whose kids and type can be changed. */
export interface StructureElement {
  /** A standard type. */
  type: string;
  /** What else its dictionary says, such as /Alt. */
  readonly dict: Dict;
  kids: Kid[];
}

export const isElement = (kid: Kid): kid is StructureElement => "kids" in kid;
export const isContent = (kid: Kid): kid is Content => "id" in kid;

export const element = (type: string, kids: Kid[]): StructureElement => ({ type, dict: new Map(), kids });

/** Entries that are written anew. */
const WRITTEN_ENTRIES = ["Type", "S", "P", "K", "Pg"];

/** Elements inside each other; a document with more is not read. */
const DEPTH_LIMIT = 1500;
const ROLES_LIMIT = 16;

/** What a tree cannot be read for, as the end of a sentence. */
export class UnreadableTree extends Error {}

/** Reads the elements of a tree. One class, because each element is read with the roles and the budget of the document. */
class TreeReader {
  readonly #roles: Dict | undefined;
  readonly #budget: Budget;
  readonly #seen = new Set<Dict>();

  constructor(roles: Dict | undefined, budget: Budget) {
    this.#roles = roles;
    this.#budget = budget;
  }

  element(dict: Dict, outerPage: Value, depth: number): StructureElement {
    if (depth > DEPTH_LIMIT || this.#seen.has(dict)) throw new UnreadableTree("its tags are nested too deeply");
    this.#seen.add(dict);
    const page = dict.get("Pg") ?? outerPage;
    const kids = asList(dict.get("K")).flatMap((kid) => this.#kid(kid, page, depth) ?? []);
    this.#budget.spendValues(1 + kids.length);
    const others = new Map([...dict].filter(([key]) => !WRITTEN_ENTRIES.includes(key)));
    return { type: this.#standardType(nameAt(dict, "S") ?? ""), dict: others, kids };
  }

  #kid(kid: Value, page: Value, depth: number): Kid | undefined {
    const value = resolve(kid);
    if (typeof value === "number") return contentOf(page, undefined, value);
    const dict = dictOf(kid);
    if (dict === undefined) return undefined;
    const ownPage = dict.get("Pg") ?? page;
    const type = nameAt(dict, "Type");
    if (type === "MCR") return contentOf(ownPage, dict.get("Stm"), numberAt(dict, "MCID") ?? -1);
    if (type === "OBJR") return { page: ownPage, annotation: dict.get("Obj") ?? null };
    return this.element(dict, page, depth + 1);
  }

  /** The standard type of a type, through the document's map of roles. */
  #standardType(type: string): string {
    let at = type;
    for (let hops = 0; hops < ROLES_LIMIT; hops++) {
      if (STANDARD_TYPES.has(at)) return at;
      const role = nameAt(this.#roles, at) ?? NEWER_TYPES.get(at);
      if (role === undefined) break;
      at = role;
    }
    throw new UnreadableTree("its tags have a type that is not of ISO 32000-1");
  }
}

const contentOf = (page: Value, form: Value | undefined, id: number): Content | undefined => {
  const owner = dictOf(form ?? page);
  return owner === undefined || id < 0 ? undefined : { owner, page, form, id };
};

/**
 * The structure tree of a document as one element, `Document`; undefined if it has no tags. Throws UnreadableTree for a tree
 * whose types are not standard, or that is nested too deeply.
 */
export const readElements = (catalog: Dict, budget: Budget): StructureElement | undefined => {
  const root = dictAt(catalog, "StructTreeRoot");
  if (root === undefined || asList(root.get("K")).length === 0) return undefined;
  const reader = new TreeReader(dictAt(root, "RoleMap"), budget);
  const tops = asList(root.get("K")).flatMap((top) => {
    const dict = dictOf(top);
    return dict === undefined ? [] : [reader.element(dict, null, 0)];
  });
  const [only] = tops;
  return only !== undefined && tops.length === 1 && only.type === "Document" ? only : element("Document", tops);
};

/** All elements of a tree, each before its kids; the kids of an element are read after it was returned. */
export function* elementsIn(top: StructureElement): Generator<StructureElement> {
  const open = [top];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (const kid of next.kids.toReversed()) if (isElement(kid)) open.push(kid);
  }
}

/** All that the elements below an element hold, in their order. */
function* leavesIn(top: StructureElement): Generator<Content | Holder> {
  const open: Kid[] = [top];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isElement(next)) open.push(...next.kids.toReversed());
    else yield next;
  }
}

/** The first page on which an element has something; undefined if it has nothing. */
export const firstPageOf = (top: StructureElement): Dict | undefined => {
  for (const { page } of leavesIn(top)) return dictOf(page);
  return undefined;
};
