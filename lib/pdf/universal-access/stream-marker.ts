import { dictAt, numberAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Operation, operations } from "../contents/operations.ts";
import { type Dict, Name, type Value } from "../objects.ts";
import { addText, hasText, MarkedStream, nothingShown, type Shown } from "./marked-stream.ts";
import type { ShownText } from "./shown-text.ts";

/** What an XObject shows: text, a picture, or marks of its own. */
export interface Drawn {
  readonly hasMarks: boolean;
  readonly text: string;
  readonly hasPicture: boolean;
}

/** The surroundings of a stream: its resources, and the elements of its marked content. */
interface StreamContext {
  readonly resources: Dict | undefined;
  readonly text: ShownText;
  /** Whether drawings in this marked content have a meaning, as in a figure; undefined if no element has its number. */
  readonly isDrawing: (id: number) => boolean | undefined;
  readonly draw: (name: Value | undefined) => Drawn;
  /** Whether text after the last mark belongs to headers and footers. */
  readonly endsInFooter: boolean;
  /** The lowest number that no marked content of this stream has. */
  readonly nextId: number;
}

/** Text whose new tag is placed beside that of other marked content. */
interface AddedText {
  readonly id: number;
  readonly beside: number;
  readonly isBefore: boolean;
}

/** What a stream shows, and how it was changed. */
export interface MarkedResult {
  readonly content: Buffer;
  /** What the marked content shows, by its number. */
  readonly shown: ReadonlyMap<number, Shown>;
  /** Marked content that became an artifact. */
  readonly dropped: ReadonlySet<number>;
  readonly added: readonly AddedText[];
  /** Whether it draws marked content, itself or in a form. */
  readonly hasMarks: boolean;
  /** Text in it that belongs to no element. */
  readonly looseText: string;
}

interface Mark {
  readonly kind: "tag" | "artifact" | "other";
  readonly id: number;
  readonly piece: number;
  readonly shown: Shown;
  hasMarks: boolean;
}

/** Text outside of marked content, from one piece to another. `previous` is the index of the mark before it. */
interface Loose {
  readonly from: number;
  readonly to: number;
  readonly shown: Shown;
  readonly previous: number;
  /** Its number, if it is marked, but no element has it. */
  readonly id?: number;
}

const PAINTS_PATH = new Set(["f", "F", "f*", "B", "B*", "b", "b*", "S", "s"]);
const BUILDS_PATH = new Set(["m", "re", "l", "c", "v", "y", "h"]);

const numberOfMark = ({ operator, operands }: Operation, resources: Dict | undefined): number | undefined => {
  const properties = operands[1];
  if (operator !== "BDC") return undefined;
  return properties instanceof Name
    ? numberAt(dictAt(dictAt(resources, "Properties"), properties.text), "MCID")
    : numberAt(properties, "MCID");
};

/**
 * Marks a content stream: content of no element becomes an artifact, or gets a tag if it is text. One class, because only the end
 * of a piece of content shows what it is.
 */
export class StreamMarker {
  readonly #stream: MarkedStream;
  readonly #content: Buffer;
  readonly #context: StreamContext;
  readonly #marks: Mark[] = [];
  #current: Mark | undefined;
  readonly #dropped = new Set<number>();
  /** The marked content that stays, in its order. */
  readonly #kept: Mark[] = [];
  readonly #loose: Loose[] = [];
  #drawsMarks: boolean = false;
  #path: number | undefined;
  #text: { from: number; hasMarks: boolean; shows: Loose[] } | undefined;

  constructor(content: Buffer, context: StreamContext) {
    this.#content = content;
    this.#stream = new MarkedStream(content);
    this.#context = context;
  }

  read(budget: Budget): void {
    for (const operation of operations(this.#content, budget)) this.#take(operation, this.#stream.add(operation.end));
  }

  #take(operation: Operation, at: number): void {
    const { operator, operands } = operation;
    const text = this.#context.text.follow(operation);
    if (text !== undefined) this.#show(text, at);
    else if (operator === "BDC" || operator === "BMC") this.#open(operation, at);
    else if (operator === "EMC") this.#close(at);
    else if (operator === "BT") this.#beginText(at);
    else if (operator === "ET") this.#endText(at);
    else if (BUILDS_PATH.has(operator)) this.#path ??= at;
    else if (operator === "n") this.#path = undefined;
    else if (PAINTS_PATH.has(operator)) this.#paint(this.#path ?? at);
    else if (operator === "sh") this.#paint(at);
    else if (operator === "BI") this.#drawn({ hasMarks: false, text: "", hasPicture: true }, at);
    else if (operator === "Do") this.#drawn(this.#context.draw(operands[0]), at);
  }

  /** Finds the marked content or the artifact that is open. */
  #findCurrent(): void {
    this.#current = this.#marks.findLast(({ kind }) => kind !== "other");
  }

