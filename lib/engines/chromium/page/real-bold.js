/**
 * Runs in the page: where bold text needs a script that its own fonts do not have, names the font of our set that has
 * it. Chromium's fallback would take the regular cut and make it bold itself, which prints as pictures of letters.
 *
 * @param {readonly (readonly [script: string, family: string])[]} families the first that matches comes first
 * @param {Readonly<Record<string, string>>} han families of Han characters by language
 * @param {readonly string[]} onlyRegular families that have no bold, and print better without a made-up one
 */
export const useRealBold = (families, han, onlyRegular) => {
  const beyond = /[\u0530-\u058f\u0600-\u1dff\u2070-\uffff]/;
  const text = document.documentElement?.textContent ?? "";
  if (!beyond.test(text)) return;
  const scripts = families
    .map(([script, family]) => [new RegExp(script, "u"), family])
    .filter(([script]) => script.test(text));
  const hanOf = (element) => {
    const language = element.closest("[lang]")?.lang.toLowerCase() ?? "";
    const known = Object.keys(han).find((tag) => language.startsWith(tag));
    return han[known ?? "zh"];
  };
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  const bold = new Map();
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!parentElement || !beyond.test(data)) continue;
    const style = getComputedStyle(parentElement);
    if (Number(style.fontWeight) < 600) continue;
    const wanted = scripts.filter(([script]) => script.test(data)).map(([, family]) => family || hanOf(parentElement));
    if (wanted.length > 0) bold.set(parentElement, { wanted, own: style.fontFamily });
  }
  for (const [{ style }, { wanted, own }] of bold) {
    style.setProperty("font-family", [own, ...wanted.map((family) => `"${family}"`)].join(","), "important");
    if (wanted.some((family) => onlyRegular.includes(family))) {
      style.setProperty("font-synthesis-weight", "none", "important");
    }
  }
};
