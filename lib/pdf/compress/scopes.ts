import { dictAt, dictOf } from "../access.ts";
import { NAMED } from "../contents/used-names.ts";
import { type Dict, Name, type Stream, type Value } from "../objects.ts";
import type { Usage } from "./usage.ts";

/** Names of colour spaces and of their parts that stand for themselves (ISO 32000-2, 8.6 and table 91). */
const BUILT_IN = new Set(["DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern", "G", "RGB", "CMYK", "I", "Indexed"]);

/**
 * Content and its resources. Readers look for a name that these lack in the resources of what draws the content, though
 * ISO 32000-2, 7.8.3 asks for complete ones.
 */
export interface Scope {
  readonly resources: Dict | undefined;
  readonly outer: Scope | undefined;
  readonly form: Stream | undefined;
  /** Whether it is a page's, so that nothing is behind it. */
  readonly isPage: boolean;
  /** Names that the resources have, of all categories. */
  readonly own: ReadonlySet<string>;
}

const ownNames = (resources: Dict | undefined): Set<string> =>
  new Set(NAMED.flatMap((category) => [...(dictAt(resources, category)?.keys() ?? [])]));

/** Finds resources from the inside out, and notes which names of them are in use. */
export class Scopes {
  readonly #usage: Usage;
  readonly #ids = new Map<Stream | Dict, number>();
  readonly #names = new Map<Dict, Set<string>>();
  /** Forms that take something from what is around them. */
  readonly #borrowing = new Set<Stream>();

  constructor(usage: Usage) {
    this.#usage = usage;
  }

  /** A scope within another one, or a first one. */
  open(resources: Dict | undefined, outer: Scope | undefined, isPage: boolean, form?: Stream): Scope {
    if (resources !== undefined && !this.#usage.named.has(resources)) this.#usage.named.set(resources, new Set());
    const own = (resources && this.#names.get(resources)) ?? ownNames(resources);
    if (resources !== undefined) this.#names.set(resources, own);
    return { resources, outer, isPage, form, own };
  }

  /** Notes that content names a resource. */
  use(scope: Scope, name: string): void {
    if (scope.resources !== undefined) this.#usage.named.get(scope.resources)!.add(name);
    if (scope.isPage || scope.own.has(name) || BUILT_IN.has(name)) return;
    if (scope.form !== undefined) this.#borrowing.add(scope.form);
    if (scope.outer === undefined) this.#usage.complete = false;
    else this.use(scope.outer, name);
  }

  /** Notes that content draws on the state that it is drawn in. */
  borrow(scope: Scope): void {
    for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
      if (at.form !== undefined) this.#borrowing.add(at.form);
    }
  }

  /** The resource of a name: the content's own, or that of the nearest content around it. */
  find(scope: Scope, category: string, name: Value | undefined): Value | undefined {
    if (!(name instanceof Name)) return undefined;
    for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
      const found = dictOf(at.resources?.get(category))?.get(name.text);
      if (found === undefined) continue;
      if (at !== scope) this.borrow(scope);
      return found;
    }
    return undefined;
  }

  /** What a form is told apart by: itself, and where it borrows, what it borrows from. */
  keyOf(form: Stream, font: Dict | undefined, outer: Scope | undefined): string {
    let key = String(this.#id(form));
    if (!this.#borrowing.has(form)) return key;
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
