import { deflateSync } from "../../zlib.ts";
import { bytesAt, dictAt, dictOf, get, nameAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { setStreamData } from "../compress/repack.ts";
import { IDENTITY, type Matrix, matrixOf, multiply } from "../contents/matrix.ts";
import { pageContent } from "../contents/page-content.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../objects.ts";
import { textOfString } from "../strings.ts";
import {
  type Content,
  element,
  elementsIn,
  isContent,
  isElement,
  type Kid,
  type StructureElement,
} from "./elements.ts";
import type { Shown } from "./marked-stream.ts";
import { FontTexts, ShownText } from "./shown-text.ts";
import { type Drawn, type MarkedResult, StreamMarker } from "./stream-marker.ts";

/** Elements whose drawings have a meaning, with all elements in them. */
const DRAWN_TYPES = new Set(["Figure", "Formula", "Form", "Lbl", "Annot"]);

/** The place of marked content in the structure tree. */
interface Place {
  readonly parent: StructureElement;
  readonly content: Content;
  readonly isDrawing: boolean;
}

const placesIn = (top: StructureElement): Map<Dict, Map<number, Place>> => {
  const places = new Map<Dict, Map<number, Place>>();
  const drawn = new Set<StructureElement>();
  for (const parent of elementsIn(top)) {
    const isDrawing = drawn.has(parent) || DRAWN_TYPES.has(parent.type);
    for (const kid of parent.kids) {
      if ("kids" in kid && isDrawing) drawn.add(kid);
      if (!isContent(kid)) continue;
      const ofOwner = places.get(kid.owner) ?? new Map<number, Place>();
      places.set(kid.owner, ofOwner);
      ofOwner.set(kid.id, { parent, content: kid, isDrawing });
    }
  }
  return places;
};

const NOTHING: Drawn = { hasMarks: false, text: "", hasPicture: false };
const PICTURE: Drawn = { ...NOTHING, hasPicture: true };

const FORM_DEPTH_LIMIT = 12;
/** Characters of the text of an element. */
const TEXT_LIMIT_CHARACTERS = 500;

/**
 * Marks all content of a document, so that each piece of it belongs to an element or is an artifact. One class, because
 * forms are read within the content that draws them.
 */
export class DocumentMarker {
  readonly #places: Map<Dict, Map<number, Place>>;
  readonly #fonts: FontTexts;
  readonly #forms = new Map<Stream, Drawn>();
  readonly #texts = new Map<Dict, ReadonlyMap<number, Shown>>();
  readonly #budget: Budget;
  #endsInFooter: boolean;
  /** Whether a form with marks is drawn several times. */
  repeatsMarks: boolean = false;
  /** Whether the last page has text that belongs to no element. */
  hasLooseText: boolean = false;

  constructor(top: StructureElement, endsInFooter: boolean, budget: Budget) {
    this.#places = placesIn(top);
    this.#fonts = new FontTexts(budget);
    this.#endsInFooter = endsInFooter;
    this.#budget = budget;
  }

  /** Marks the content of a page; false if it cannot be read. */
  page(ref: Ref): boolean {
    const dict = dictOf(ref);
    const content = pageContent(ref, this.#budget);
    if (dict === undefined || content === undefined) return false;
    const result = this.#mark(content, {
      owner: dict,
      resources: dictAt(dict, "Resources"),
      matrix: IDENTITY,
      depth: 0,
    });
    this.hasLooseText = result.looseText !== "";
    const stream = new Stream(makeDict({ Filter: new Name("FlateDecode") }), deflateSync(result.content));
    dict.set("Contents", new Ref(stream));
    return true;
  }

  /** The text of an element, with the alternative texts of its pictures. */
  textOf(top: StructureElement): string {
    let text = "";
    const open: Kid[] = [top];
    for (let next = open.pop(); next !== undefined && text.length < TEXT_LIMIT_CHARACTERS; next = open.pop()) {
      if (isContent(next)) text += this.#texts.get(next.owner)?.get(next.id)?.text ?? "";
      else if (isElement(next)) {
        const alternative = bytesAt(next.dict, "Alt");
        if (alternative !== undefined) text += ` ${textOfString(alternative)} `;
        else open.push(...next.kids.toReversed());
      }
    }
    return text
      .replaceAll(/[\s\p{C}]+/gu, " ")
      .trim()
      .slice(0, TEXT_LIMIT_CHARACTERS)
      .toWellFormed();
  }

  #mark(
    content: Buffer,
    { owner, resources, matrix, depth }: { owner: Dict; resources: Dict | undefined; matrix: Matrix; depth: number },
  ): MarkedResult {
    const places = this.#places.get(owner);
    const text = new ShownText(this.#fonts, resources, matrix);
    const marker = new StreamMarker(content, {
      resources,
      text,
      isDrawing: (id) => places?.get(id)?.isDrawing,
      draw: (name) => this.#draw(dictAt(resources, "XObject"), name, { text, resources, depth }),
      endsInFooter: this.#endsInFooter && depth === 0,
      nextId: Math.max(-1, ...(places?.keys() ?? [])) + 1,
    });
    marker.read(this.#budget);
    const result = marker.finish();
    this.#texts.set(owner, result.shown);
    if (places !== undefined) this.#apply(places, result);
    return result;
  }

  /** Applies to the tree what was changed in the content. */
  #apply(places: Map<number, Place>, { dropped, added }: MarkedResult): void {
    for (const id of dropped) {
      const place = places.get(id);
      if (place !== undefined) place.parent.kids = place.parent.kids.filter((kid) => kid !== place.content);
    }
    // Of several texts after the same content, the last one is inserted first.
    const [before, behind] = [added.filter(({ isBefore }) => isBefore), added.filter(({ isBefore }) => !isBefore)];
    for (const { id, beside, isBefore } of [...before, ...behind.toReversed()]) {
      const place = places.get(beside);
      if (place === undefined) continue;
      const span = element("Span", [{ ...place.content, id }]);
      const at = place.parent.kids.indexOf(place.content);
      place.parent.kids.splice(isBefore ? at : at + 1, 0, span);
    }
  }

  #draw(
    objects: Dict | undefined,
    name: Value | undefined,
    outer: { text: ShownText; resources: Dict | undefined; depth: number },
  ): Drawn {
    const stream = name instanceof Name ? resolve(objects?.get(name.text)) : undefined;
    if (!(stream instanceof Stream) || outer.depth > FORM_DEPTH_LIMIT) return NOTHING;
    if (nameAt(stream, "Subtype") !== "Form") return PICTURE;
    const known = this.#forms.get(stream);
    if (known?.hasMarks) this.repeatsMarks = true;
    if (known !== undefined) return known;
    this.#forms.set(stream, NOTHING);
    const drawn = this.#readForm(stream, outer);
    this.#forms.set(stream, drawn);
    return drawn;
  }

  #readForm(
    form: Stream,
    { text, resources, depth }: { text: ShownText; resources: Dict | undefined; depth: number },
  ): Drawn {
    const content = plainData(form, this.#budget);
    if (content === undefined) return NOTHING;
    const own = matrixOf(get(form, "Matrix") as readonly unknown[] | undefined) ?? IDENTITY;
    const result = this.#mark(content, {
      owner: form.dict,
      resources: dictAt(form, "Resources") ?? resources,
      matrix: multiply(own, text.matrix),
      depth: depth + 1,
    });
    const { hasMarks } = result;
    if (hasMarks || result.dropped.size > 0) setStreamData(form, deflateSync(result.content), "FlateDecode");
    return { hasMarks, text: result.looseText, hasPicture: false };
  }
}
