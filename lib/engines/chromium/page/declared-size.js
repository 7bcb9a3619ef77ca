/**
 * Runs in the page: the size of its last @page rule for all pages, such as `50mm 20mm`; empty where no rule sets it, or
 * a rule for some pages does.
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
