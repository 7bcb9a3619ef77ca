import type { Budget } from "../../budget.ts";
import { Name, type Value } from "../../objects.ts";
import { valuesIn } from "../../reachable-objects.ts";

/** The facts about the contents of a document that decide whether it can be PDF/A. */
export interface ContentFacts {
  usesRgb: boolean;
  usesCmyk: boolean;
  nestsTooDeeply: boolean;
  hasLargeNumbers: boolean;
  isComplete: boolean;
}

/** The facts that the names of device colours prove. */
export const DEVICE_NAMES: Readonly<Record<string, keyof ContentFacts>> = {
  DeviceRGB: "usesRgb",
  RGB: "usesRgb",
  DeviceCMYK: "usesCmyk",
  CMYK: "usesCmyk",
};

/** The limit of integers (ISO 19005-2, 6.1.13). */
const INTEGER_LIMIT = 2_147_483_647;

/** Whether a value has a number beyond the limits. References are not followed. */
export const hasLargeNumber = (value: Value): boolean => {
  for (const inner of valuesIn(value)) if (typeof inner === "number" && Math.abs(inner) > INTEGER_LIMIT) return true;
  return false;
};

/** Adds to the facts which device colours a value names. */
export const addColourNames = (value: Value, facts: ContentFacts, budget: Budget): void => {
  for (const inner of valuesIn(value)) {
    budget.spendValues(1);
    const fact = inner instanceof Name && inner.text.startsWith("Device") ? DEVICE_NAMES[inner.text] : undefined;
    if (fact !== undefined) facts[fact] = true;
  }
};
