import { STANDARD_ENCODING } from "../cff/standard-strings.ts";
import { composeAccent } from "./accented.ts";
import type { Type1Program } from "./program.ts";
import type { Outline, Stem } from "./steps.ts";

export class UnsupportedCharstring extends Error {}

/** Charstring commands (Adobe Type 1 Font Format, 6.4). */
const [HSTEM, VSTEM, VMOVETO, RLINETO, HLINETO, VLINETO, RRCURVETO, CLOSEPATH] = [1, 3, 4, 5, 6, 7, 8, 9];
const [CALLSUBR, RETURN, ESCAPE, HSBW, ENDCHAR] = [10, 11, 12, 13, 14];
const [RMOVETO, HMOVETO, VHCURVETO, HVCURVETO] = [21, 22, 30, 31];
/** A command of old programs that is not in the specification and draws nothing. */
const OBSOLETE = 15;
/** Commands after an escape. */
const [DOTSECTION, VSTEM3, HSTEM3, SEAC, SBW, DIV, CALLOTHERSUBR, POP, SETCURRENTPOINT] = [
  0, 1, 2, 6, 7, 12, 16, 17, 33,
];
/** Subroutines of `callothersubr` (8.3 and 8.4). */
const [FLEX_END, FLEX_START, FLEX_POINT, HINT_REPLACEMENT] = [0, 1, 2, 3];

const SUBROUTINE_DEPTH_LIMIT = 12;
const STEP_LIMIT = 20_000;

/**
 * Interprets Type 1 charstrings (Adobe Type 1 Font Format, chapter 6). It is one class, because all operators share the
 * stack, the pending move and the stems.
 */
class CharstringInterpreter {
  readonly outline: Outline = { width: 0, steps: [] };
  readonly #program: Type1Program;
  /** Whether it is a part of an accented glyph, which may not have parts itself. */
  readonly #isPart: boolean;
  #stack: number[] = [];
  #results: number[] = [];
  #flex: [number, number][] | undefined;
  #side = 0;
  #stems: Stem[] = [];
  /** What the next move adds to its own distance: the left side bearing before the first contour, then nothing. */
  #pending: [number, number] = [0, 0];
  #count = 0;

  constructor(program: Type1Program, isPart: boolean) {
    this.#program = program;
    this.#isPart = isPart;
  }

  /** Runs a charstring; returns whether the glyph has ended. */
  run(code: Buffer, depth = 0): boolean {
    if (depth > SUBROUTINE_DEPTH_LIMIT) throw new UnsupportedCharstring();
    for (let at = 0; at < code.length; ) {
      if (++this.#count > STEP_LIMIT) throw new UnsupportedCharstring();
      const byte = code.readUInt8(at++);
      if (byte >= 32) {
        if (byte <= 246) this.#stack.push(byte - 139);
        else if (byte <= 250) this.#stack.push((byte - 247) * 256 + code.readUInt8(at++) + 108);
        else if (byte <= 254) this.#stack.push(-(byte - 251) * 256 - code.readUInt8(at++) - 108);
        else {
          this.#stack.push(code.readInt32BE(at));
          at += 4;
        }
      } else if (byte === CALLSUBR) {
        const subroutine = this.#program.subroutines.get(this.#stack.pop() ?? -1);
        if (subroutine === undefined) throw new UnsupportedCharstring();
        if (this.run(subroutine, depth + 1)) return true;
      } else if (byte === RETURN) return false;
      else if (byte === ENDCHAR) return true;
      else if (byte === ESCAPE) {
        const operator = code.readUInt8(at++);
        if (operator === SEAC) return this.#compose();
        this.#escaped(operator);
      } else {
        this.#draw(byte);
        this.#stack = [];
      }
    }
    return false;
  }

  #draw(operator: number): void {
    const [a = 0, b = 0, c = 0, d = 0] = this.#stack;
    if (operator === HSTEM || operator === VSTEM) this.#stem(operator === VSTEM, a, b);
    else if (operator === VMOVETO) this.#move(0, a);
    else if (operator === RLINETO) this.#line(a, b);
    else if (operator === HLINETO) this.#line(a, 0);
    else if (operator === VLINETO) this.#line(0, a);
    else if (operator === RRCURVETO) this.#curve(this.#stack as [number, number, number, number, number, number]);
    else if (operator === HSBW) this.#start(a, 0, b);
    else if (operator === RMOVETO) this.#move(a, b);
    else if (operator === HMOVETO) this.#move(a, 0);
    else if (operator === VHCURVETO) this.#curve([0, a, b, c, d, 0]);
    else if (operator === HVCURVETO) this.#curve([a, 0, b, c, 0, d]);
    else if (operator !== CLOSEPATH && operator !== OBSOLETE) throw new UnsupportedCharstring();
  }

