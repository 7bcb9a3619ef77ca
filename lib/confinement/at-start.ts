import { config } from "../config.ts";
import { makeUndumpable } from "./undumpable.ts";
import { assertConfined, walls } from "./walls.ts";

/**
 * What a function on Lambda does before its first call: denies engines its memory and environment, and logs a line with the
 * walls that stand. Throws an Error of one line if the operator requires walls that this kernel lacks.
 */
export const confineAtStart = (): void => {
  const isUndumpable = makeUndumpable();
  if (config.log) process.stderr.write(`${JSON.stringify({ walls: { ...walls(), undumpable: isUndumpable } })}\n`);
  if (config.requireConfinement) assertConfined();
};
