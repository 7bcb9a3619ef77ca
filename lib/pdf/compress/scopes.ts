import { dictAt, dictOf } from "../access.ts";
import type { Operation } from "../contents/operations.ts";
import { type Dict, Name, type Stream, type Value } from "../objects.ts";
import type { ContentUsage } from "./usage.ts";

/** Names of colour spaces that are not resources (ISO 32000-2, 8.6 and table 91). */
const BUILT_IN = new Set(["DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern", "G", "RGB", "CMYK", "I", "Indexed"]);

/**
 * The resources of a content stream. If a name is missing, readers look for it in the resources of the content that draws
 * the stream, although ISO 32000-2, 7.8.3 requires each stream to have all its resources.
 */
export interface ResourceScope {
  readonly resources: Dict | undefined;
  readonly outer: ResourceScope | undefined;
  readonly form: Stream | undefined;
  /** Whether it is the scope of a page, which has no outer scope. */
  readonly isPage: boolean;
  /** All names in the resources, of all categories. */
  readonly names: ReadonlySet<string>;
}

const resourceNames = (resources: Dict | undefined): Set<string> =>
  new Set(RESOURCE_CATEGORIES.flatMap((category) => [...(dictAt(resources, category)?.keys() ?? [])]));

/**
 * Finds resources from the inner to the outer scope, and records the names that are used. One class, because what a form
 * inherits is known only when its names are used.
 */
export class ResourceScopes {
  readonly #usage: ContentUsage;
  readonly #ids = new Map<Stream | Dict, number>();
  readonly #names = new Map<Dict, Set<string>>();
  /** Forms that inherit something from the content that draws them. */
  readonly #inheriting = new Set<Stream>();

  constructor(usage: ContentUsage) {
    this.#usage = usage;
  }

  /** Opens a scope within another one, or an outermost one. */
  open(resources: Dict | undefined, outer: ResourceScope | undefined, isPage: boolean, form?: Stream): ResourceScope {
    if (resources !== undefined && !this.#usage.usedNames.has(resources))
      this.#usage.usedNames.set(resources, new Set());
    const names = (resources && this.#names.get(resources)) ?? resourceNames(resources);
    if (resources !== undefined) this.#names.set(resources, names);
    return { resources, outer, isPage, form, names };
  }

  /** Records that content uses a resource name. */
  use(scope: ResourceScope, name: string): void {
    if (scope.resources !== undefined) this.#usage.usedNames.get(scope.resources)?.add(name);
    if (scope.isPage || scope.names.has(name) || BUILT_IN.has(name)) return;
    if (scope.form !== undefined) this.#inheriting.add(scope.form);
    if (scope.outer === undefined) this.#usage.isComplete = false;
    else this.use(scope.outer, name);
  }

  /** Records that content depends on the state in which it is drawn. */
  markInheriting(scope: ResourceScope): void {
    for (let at: ResourceScope | undefined = scope; at !== undefined; at = at.outer) {
      if (at.form !== undefined) this.#inheriting.add(at.form);
    }
  }

  /** The resource of a name in the content's own resources, or in those of the nearest outer content. */
  find(scope: ResourceScope, category: string, name: Value | undefined): Value | undefined {
    if (!(name instanceof Name)) return undefined;
    for (let at: ResourceScope | undefined = scope; at !== undefined; at = at.outer) {
      const found = dictOf(at.resources?.get(category))?.get(name.text);
      if (found === undefined) continue;
      if (at !== scope) this.markInheriting(scope);
      return found;
    }
    return undefined;
  }

  /** A key for a form. For a form that inherits, the key includes the font and the resources that it inherits. */
  keyOf(form: Stream, font: Dict | undefined, outer: ResourceScope | undefined): string {
    let key = String(this.#id(form));
    if (!this.#inheriting.has(form)) return key;
    if (font !== undefined) key += ` font ${this.#id(font)}`;
    for (let at = outer; at !== undefined; at = at.outer) if (at.resources) key += ` ${this.#id(at.resources)}`;
    return key;
  }

  #id(of: Stream | Dict): number {
    const id = this.#ids.get(of) ?? this.#ids.size;
    this.#ids.set(of, id);
    return id;
  }
}

/** Operators whose name operands are tags or modes, not resources. */
const OPERATORS_WITHOUT_RESOURCES = new Set(["BMC", "MP", "ri"]);

const collect = (value: Value | undefined, into: string[]): void => {
  if (value instanceof Name) into.push(value.text);
  else if (Array.isArray(value)) for (const entry of value) collect(entry, into);
};

/** Whether an operand is or holds a name: most are numbers and texts. */
const mayName = (operand: Value): boolean =>
  operand instanceof Name || operand instanceof Map || Array.isArray(operand);

const NO_NAMES: readonly string[] = [];

/** The resource names that an operator uses; for an inline image, its colour space. */
export const resourceNamesIn = ({ operator, operands }: Operation): readonly string[] => {
  if (!operands.some(mayName) || OPERATORS_WITHOUT_RESOURCES.has(operator)) return NO_NAMES;
  const names: string[] = [];
  if (operator === "BI") {
    const [dict] = operands;
    if (dict instanceof Map) for (const key of ["CS", "ColorSpace"]) collect(dict.get(key), names);
  } else if (operator === "BDC" || operator === "DP") collect(operands[operands.length - 1], names);
  else for (const operand of operands) if (operand instanceof Name) collect(operand, names);
  return names;
};

/** The resource categories whose entries content streams name. */
const RESOURCE_CATEGORIES = ["XObject", "Pattern", "Properties", "Shading", "ExtGState", "ColorSpace", "Font"];

/** Whether an entry is a default colour space, which content uses without naming it (ISO 32000-2, 8.6.5.6). */
const isDefaultColourSpace = (category: string, name: string): boolean =>
  category === "ColorSpace" && name.startsWith("Default");

/** The default resources of the form, which its fields may use when they are filled in. */
const formResources = (catalog: Dict): Set<Dict> => {
  const resources = dictAt(dictAt(catalog, "AcroForm"), "DR");
  return new Set([...(resources?.values() ?? [])].flatMap((entries) => dictOf(entries) ?? []));
};

/** Removes resource entries that no content names. */
export const dropUnusedResources = (catalog: Dict, usage: ContentUsage): void => {
  if (!usage.isComplete) return;
  const kept = formResources(catalog);
  const used = new Map<Dict, { category: string; names: Set<string> }>();
  for (const [resources, names] of usage.usedNames) {
    for (const category of RESOURCE_CATEGORIES) {
      const entries = dictAt(resources, category);
      if (entries === undefined || kept.has(entries)) continue;
      const known = used.get(entries);
      used.set(entries, { category, names: known === undefined ? names : new Set([...known.names, ...names]) });
    }
  }
  for (const [entries, { category, names }] of used) {
    for (const name of entries.keys())
      if (!names.has(name) && !isDefaultColourSpace(category, name)) entries.delete(name);
  }
};
