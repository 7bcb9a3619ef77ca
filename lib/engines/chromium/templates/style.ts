import { tokenize, tokenTypes } from "css-tree/tokenizer";

/** Functions that fetch what they name (CSS Images 4, CSS Values 4); `url` is judged by its address. */
const FETCHING_FUNCTIONS = new Set(["src(", "image(", "image-set(", "-webkit-image-set("]);

const DATA_URL = /^url\([\t\n\f\r ]*data:/i;
const DATA_STRING = /^["']data:/i;

/** Whether a token may stand in a template's CSS. `isAddress` is set for the text in `url("…")`. */
const isAllowed = (type: number, text: string, isAddress: boolean): boolean => {
  if (type === tokenTypes.String) return !isAddress || DATA_STRING.test(text);
  if (isAddress) return false;
  // An escape may hide the name of a function or of an at-rule.
  if (type === tokenTypes.BadString || type === tokenTypes.BadUrl || text.includes("\\")) return false;
  if (type === tokenTypes.Url) return DATA_URL.test(text);
  if (type === tokenTypes.Function) return !FETCHING_FUNCTIONS.has(text.toLowerCase());
  return type !== tokenTypes.AtKeyword || text.toLowerCase() !== "@import";
};

/** Whether CSS (a style sheet, or declarations) fetches nothing: its only addresses are `data:` URLs. */
export const fetchesNothing = (css: string): boolean => {
  let isAddress = false;
  let isClean = true;
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    if (isAddress && type === tokenTypes.WhiteSpace) return;
    isClean &&= isAllowed(type, text, isAddress);
    isAddress = type === tokenTypes.Function && text.toLowerCase() === "url(";
  });
  return isClean;
};
