import SaxonJS, { type SaxonNumber } from "saxonjs-he";

const { XS } = SaxonJS;

/** The number's digits without an exponent: equal numbers have the same, whatever their types. */
const digitsOf = (number: SaxonNumber): string => {
  const { value } = number;
  if (typeof value !== "number") return number.toString();
  const text = String(value);
  return text.includes("e") ? XS.decimal.cast(number).toString() : text;
};

/**
 * Lets `distinct-values()`, groups and keys tell all numbers apart: SaxonJS compares the first eight characters of those with
 * decimal places, and takes 1234567.25 and 1234567.35 for one, and whole numbers as doubles.
 */
export const compareAllDigits = (): void => {
  for (const number of [XS.double.fromNumber(0), XS.integer.fromNumber(0), XS.decimal.fromString("0")]) {
    const numbers: SaxonNumber = Object.getPrototypeOf(number);
    numbers.matchKey = function (this: SaxonNumber): string {
      return `n${digitsOf(this)}`;
    };
  }
};
