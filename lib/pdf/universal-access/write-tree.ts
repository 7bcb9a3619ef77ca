import { dictOf } from "../access.ts";
import { keyText, nameTree, numberTree } from "../name-trees.ts";
import { type Dict, makeDict, Name, Ref, type Value } from "../objects.ts";
import { isContent, isElement, type Kid, type StructureElement } from "./elements.ts";

/** Writes elements as dictionaries. One class, because the elements of marked content are listed while the tree is written. */
class TreeWriter {
  readonly #contents = new Map<Dict, Value[]>();
  readonly #annotations = new Map<Dict, Ref>();
  readonly ids = new Map<string, Value>();

  element({ type, dict, kids }: StructureElement, parent: Ref): Ref {
    const entries: Dict = new Map([["S", new Name(type)], ["P", parent], ...dict] as [string, Value][]);
    const written = new Ref(entries);
    const id = keyText(dict.get("ID"));
    if (id !== undefined) this.ids.set(id, written);
    const [page] = kids.flatMap((kid) => (isContent(kid) && kid.form === undefined ? [kid.page] : []));
    if (page !== undefined) entries.set("Pg", page);
    const values = kids.map((kid) => this.#kid(kid, written, page));
    const [only] = values;
    if (only !== undefined) entries.set("K", values.length === 1 ? only : values);
    return written;
  }

  #kid(kid: Kid, parent: Ref, page: Value | undefined): Value {
    if (isElement(kid)) return this.element(kid, parent);
    if (!isContent(kid)) {
      const annotation = dictOf(kid.annotation);
      if (annotation !== undefined) this.#annotations.set(annotation, parent);
      return makeDict({ Type: new Name("OBJR"), Pg: kid.page, Obj: kid.annotation });
    }
    const listed = this.#contents.get(kid.owner) ?? [];
    this.#contents.set(kid.owner, listed);
    listed[kid.id] = parent;
    if (kid.form === undefined && kid.page === page) return kid.id;
    const reference = makeDict({ Type: new Name("MCR"), Pg: kid.page, MCID: kid.id });
    if (kid.form !== undefined) reference.set("Stm", kid.form);
    return reference;
  }

  /** The tree from marked content and annotations to their elements; their dictionaries get its keys. */
  parentTree(): { tree: Dict; next: number } {
    const numbers = new Map<number, Value>();
    for (const [owner, listed] of this.#contents) {
      owner.set("StructParents", numbers.size);
      numbers.set(numbers.size, new Ref(Array.from(listed, (value) => value ?? null)));
    }
    for (const [annotation, parent] of this.#annotations) {
      annotation.set("StructParent", numbers.size);
      numbers.set(numbers.size, parent);
    }
    return { tree: numberTree(numbers), next: numbers.size };
  }
}

/** Replaces the structure tree of a catalog (ISO 32000-1, 14.7). */
export const writeElements = (catalog: Dict, top: StructureElement): void => {
  const root: Dict = makeDict({ Type: new Name("StructTreeRoot") });
  const rootRef = new Ref(root);
  const writer = new TreeWriter();
  root.set("K", writer.element(top, rootRef));
  const { tree, next } = writer.parentTree();
  root.set("ParentTree", new Ref(tree));
  root.set("ParentTreeNextKey", next);
  if (writer.ids.size > 0) root.set("IDTree", new Ref(nameTree(writer.ids)));
  catalog.set("StructTreeRoot", rootRef);
  catalog.set("MarkInfo", makeDict({ Marked: true }));
};
