/**
 * Runs in the page: returns the size in its last @page rule for all pages, such as `50mm 20mm`. Empty if no rule sets a
 * size, or if a rule for only some pages sets one.
 *
 * @returns {string}
 */
export const declaredSize = () => {
  let size = "";
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    if (!["", "all", "print"].includes(sheet.media.mediaText)) continue;
    try {
      for (const rule of sheet.cssRules) {
        const declared = rule instanceof CSSPageRule ? rule.style.getPropertyValue("size") : "";
        if (declared !== "" && rule.selectorText !== "") return "";
        size = declared || size;
      }
    } catch {
      // The rules of a style sheet from another origin cannot be read.
    }
  }
  return size;
};
