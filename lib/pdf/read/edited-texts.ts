import type { Budget } from "../budget.ts";
import type { ObjectSource, Ref, UnparsedObject, Value } from "../objects.ts";
import { Lexer } from "./lexer.ts";
import { type ChangeableDict, changesInText, refsOfText, type TextEdit } from "./text-dictionary.ts";

/** Texts share memory, of which each next piece is twice as large up to this size: an array for each text would cost more. */
const [FIRST_TEXTS_BYTES, TEXTS_MAX_BYTES] = [4096, 262_144];
const [FIRST_OFFSETS_CAPACITY, OFFSETS_MAX_CAPACITY] = [256, 16_384];

/** The objects of a document whose text is other than in its file, without being parsed. */
export class EditedTexts implements ObjectSource {
  readonly #budget: Budget;
  readonly #texts = new Map<number, UnparsedObject>();
  #bytes = Buffer.alloc(0);
  #used = 0;
  #offsets = new Int32Array(0);
  #offsetsUsed = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  load(number: number): Value {
    const text = this.#texts.get(number);
    if (text === undefined) return null;
    return new Lexer(text.bytes, text.from, text.to, { refs: refsOfText(text), budget: this.#budget }).value();
  }

  unparsed(number: number): UnparsedObject | undefined {
    return this.#texts.get(number);
  }

  /** Changes each dictionary in an object's text. False if the object must be parsed for it: then nothing has changed. */
  change(object: Ref, text: UnparsedObject, change: (dict: ChangeableDict) => void): boolean {
    const edits = changesInText(text, this.#budget, change);
    if (edits === undefined) return false;
    if (edits.length === 0) return true;
    this.#texts.set(object.number, this.#edited(text, edits));
    object.source = this;
    return true;
  }

  #edited(text: UnparsedObject, edits: readonly TextEdit[]): UnparsedObject {
    const added = edits.reduce((sum, edit) => sum + edit.text.length, 0);
    this.#budget.spendValues((text.to - text.from + added) >> 4);
    this.#reserve(text.to - text.from + added, 2 * text.refs.length);
    const { bytes, refs, refOffsets, refOffsetsStart } = text;
    const from = this.#used;
    const offsetsStart = this.#offsetsUsed;
    const kept: Ref[] = [];
    let at = text.from;
    let ref = 0;
    /** Copies text to an offset, with the references in it. */
    const copyTo = (end: number): void => {
      const shift = this.#used - at;
      for (; ref < refs.length; ref++) {
        const place = refOffsetsStart + 2 * ref;
        const start = refOffsets[place] ?? 0;
        if (start >= end) break;
        // A reference before this piece was replaced.
        if (start < at) continue;
        kept.push(refs[ref]!);
        this.#offsets[this.#offsetsUsed++] = start + shift;
        this.#offsets[this.#offsetsUsed++] = (refOffsets[place + 1] ?? 0) + shift;
      }
      this.#used += bytes.copy(this.#bytes, this.#used, at, end);
    };
    for (const edit of edits) {
      copyTo(edit.from);
      this.#used += this.#bytes.write(edit.text, this.#used, "latin1");
      at = edit.to;
    }
    copyTo(text.to);
    return {
      bytes: this.#bytes,
      from,
      to: this.#used,
      refs: kept,
      refOffsets: this.#offsets,
      refOffsetsStart: offsetsStart,
    };
  }

  #reserve(bytes: number, offsets: number): void {
    if (this.#used + bytes > this.#bytes.length) {
      this.#bytes = Buffer.alloc(Math.max(FIRST_TEXTS_BYTES, Math.min(2 * this.#bytes.length, TEXTS_MAX_BYTES), bytes));
      this.#used = 0;
    }
    if (this.#offsetsUsed + offsets > this.#offsets.length) {
      this.#offsets = new Int32Array(
        Math.max(FIRST_OFFSETS_CAPACITY, Math.min(2 * this.#offsets.length, OFFSETS_MAX_CAPACITY), offsets),
      );
      this.#offsetsUsed = 0;
    }
  }
}
