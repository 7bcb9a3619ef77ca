import SaxonJS, { type BigNumber, type SaxonDecimal } from "saxonjs-he";

/** How SaxonJS's decimal numbers are rounded. */
const HALF_UP = 1;
const HALF_EVEN = 2;

const decimal = SaxonJS.XS.decimal.fromString("0");
const decimals: SaxonDecimal = Object.getPrototypeOf(decimal);
const bigNumbers: BigNumber = Object.getPrototypeOf(decimal.value);
const roundDecimal = decimals.round;
const roundBigNumber = bigNumbers.round;

/**
 * Lets `format-number()` round a half to the even digit, as XPath demands (Functions and Operators, 4.7.5): 2.345 is 2.34 with two
 * decimal places. SaxonJS rounds it up there, which is right only for `round()`; and it writes what is rounded to less than a
 * millionth, or to more than 10^21, with an exponent.
 */
export const roundHalvesToEven = (): void => {
  let isRoundCalled = false;
  decimals.round = function (places) {
    isRoundCalled = true;
    try {
      return roundDecimal.call(this, places);
    } finally {
      isRoundCalled = false;
    }
  };
  bigNumbers.round = function (places, mode) {
    if (mode !== HALF_UP || isRoundCalled) return roundBigNumber.call(this, places, mode);
    const rounded = roundBigNumber.call(this, places, HALF_EVEN);
    return Object.assign(rounded, { toString: () => rounded.toFixed() });
  };
};
