import { dictAt, resolve } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { isEqualValue } from "../../equal-values.ts";
import { Name, Ref, type Value } from "../../objects.ts";
import { valuesIn } from "../../reachable-objects.ts";

/** Inks that need no description (ISO 32000-2, 8.6.6.5). */
const PROCESS_INKS: ReadonlySet<string> = new Set(["Cyan", "Magenta", "Yellow", "Black", "None", "All"]);
/** Inks that one colour space may have (ISO 19005-2, 6.1.13). */
export const INKS_LIMIT = 32;

/** The first Separation space of each name. */
type Known = Map<string, readonly [alternate: Value | undefined, tint: Value | undefined]>;

/** Makes a Separation space share the objects of the first one of its name. Returns false if it is another colour. */
const shareSeparation = (array: Value[], known: Known, budget: Budget): boolean => {
  const name = resolve(array[1]);
  if (!(name instanceof Name)) return true;
  const first = known.get(name.text);
  if (first === undefined) {
    const tint = array[3];
    if (tint !== undefined && !(tint instanceof Ref)) array[3] = new Ref(tint);
    known.set(name.text, [array[2], array[3]]);
    return true;
  }
  const [alternate, tint] = first;
  if (!isEqualValue(array[2], alternate, budget) || !isEqualValue(array[3], tint, budget)) return false;
  if (alternate !== undefined && tint !== undefined) array.splice(2, 2, alternate, tint);
  return true;
};

/** The inks of a DeviceN space, `[/DeviceN names alternate tint attributes]`, in their order. */
export const inksOf = (space: readonly Value[]): (Value | undefined)[] => {
  const names = resolve(space[1]);
  return Array.isArray(names) ? names.map(resolve) : [];
};

/** Whether an ink is a spot colour, which a DeviceN space has to describe. */
export const isSpotColour = (ink: Value | undefined): ink is Name => ink instanceof Name && !PROCESS_INKS.has(ink.text);

/** Whether a DeviceN space describes each of its spot colours. */
const isDescribed = (space: readonly Value[]): boolean => {
  const inks = inksOf(space);
  const described = dictAt(space[4], "Colorants");
  return inks.length <= INKS_LIMIT && inks.filter(isSpotColour).every(({ text }) => described?.has(text) === true);
};

/**
 * Makes equal spot colours share their objects (ISO 19005-2, 6.2.4.4). Returns whether some are not described, or are described in
 * two ways.
 */
export const shareSpotColours = (objects: Iterable<Value>, budget: Budget): boolean => {
  const known: Known = new Map();
  let hasFault = false;
  for (const value of objects) {
    for (const inner of valuesIn(value)) {
      budget.spendValues(1);
      if (!Array.isArray(inner)) continue;
      const family = resolve(inner[0]);
      if (!(family instanceof Name)) continue;
      if (family.text === "Separation" && inner.length === 4)
        hasFault = !shareSeparation(inner, known, budget) || hasFault;
      if (family.text === "DeviceN") hasFault = !isDescribed(inner) || hasFault;
    }
  }
  return hasFault;
};
