import { parse } from "css-what";

/** Whether the text is a CSS selector that `querySelector` would take. */
export const isSelector = (text: string): boolean => {
  try {
    return parse(text).length > 0;
  } catch {
    return false;
  }
};
