/**
 * Draws a diagram as a standalone SVG document, sized in CSS pixels, with only the rules of its style sheet that match its
 * elements. Returns undefined if mermaid cannot read the source, or the drawing has more than `limit` characters. It runs in
 * a page that has loaded mermaid, so it uses nothing from outside this function.
 *
 * @param {string} source
 * @param {string} id
 * @param {number} limit
 * @returns {Promise<string | undefined>}
 */
export const drawInPage = async (source, id, limit) => {
  const drawn = await globalThis.mermaid.render(id, source).catch(() => undefined);
  if (drawn === undefined || drawn.svg.length > limit) return undefined;
  const inert = new DOMParser().parseFromString(drawn.svg, "text/html");
  const root = inert.querySelector("svg");
  const [, , width, height] = (root?.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  if (!(width > 0 && height > 0)) return undefined;
  root.setAttribute("width", width);
  root.setAttribute("height", height);
  root.style.removeProperty("max-width");
  const applies = ({ selectorText }) => {
    try {
      return selectorText !== undefined && inert.querySelector(selectorText) !== null;
    } catch {
      return true;
    }
  };
  for (const style of root.querySelectorAll("style")) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style.textContent);
    const rules = [...sheet.cssRules].filter(applies);
    style.textContent = rules.map(({ cssText }) => cssText).join("");
  }
  return new XMLSerializer().serializeToString(root);
};
