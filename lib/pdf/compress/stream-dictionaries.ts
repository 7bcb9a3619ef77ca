import { asList, dictAt, dictOf, get, nameAt, numbersOf, resolve } from "../access.ts";
import { IDENTITY } from "../contents/matrix.ts";
import { type Dict, Ref, Stream, type Value } from "../objects.ts";
import { finalTarget, reachableObjects } from "../reachable-objects.ts";
import { serialise } from "../write/serialise.ts";

/** Entries of streams that only state a default value (ISO 32000-2, tables 8, 74, 87 and 93), or are obsolete. */
const dropDefaults = (stream: Stream): void => {
  const { dict } = stream;
  const isExternal = /^(Image|Form)$/.test(nameAt(stream, "Subtype") ?? "");
  if (isExternal) for (const key of ["Type", "Name"]) dict.delete(key);
  if (isExternal && get(stream, "FormType") === 1) dict.delete("FormType");
  for (const key of ["ImageMask", "Interpolate"]) if (get(stream, key) === false) dict.delete(key);
  const draws = nameAt(stream, "Subtype") === "Form" || get(stream, "PatternType") === 1;
  const matrix = draws ? numbersOf(get(stream, "Matrix")) : undefined;
  if (matrix?.length === 6 && IDENTITY.every((value, index) => matrix[index] === value)) dict.delete("Matrix");
  for (const parms of asList(get(stream, "DecodeParms")).flatMap((entry) => dictOf(entry) ?? [])) {
    if (get(parms, "Colors") === 1) parms.delete("Colors");
    if (get(parms, "BitsPerComponent") === 8) parms.delete("BitsPerComponent");
  }
};

/** Removes the procedure sets, which are obsolete (ISO 32000-2, 14.2), and categories without resources. */
const trimResources = (resources: Dict): void => {
  resources.delete("ProcSet");
  for (const [category, entries] of resources) if (dictOf(entries)?.size === 0) resources.delete(category);
};

/** Shorter values are not worth an object of their own. */
const OBJECT_MIN_LENGTH = 32;
/** Entries of streams that may be long, and are often equal. */
const LONG_ENTRIES = ["Resources", "Group", "ColorSpace", "Function"];

/** Moves long entries of streams into objects, which are deflated together; equal ones become the same object. */
const moveLongEntries = (streams: readonly Stream[]): void => {
  const numbers = new Map<Ref, number>();
  const numberOf = (ref: Ref): number => {
    const target = finalTarget(ref);
    const number = numbers.get(target) ?? numbers.size;
    numbers.set(target, number);
    return number;
  };
  const objects = new Map<string, Ref>();
  for (const { dict } of streams) {
    for (const key of LONG_ENTRIES) {
      const value: Value | undefined = dict.get(key);
      if (!(value instanceof Map || Array.isArray(value))) continue;
      const text = serialise(value, numberOf);
      if (text.length < OBJECT_MIN_LENGTH) continue;
      const object = objects.get(text) ?? new Ref(value);
      objects.set(text, object);
      dict.set(key, object);
    }
  }
};

/** Shortens the dictionaries of streams, which are not deflated. What they mean is kept. */
export const trimStreamDictionaries = (root: Ref, { hasObjectStreams }: { hasObjectStreams: boolean }): void => {
  const objects = reachableObjects(root).map(({ value }) => value);
  const streams = objects.filter((value) => value instanceof Stream);
  for (const stream of streams) dropDefaults(stream);
  for (const value of objects) {
    const resources = dictAt(value instanceof Stream ? value.dict : resolve(value), "Resources");
    if (resources !== undefined) trimResources(resources);
  }
  if (hasObjectStreams) moveLongEntries(streams);
};
