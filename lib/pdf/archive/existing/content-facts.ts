import type { Budget } from "../../budget.ts";
import { Name, Stream, type Value } from "../../objects.ts";

/** What the contents of a document use and have that is against PDF/A. */
export interface ContentFacts {
  usesRgb: boolean;
  usesCmyk: boolean;
  nestsTooDeeply: boolean;
  hasLargeNumbers: boolean;
  isComplete: boolean;
}

/** The names of device colours, with what they say of a document. */
export const DEVICE_NAMES: Readonly<Record<string, keyof ContentFacts>> = {
  DeviceRGB: "usesRgb",
  RGB: "usesRgb",
  DeviceCMYK: "usesCmyk",
  CMYK: "usesCmyk",
};

/** The limit of integers (ISO 19005-2, 6.1.13). */
const INTEGER_LIMIT = 2_147_483_647;
/** Whether a value has a number beyond the limits; references are not followed. */
export const hasLargeNumber = (value: Value): boolean => {
  const waiting: Value[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "number" && Math.abs(next) > INTEGER_LIMIT) return true;
    if (next instanceof Stream) waiting.push(next.dict);
    else if (Array.isArray(next)) for (const entry of next) waiting.push(entry);
    else if (next instanceof Map) for (const entry of next.values()) waiting.push(entry);
  }
  return false;
};

/** Adds the device colours that a value names to the facts. */
export const addColourNames = (value: Value, facts: ContentFacts, budget: Budget): void => {
  const waiting: Value[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    budget.spendValues(1);
    if (next instanceof Name && /^Device(?:RGB|CMYK)$/.test(next.text)) {
      const fact = DEVICE_NAMES[next.text];
      if (fact !== undefined) facts[fact] = true;
    } else if (next instanceof Stream) waiting.push(next.dict);
    else if (Array.isArray(next)) for (const entry of next) waiting.push(entry);
    else if (next instanceof Map) for (const entry of next.values()) waiting.push(entry);
  }
};