  /** Sets the left side bearing and the width. */
  #start(x: number, y: number, width: number): void {
    this.#side = x;
    this.outline.width = width;
    this.#pending = [x, y];
  }

  #escaped(operator: number): void {
    const stack = this.#stack;
    if (operator === DIV) {
      const [b = 1, a = 0] = [stack.pop(), stack.pop()];
      stack.push(a / b);
      return;
    }
    if (operator === CALLOTHERSUBR) {
      this.#otherSubroutine();
      return;
    }
    if (operator === POP) {
      stack.push(this.#results.pop() ?? 0);
      return;
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = stack;
    this.#stack = [];
    if (operator === VSTEM3 || operator === HSTEM3) {
      for (const [from, size] of [
        [a, b],
        [c, d],
        [e, f],
      ] as const)
        this.#stem(operator === VSTEM3, from, size);
    } else if (operator === SBW) this.#start(a, b, c);
    else if (operator !== DOTSECTION && operator !== SETCURRENTPOINT) throw new UnsupportedCharstring();
  }

  /** Draws a letter and its accent (6.4, `seac`), which ends the glyph. */
  #compose(): boolean {
    const [accentSide = 0, right = 0, up = 0, letter = 0, accent = 0] = this.#stack;
    if (this.#isPart) throw new UnsupportedCharstring();
    const stepsOf = (code: number) => outlineOf(this.#program, STANDARD_ENCODING.get(code) ?? "", true).steps;
    this.outline.steps = composeAccent(stepsOf(letter), stepsOf(accent), [this.#side + right - accentSide, up]);
    return true;
  }

  #otherSubroutine(): void {
    const number = this.#stack.pop();
    const count = this.#stack.pop() ?? 0;
    const operands = this.#stack.splice(Math.max(0, this.#stack.length - count));
    if (number === FLEX_START) this.#flex = [];
    else if (number === FLEX_END) {
      this.#endFlex();
      this.#results = [operands[2] ?? 0, operands[1] ?? 0];
    } else if (number === HINT_REPLACEMENT) {
      this.#stems = [];
      this.#results = [3];
    } else if (number !== FLEX_POINT) this.#results = operands.reverse();
  }

  /** Flex: the first of seven points is a reference, the others are two curves. */
  #endFlex(): void {
    const points = this.#flex;
    this.#flex = undefined;
    if (points?.length !== 7) throw new UnsupportedCharstring();
    const [reference, first, ...rest] = points as [[number, number], [number, number], ...[number, number][]];
    const by = [[reference[0] + first[0], reference[1] + first[1]], ...rest].flat();
    this.#curve(by.slice(0, 6) as [number, number, number, number, number, number]);
    this.#curve(by.slice(6) as [number, number, number, number, number, number]);
  }

  #stem(vertical: boolean, from: number, size: number): void {
    this.#stems = [...this.#stems, { vertical, from: vertical ? from + this.#side : from, size }];
    const last = this.outline.steps.at(-1);
    if (last?.kind === "stems") last.stems = this.#stems;
    else this.outline.steps.push({ kind: "stems", stems: this.#stems });
  }

  #move(x: number, y: number): void {
    if (this.#flex !== undefined) {
      this.#flex.push([x, y]);
      return;
    }
    this.#pending = [this.#pending[0] + x, this.#pending[1] + y];
    const { steps } = this.outline;
    steps.push({ kind: "move", by: this.#pending });
    this.#pending = [0, 0];
  }

  #line(x: number, y: number): void {
    this.outline.steps.push({ kind: "line", by: [x, y] });
  }

  #curve(by: [number, number, number, number, number, number]): void {
    if (by.length !== 6) throw new UnsupportedCharstring();
    this.outline.steps.push({ kind: "curve", by });
  }
}

/** The outline of a glyph, or of a part of one. Throws UnsupportedCharstring. */
export const outlineOf = (program: Type1Program, glyph: string, isPart = false): Outline => {
  const code = program.glyphs.get(glyph);
  if (code === undefined) throw new UnsupportedCharstring();
  const interpreter = new CharstringInterpreter(program, isPart);
  if (!interpreter.run(code)) throw new UnsupportedCharstring();
  return interpreter.outline;
};
