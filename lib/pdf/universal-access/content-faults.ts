import { dictAt, dictOf, nameAt, numberAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Operation, operations } from "../contents/operations.ts";
import { pageContent } from "../contents/page-content.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, type Ref, Stream, type Value } from "../objects.ts";
import type { TaggedContent } from "./tree-faults.ts";

const UNMARKED = "a part of its pages is neither tagged nor an artifact (7.1)";
const NESTED = "a part of its pages is both tagged and an artifact (7.1)";
const UNKNOWN_MARK = "a part of its pages has a mark that no tag has (7.1)";
const UNBALANCED = "its marked content does not end where it should (7.1)";
const UNREADABLE = "a part of its pages cannot be read (7.1)";
const REPEATED = "a part of its pages with tags is drawn several times (7.20)";

const PAINTS = new Set("f F f* B B* b b* S s sh BI Tj TJ ' \" Do".split(" "));
const FORM_DEPTH_LIMIT = 14;

type State = "none" | "tag" | "artifact" | "other";

interface Place {
  readonly owner: Dict;
  readonly resources: Dict | undefined;
  /** What the content stands in. */
  readonly outer: State;
  readonly depth: number;
}

/** Whether content of a page is tagged or an artifact, each piece one of both. One class, because forms are read where they are drawn. */
export class ContentChecker {
  readonly #tagged: TaggedContent;
  readonly #budget: Budget;
  /** The forms that were read, by what they stood in. */
  readonly #read = new Map<Stream, Set<State>>();

  constructor(tagged: TaggedContent, budget: Budget) {
    this.#tagged = tagged;
    this.#budget = budget;
  }

  pageFault(page: Ref): string | undefined {
    const owner = dictOf(page);
    const content = pageContent(page, this.#budget);
    if (owner === undefined || content === undefined) return UNREADABLE;
    return this.#fault(content, { owner, resources: dictAt(owner, "Resources"), outer: "none", depth: 0 });
  }

  #fault(content: Buffer, place: Place): string | undefined {
    const open: State[] = [place.outer];
    const current = () => open.findLast((state) => state !== "other") ?? "none";
    for (const operation of operations(content, this.#budget)) {
      const { operator, operands } = operation;
      if (operator === "BDC" || operator === "BMC") {
        const state = this.#opened(operation, place);
        if (state === undefined) return UNKNOWN_MARK;
        const around = current();
        if (state !== "other" && around !== "none" && around !== state) return NESTED;
        open.push(state);
      } else if (operator === "EMC") {
        if (open.length === 1) return UNBALANCED;
        open.pop();
      } else if (PAINTS.has(operator)) {
        const fault = operator === "Do" ? this.#drawFault(operands[0], current(), place) : undefined;
        if (fault !== undefined) return fault;
        if (operator !== "Do" && current() === "none") return UNMARKED;
      }
    }
    return open.length === 1 ? undefined : UNBALANCED;
  }

  #opened({ operator, operands }: Operation, { owner, resources }: Place): State | undefined {
    const [tag, given] = operands;
    if (tag instanceof Name && tag.text === "Artifact") return "artifact";
    const properties = given instanceof Name ? dictAt(dictAt(resources, "Properties"), given.text) : given;
    const id = operator === "BDC" ? numberAt(properties, "MCID") : undefined;
    if (id === undefined) return "other";
    return this.#tagged.get(owner)?.has(id) ? "tag" : undefined;
  }

  #drawFault(name: Value | undefined, outer: State, { resources, depth }: Place): string | undefined {
    const object = name instanceof Name ? resolve(dictAt(resources, "XObject")?.get(name.text)) : undefined;
    if (!(object instanceof Stream)) return outer === "none" ? UNMARKED : undefined;
    if (nameAt(object, "Subtype") !== "Form") return outer === "none" ? UNMARKED : undefined;
    const states = this.#read.get(object) ?? new Set<State>();
    if (states.size > 0 && this.#tagged.has(object.dict)) return REPEATED;
    if (states.has(outer)) return undefined;
    this.#read.set(object, states.add(outer));
    const content = plainData(object, this.#budget);
    if (content === undefined || depth > FORM_DEPTH_LIMIT) return UNREADABLE;
    return this.#fault(content, {
      owner: object.dict,
      resources: dictAt(object, "Resources") ?? resources,
      outer,
      depth: depth + 1,
    });
  }
}
