import SaxonJS, { type SaxonNumber } from "saxonjs-he";

const { XS } = SaxonJS;

/** Significant digits that tell every number of 32 bits from all others. */
const FLOAT_DIGITS = 9;

/** The number with the fewest digits that is this one as a float. */
const shortest = (float: number): number => {
  for (let digits = 1; digits < FLOAT_DIGITS; digits++) {
    const near = Number(float.toPrecision(digits));
    if (Math.fround(near) === float) return near;
  }
  return Number(float.toPrecision(FLOAT_DIGITS));
};

const numbers: SaxonNumber = Object.getPrototypeOf(XS.float.fromNumber(0));
const textOfNumber = numbers.toString;
const { code: floatCode } = XS.float.fromNumber(0);

/**
 * Lets SaxonJS write an `xs:float` with all of its digits: it cuts them off behind the fifth decimal place, and writes 3.1415927 as
 * 3.14159 and 0.000123456 as 0.00012. A double with the same digits has the right text.
 */
export const writeFloatsWhole = (): void => {
  numbers.toString = function (this: SaxonNumber): string {
    const isWhole = this.code !== floatCode || this.value === 0 || !Number.isFinite(this.value);
    if (isWhole) return textOfNumber.call(this);
    return textOfNumber.call(XS.double.fromNumber(shortest(Math.fround(this.value))));
  };
};
