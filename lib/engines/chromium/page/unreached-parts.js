/**
 * Runs in the page, so it uses nothing from outside itself: counts the parts of the document whose addresses lead nowhere. These
 * cannot be resolved, or are those of files (`file:///C:/logo.png`); the browser makes no request for them. A rule of a style
 * sheet counts if the document has an element for it.
 *
 * @param {number} modules the scripts that import from such an address
 * @returns {Record<"image" | "stylesheet" | "script" | "font" | "resource", number>}
 */
export const countUnreachedParts = (modules) => {
  const MAY_BE_RELATIVE = /(?:url\(|@import)[\s"']*(?![\s"'#]|(?:https?|data|blob|about):)/i;
  /** No cursor is printed. */
  const CURSOR = /cursor:(?:url\("(?:[^"\\]|\\.)*"\)|[^;])*/g;
  const PSEUDO_ELEMENTS = /::?(?:before|after|marker|first-line|first-letter)\b/g;
  const FETCHED_SCHEMES = new Set(["http:", "https:", "data:", "blob:", "about:", "javascript:"]);
  const isUnreached = (address) =>
    address !== "" && !FETCHED_SCHEMES.has(URL.parse(address, document.baseURI)?.protocol);
  const count = (selector, ...names) =>
    [...document.querySelectorAll(selector)].filter((element) =>
      names.some((name) => isUnreached((element.getAttribute(name) ?? "").trim())),
    ).length;
  /** Addresses in the values of CSS, as `cssText` writes them. */
  const addressesIn = (css) =>
    [...css.replace(CURSOR, "").matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map(([, address]) => address.trim());
  const hasElement = (selector) => {
    try {
      return document.querySelector(selector.replace(PSEUDO_ELEMENTS, "") || "*") !== null;
    } catch {
      return true;
    }
  };
  const failedFamilies = new Set(
    [...document.fonts].flatMap(({ status, family }) => (status === "error" ? family : [])),
  );
  const images = new Set();
  let [stylesheets, fonts] = [0, 0];
  const readRule = (rule) => {
    if (rule instanceof CSSImportRule) stylesheets += isUnreached(rule.href) ? 1 : 0;
    else if (rule instanceof CSSFontFaceRule) {
      const addresses = addressesIn(rule.cssText);
      if (!addresses.some(isUnreached) || addresses.some((address) => !isUnreached(address))) return;
      if (failedFamilies.has(rule.style.getPropertyValue("font-family"))) fonts++;
    } else if (rule instanceof CSSStyleRule) {
      const unreached = addressesIn(rule.style.cssText).filter(isUnreached);
      if (unreached.length > 0 && hasElement(rule.selectorText)) for (const address of unreached) images.add(address);
    }
    for (const inner of rule.cssRules ?? []) readRule(inner);
  };
  for (const { sheet, textContent } of document.querySelectorAll("style"))
    if (sheet !== null && MAY_BE_RELATIVE.test(textContent)) for (const rule of sheet.cssRules) readRule(rule);
  for (const { style } of document.querySelectorAll('[style*="url("]'))
    for (const address of addressesIn(style.cssText).filter(isUnreached)) images.add(address);
  return {
    image:
      count("img[src], input[type=image i][src]", "src") +
      count("image", "href", "xlink:href") +
      count("video[poster]", "poster") +
      count("[background]:is(body, table, tr, td, th)", "background") +
      images.size,
    stylesheet: count("link[rel~=stylesheet i][href]", "href") + stylesheets,
    script: count("script[src]", "src") + modules,
    font: fonts,
    resource:
      count("iframe[src], embed[src], video[src]", "src") + count("object[data]", "data") + count("use", "href"),
  };
};
