/**
 * Runs in the page: adds families of the font set to bold text in scripts that the page's own fonts lack. Chromium's
 * fallback would use the regular face with synthetic bold, which prints letters as images.
 *
 * @param {readonly (readonly [pattern: string, family: string])[]} families in the order of preference
 * @param {Readonly<Record<string, string>>} hanFamilies families of Han characters by language
 * @param {readonly string[]} regularOnly families without a bold face; they print better without synthetic bold
 */
export const useRealBold = (families, hanFamilies, regularOnly) => {
  const otherScripts = /[\u0530-\u058f\u0600-\u1dff\u2070-\uffff]/;
  const text = document.documentElement?.textContent ?? "";
  if (!otherScripts.test(text)) return;
  const scripts = families
    .map(([script, family]) => [new RegExp(script, "u"), family])
    .filter(([script]) => script.test(text));
  const hanOf = (element) => {
    const language = element.closest("[lang]")?.lang.toLowerCase() ?? "";
    const known = Object.keys(hanFamilies).find((tag) => language.startsWith(tag));
    return hanFamilies[known ?? "zh"];
  };
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  const bold = new Map();
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!parentElement || !otherScripts.test(data)) continue;
    const style = getComputedStyle(parentElement);
    if (Number(style.fontWeight) < 600) continue;
    const wanted = scripts.filter(([script]) => script.test(data)).map(([, family]) => family || hanOf(parentElement));
    if (wanted.length > 0) bold.set(parentElement, { wanted, own: style.fontFamily });
  }
  for (const [{ style }, { wanted, own }] of bold) {
    style.setProperty("font-family", [own, ...wanted.map((family) => `"${family}"`)].join(","), "important");
    if (wanted.some((family) => regularOnly.includes(family))) {
      style.setProperty("font-synthesis-weight", "none", "important");
    }
  }
};
