import type { Operation } from "../contents/operations.ts";
import { Name, type Value } from "../objects.ts";

/** Operators whose name operands are tags or modes, not resources. */
const OPERATORS_WITHOUT_RESOURCES = new Set(["BMC", "MP", "ri"]);

const collect = (value: Value | undefined, into: string[]): void => {
  if (value instanceof Name) into.push(value.text);
  else if (Array.isArray(value)) for (const entry of value) collect(entry, into);
};

const NO_NAMES: readonly string[] = [];

/** The resource names that an operator uses; for an inline image, its colour space. */
export const resourceNamesIn = ({ operator, operands }: Operation): readonly string[] => {
  if (OPERATORS_WITHOUT_RESOURCES.has(operator) || !operands.some((operand) => typeof operand === "object"))
    return NO_NAMES;
  const names: string[] = [];
  if (operator === "BI") {
    const [dict] = operands;
    if (dict instanceof Map) for (const key of ["CS", "ColorSpace"]) collect(dict.get(key), names);
  } else if (operator === "BDC" || operator === "DP") collect(operands[operands.length - 1], names);
  else for (const operand of operands) if (operand instanceof Name) collect(operand, names);
  return names;
};
