/**
 * Runs in the page: what its last @page rule for all pages says of their size, such as `50mm 20mm`; nothing where none does.
 *
 * @returns {string}
 */
export const declaredSize = () => {
  let size = "";
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    if (!["", "all", "print"].includes(sheet.media.mediaText)) continue;
    try {
      for (const rule of sheet.cssRules) {
        if (rule instanceof CSSPageRule && rule.selectorText === "") size = rule.style.getPropertyValue("size") || size;
      }
    } catch {
      // Of another origin, which keeps it to itself.
    }
  }
  return size;
};