  #open(operation: Operation, at: number): void {
    const [tag] = operation.operands;
    const id = numberOfMark(operation, this.#context.resources);
    const isArtifact = tag instanceof Name && tag.text === "Artifact";
    const kind = isArtifact ? "artifact" : id === undefined ? "other" : "tag";
    const outer = this.#current;
    if (outer !== undefined) outer.hasMarks = true;
    if (this.#text === undefined) this.#stream.endArtifact(at);
    else this.#text.hasMarks = true;
    this.#marks.push({ kind, id: id ?? -1, piece: at, shown: nothingShown(), hasMarks: false });
    this.#findCurrent();
  }

  #close(at: number): void {
    const mark = this.#marks.pop();
    this.#findCurrent();
    this.#path = undefined;
    if (this.#text === undefined) this.#stream.endArtifact(at);
    if (mark?.kind !== "tag") return;
    const { id, piece, shown, hasMarks } = mark;
    const isDrawing = this.#context.isDrawing(id);
    if (isDrawing === undefined && hasText(shown))
      this.#loose.push({ from: piece, to: at, shown, previous: this.#kept.length - 1, id });
    else if (isDrawing || hasMarks || (isDrawing === false && shown.text !== "")) this.#kept.push(mark);
    else {
      this.#dropped.add(id);
      this.#stream.replace(piece, "/Artifact BMC");
    }
  }

  #beginText(at: number): void {
    if (this.#current === undefined) this.#stream.endArtifact(at);
    this.#text = { from: at, hasMarks: false, shows: [] };
  }

  #endText(at: number): void {
    const text = this.#text;
    this.#text = undefined;
    if (text === undefined || text.shows.length === 0) return;
    if (text.hasMarks) {
      this.#loose.push(...text.shows);
      return;
    }
    const shown = nothingShown();
    for (const show of text.shows) addText(shown, show.shown.text, show.shown.top);
    this.#loose.push({ from: text.from, to: at, shown, previous: this.#kept.length - 1 });
  }

  #show(text: string, at: number): void {
    const { height } = this.#context.text;
    const current = this.#current;
    const shown = current?.shown ?? nothingShown();
    addText(shown, text, height);
    if (current === undefined) this.#text?.shows.push({ from: at, to: at, shown, previous: this.#kept.length - 1 });
  }

  /** A drawing that begins at a piece. */
  #paint(from: number): void {
    this.#path = undefined;
    if (this.#current === undefined && this.#text === undefined) this.#stream.beginArtifact(from);
  }

  #drawn({ hasMarks, text, hasPicture }: Drawn, at: number): void {
    const current = this.#current;
    this.#drawsMarks ||= hasMarks;
    if (current !== undefined) {
      current.hasMarks ||= hasMarks;
      current.shown.hasPicture ||= hasPicture;
      if (text !== "") addText(current.shown, text, this.#context.text.height);
      return;
    }
    if (!hasMarks && text === "") this.#stream.beginArtifact(at);
    else this.#stream.endArtifact(at);
    if (hasMarks || text === "") return;
    const shown = nothingShown();
    addText(shown, text, this.#context.text.height);
    this.#loose.push({ from: at, to: at, shown, previous: this.#kept.length - 1 });
  }

  /** The mark beside which a text gets its tag: the one on the same line, else the next one. */
  #beside({ shown, previous }: Loose): AddedText | undefined {
    const [before, after] = [this.#kept[previous], this.#kept[previous + 1]];
    if (after === undefined && this.#context.endsInFooter) return undefined;
    const isNear = (mark: Mark | undefined, edge: "top" | "bottom") =>
      mark === undefined ? Number.POSITIVE_INFINITY : Math.abs(mark.shown[edge] - shown.top);
    const takesBefore = after === undefined || isNear(before, "bottom") < isNear(after, "top");
    const mark = takesBefore ? before : after;
    return mark && { id: -1, beside: mark.id, isBefore: !takesBefore };
  }

  finish(): MarkedResult {
    const added: AddedText[] = [];
    let { nextId } = this.#context;
    let looseText = "";
    for (const text of this.#loose) {
      const { from, to, shown, id } = text;
      const beside = hasText(shown) ? this.#beside(text) : undefined;
      if (hasText(shown) && beside === undefined && !this.#context.endsInFooter) looseText += `${shown.text} `;
      if (id !== undefined && beside === undefined) this.#stream.replace(from, "/Artifact BMC");
      else if (id === undefined)
        this.#stream.enclose(from, to, beside === undefined ? "/Artifact BMC" : `/Span <</MCID ${nextId} >>BDC`);
      if (beside !== undefined) added.push({ ...beside, id: id ?? nextId++ });
    }
    const shown = new Map(this.#kept.map(({ id, shown }) => [id, shown]));
    const hasMarks = this.#drawsMarks || this.#kept.length > 0;
    return { content: this.#stream.finish(), shown, dropped: this.#dropped, added, hasMarks, looseText };
  }
}
