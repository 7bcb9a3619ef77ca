/**
 * Runs in the page: what its last @page rule for all pages says of their size, such as `50mm 20mm`; nothing where none
 * does, or some pages have a size of their own.
 *
 * @returns {string}
 */
export const declaredSize = () => {
  let size = "";
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    if (!["", "all", "print"].includes(sheet.media.mediaText)) continue;
    try {
      for (const rule of sheet.cssRules) {
        const asked = rule instanceof CSSPageRule ? rule.style.getPropertyValue("size") : "";
        if (asked !== "" && rule.selectorText !== "") return "";
        size = asked || size;
      }
    } catch {
      // Of another origin, which keeps it to itself.
    }
  }
  return size;
};
