/**
 * Adds the @page rule of landscape pages, so that it overrides the rules for all pages. It runs in the page, so it uses
 * nothing from outside this function.
 *
 * @param {string} rule
 */
export const addLandscapePages = (rule) => {
  // Among important declarations Chromium prefers those for all pages.
  for (const { cssRules } of document.adoptedStyleSheets)
    for (const { style } of cssRules)
      for (const name of [...style]) style.setProperty(name, style.getPropertyValue(name));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rule);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
