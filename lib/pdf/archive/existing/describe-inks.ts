import { arrayAt, dictAt, dictOf, numberAt, numbersOf, resolve } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import { makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";
import { valuesIn } from "../../reachable-objects.ts";
import { INKS_LIMIT, inksOf, isSpotColour } from "./spot-colours.ts";

/** Numbers that are read from an array of a function. */
const NUMBERS_LIMIT = 128;
const BITS_PER_BYTE = 8;
const CALCULATOR = /^\s*\{([\s\S]*)\}\s*$/;

/** A function of one ink. Its bytes count in the budget, because a file may name many inks of one large function. */
const tintStream = (entries: Readonly<Record<string, Value>>, data: Buffer, budget: Budget): Stream => {
  budget.spendBytes(data.length);
  return new Stream(makeDict({ ...entries, Domain: [0, 1] }), data);
};

/** A calculator function (ISO 32000-2, 7.10.5) of one ink: the given one, with 0 for the other inks. */
const calculatorForInk = (tint: Stream, ink: number, inks: number, budget: Budget): Stream | undefined => {
  const program = budget.lend(() => plainData(tint, budget));
  const [, body] = CALCULATOR.exec(program?.toString("latin1") ?? "") ?? [];
  const range = tint.dict.get("Range");
  if (body === undefined || range === undefined) return undefined;
  const amounts = `${"0 exch ".repeat(ink)}${"0 ".repeat(inks - 1 - ink)}`;
  return tintStream({ FunctionType: 4, Range: range }, Buffer.from(`{${amounts}${body}}`, "latin1"), budget);
};

/** A sampled function (ISO 32000-2, 7.10.2) of one ink: the samples of the given one with 0 for the other inks. */
const samplesForInk = (tint: Stream, ink: number, inks: number, budget: Budget): Stream | undefined => {
  const sizes = numbersOf(tint.dict.get("Size"), NUMBERS_LIMIT) ?? [];
  const bits = numberAt(tint, "BitsPerSample") ?? 0;
  const range = tint.dict.get("Range");
  const outputs = (arrayAt(tint, "Range")?.length ?? 0) / 2;
  const samples = budget.lend(() => plainData(tint, budget));
  if (tint.dict.has("Encode") || bits % BITS_PER_BYTE !== 0) return undefined;
  if (samples === undefined || range === undefined || sizes.length !== inks) return undefined;
  const sampleBytes = (outputs * bits) / BITS_PER_BYTE;
  const stepBytes = sizes.slice(0, ink).reduce((product, size) => product * size, sampleBytes);
  const size = sizes[ink] ?? 0;
  if (!(size > 0 && sampleBytes > 0 && (size - 1) * stepBytes + sampleBytes <= samples.length)) return undefined;
  const own = Array.from({ length: size }, (_, at) => samples.subarray(at * stepBytes, at * stepBytes + sampleBytes));
  const decode = tint.dict.get("Decode");
  const entries = {
    FunctionType: 0,
    Range: range,
    Size: [size],
    BitsPerSample: bits,
    ...(decode && { Decode: decode }),
  };
  return tintStream(entries, Buffer.concat(own), budget);
};

/** How the function of one ink is made, by the type of the function of all inks. */
const TINT_MAKERS = new Map<number | undefined, typeof calculatorForInk>([
  [0, samplesForInk],
  [4, calculatorForInk],
]);

/** The tint transform of one of several inks; undefined if it cannot be derived. */
const tintForInk = (tint: Value | undefined, ink: number, inks: number, budget: Budget): Value | undefined => {
  const transform = resolve(tint);
  if (inks === 1) return tint;
  if (!(transform instanceof Stream)) return undefined;
  const domain = numbersOf(transform.dict.get("Domain"), NUMBERS_LIMIT) ?? [];
  if (domain.length !== 2 * inks || domain.some((bound, at) => bound !== at % 2)) return undefined;
  const made = TINT_MAKERS.get(numberAt(transform, "FunctionType"))?.(transform, ink, inks, budget);
  return made && new Ref(made);
};

/** Describes the spot colours of one space. `known` has those described so far, as `[/Separation name alternate tint]`. */
const describe = (space: Value[], known: Map<string, Value[]>, budget: Budget): void => {
  const inks = inksOf(space);
  if (space.length < 4 || inks.length > INKS_LIMIT) return;
  const described = new Map(dictAt(space[4], "Colorants"));
  const before = described.size;
  for (const [index, ink] of inks.entries()) {
    if (!isSpotColour(ink) || described.has(ink.text)) continue;
    const own = known.get(ink.text);
    const tint = own === undefined ? tintForInk(space[3], index, inks.length, budget) : own[3];
    if (tint === undefined) continue;
    const separation = own ?? [new Name("Separation"), ink, space[2] ?? null, tint];
    known.set(ink.text, separation);
    described.set(ink.text, [...separation]);
  }
  if (described.size > before) space[4] = new Map(dictOf(space[4])).set("Colorants", described);
};

/**
 * Describes the spot colours of DeviceN spaces that lack a description (ISO 19005-2, 6.2.4.4): as elsewhere in the document, or by
 * the tint that each has without the other inks.
 */
export const describeInks = (objects: readonly Value[], budget: Budget): void => {
  const spaces: Value[][] = [];
  const known = new Map<string, Value[]>();
  for (const inner of objects.flatMap((value) => [...valuesIn(value)])) {
    budget.spendValues(1);
    if (!Array.isArray(inner)) continue;
    const [family, name] = [resolve(inner[0]), resolve(inner[1])];
    if (!(family instanceof Name)) continue;
    if (family.text === "DeviceN") spaces.push(inner);
    if (family.text === "Separation" && name instanceof Name && inner.length === 4 && !known.has(name.text))
      known.set(name.text, inner);
  }
  for (const space of spaces) describe(space, known, budget);
};
