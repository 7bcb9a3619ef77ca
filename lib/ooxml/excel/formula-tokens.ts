/** The number of the function `HYPERLINK` in the tokens of a binary formula ([MS-XLS] 2.5.198.17). */
const LINK_FUNCTION = Buffer.from([0x67, 0x01]);
/** The tokens of a function with any number of arguments, whose count stands before the number of the function. */
const FUNCTION_TOKENS = new Set([0x22, 0x42, 0x62]);

/** Whether a binary formula is a link. Its URL is only in the formula, so the formula has to stay. */
export const callsHyperlink = (formula: Buffer): boolean => {
  for (let found = formula.indexOf(LINK_FUNCTION); found >= 0; found = formula.indexOf(LINK_FUNCTION, found + 1))
    if (FUNCTION_TOKENS.has(formula[found - 2] ?? 0)) return true;
  return false;
};
