import type { Outline, OutlineStep, Stem } from "./steps.ts";

/** Operators of Type 2 charstrings (Adobe Technical Note 5177, appendix A). */
const [HSTEM, VSTEM, VMOVETO, RLINETO, HLINETO, VLINETO, RRCURVETO, ENDCHAR] = [1, 3, 4, 5, 6, 7, 8, 14] as const;
const [HSTEMHM, HINTMASK, RMOVETO, HMOVETO, VSTEMHM, VHCURVETO, HVCURVETO] = [18, 19, 21, 22, 23, 30, 31] as const;

const STACK_LIMIT = 48;
const STEM_LIMIT = 22;

/** Encodes a number for Type 2 charstrings (Adobe Technical Note 5177, 3.2). */
const number = (value: number): number[] => {
  if (!Number.isInteger(value) || Math.abs(value) > 32_000) {
    const fixed = Math.round(value * 65_536);
    return [255, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255];
  }
  if (Math.abs(value) <= 107) return [value + 139];
  if (value > 0 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 255];
  if (value < 0 && value >= -1131) return [251 + ((-value - 108) >> 8), (-value - 108) & 255];
  return [28, (value >> 8) & 255, value & 255];
};

/** Writes operators, and joins consecutive ones with the same name. */
class CharstringWriter {
  readonly bytes: number[] = [];
  #operator = 0;
  #operands: number[] = [];
  /** The direction in which the next line or curve must start to continue the operator. */
  #next: "h" | "v" | undefined;

  /** Writes the current operator, and another one. */
  put(operator: number, operands: number[]): void {
    this.flush();
    for (const operand of operands) this.bytes.push(...number(operand));
    this.bytes.push(operator);
  }

  flush(): void {
    if (this.#operands.length === 0) return;
    for (const operand of this.#operands) this.bytes.push(...number(operand));
    this.bytes.push(this.#operator);
    this.#operands = [];
    this.#next = undefined;
  }

  /** Continues the current operator, or begins another one. */
  #join(operator: number, operands: number[], goesOn: boolean, next?: "h" | "v"): void {
    if (!goesOn || this.#operands.length + operands.length > STACK_LIMIT) {
      this.flush();
      this.#operator = operator;
    }
    this.#operands.push(...operands);
    this.#next = next;
  }

  #isUnderWay(...operators: number[]): boolean {
    return this.#operands.length > 0 && operators.includes(this.#operator);
  }

  line(x: number, y: number): void {
    if (x !== 0 && y !== 0) this.#join(RLINETO, [x, y], this.#isUnderWay(RLINETO));
    else {
      const isHorizontal = y === 0;
      const goesOn = this.#isUnderWay(HLINETO, VLINETO) && this.#next === (isHorizontal ? "h" : "v");
      this.#join(isHorizontal ? HLINETO : VLINETO, [isHorizontal ? x : y], goesOn, isHorizontal ? "v" : "h");
    }
  }

  curve([a, b, c, d, e, f]: [number, number, number, number, number, number]): void {
    const goesOn = this.#isUnderWay(HVCURVETO, VHCURVETO);
    if (b === 0 && e === 0) this.#join(HVCURVETO, [a, c, d, f], goesOn && this.#next === "h", "v");
    else if (a === 0 && f === 0) this.#join(VHCURVETO, [b, c, d, e], goesOn && this.#next === "v", "h");
    else this.#join(RRCURVETO, [a, b, c, d, e, f], this.#isUnderWay(RRCURVETO));
  }
}

const sameStem = (a: Stem, b: Stem): boolean => a.vertical === b.vertical && a.from === b.from && a.size === b.size;

/** The stems of a glyph, each once, horizontal ones first, in ascending order. */
const stemsOf = (steps: OutlineStep[]): Stem[] => {
  const all: Stem[] = [];
  for (const step of steps) {
    if (step.kind !== "stems") continue;
    for (const stem of step.stems) if (!all.some((other) => sameStem(other, stem))) all.push(stem);
  }
  return all.sort((a, b) => Number(a.vertical) - Number(b.vertical) || a.from - b.from || a.size - b.size);
};

/** Stems as differences: the operands of hstem and vstem. */
const differences = (stems: Stem[]): number[] => {
  let edge = 0;
  return stems.flatMap(({ from, size }) => {
    const pair = [from - edge, size];
    edge = from + size;
    return pair;
  });
};

const maskOf = (all: Stem[], active: Stem[]): number[] => {
  const isActive = (stem: Stem) => active.some((other) => sameStem(other, stem));
  return Array.from({ length: Math.ceil(all.length / 8) }, (_, byte) =>
    all.slice(8 * byte, 8 * byte + 8).reduce((mask, stem, place) => (isActive(stem) ? mask | (128 >> place) : mask), 0),
  );
};

/** Encodes a glyph as a Type 2 charstring, with stem hints if `hints`. */
export const charstring = ({ width, steps }: Outline, hints: boolean): Buffer => {
  const writer = new CharstringWriter();
  let lead = [width];
  const put = (operator: number, operands: number[]): void => {
    writer.put(operator, [...lead, ...operands]);
    lead = [];
  };
  const stems = hints ? stemsOf(steps) : [];
  const horizontal = stems.filter(({ vertical }) => !vertical);
  const vertical = stems.filter(({ vertical }) => vertical);
  const isHinted = stems.length > 0 && Math.max(horizontal.length, vertical.length) <= STEM_LIMIT;
  const isMasked = isHinted && steps.filter(({ kind }) => kind === "stems").length > 1;
  if (isHinted && horizontal.length > 0) put(isMasked ? HSTEMHM : HSTEM, differences(horizontal));
  if (isHinted && vertical.length > 0) put(isMasked ? VSTEMHM : VSTEM, differences(vertical));
  for (const step of steps) {
    if (step.kind === "stems") {
      if (!isMasked) continue;
      writer.flush();
      writer.bytes.push(HINTMASK, ...maskOf(stems, step.stems));
    } else if (step.kind === "curve") writer.curve(step.by);
    else if (step.kind === "line") writer.line(...step.by);
    else if (step.by[1] === 0) put(HMOVETO, [step.by[0]]);
    else if (step.by[0] === 0) put(VMOVETO, [step.by[1]]);
    else put(RMOVETO, step.by);
  }
  put(ENDCHAR, []);
  return Buffer.from(writer.bytes);
};
