/**
 * @typedef {{ kind: "picture" | "formula" | "frame", selector: string, text?: string }} Part
 */

/**
 * Runs in the page, so it uses nothing from outside itself: gives each picture and formula that has no name a label with its
 * number, which the tags of the PDF then have. Returns these parts in the order of their numbers, frames too, and the language
 * that the page states.
 *
 * @param {string} label
 * @param {number} limit The most parts, and a hundredth of the most characters of a text.
 * @returns {{ language: string, parts: Part[] }}
 */
export const nameParts = (label, limit) => {
  const textLimit = limit / 100;
  /** @type {Part[]} */
  const parts = [];
  const named = new Set();

  /** @type {(element: Element) => string} */
  const selectorOf = (element) => {
    const { localName, id } = element;
    const source = element.getAttribute("src") ?? element.getAttribute("data") ?? "";
    const own = () => {
      if (id !== "") return `${localName}#${CSS.escape(id)}`;
      if (source !== "" && !source.startsWith("data:")) return `${localName}[src$="${source.slice(-60)}"]`;
      return [localName, ...[...element.classList].slice(0, 2).map((name) => CSS.escape(name))].join(".");
    };
    const holder = element.parentElement?.closest("[id]");
    return `${holder && id === "" ? `#${CSS.escape(holder.id)} ` : ""}${own()}`.slice(0, 120);
  };

  /** @type {(element: Element) => boolean} */
  const isShown = (element) =>
    element.closest("[aria-hidden=true]") === null &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0;

  /** @type {(element: Element) => boolean} */
  const isPixel = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 && height <= 1;
  };

  /** @type {(element: Element) => boolean} */
  const isDecoration = (element) =>
    ["none", "presentation"].includes(element.getAttribute("role") ?? "") || element.getAttribute("alt")?.trim() === "";

  /** @type {(element: Element) => boolean} */
  const hasName = (element) => {
    if (["alt", "aria-label", "title"].some((name) => (element.getAttribute(name) ?? "").trim() !== "")) return true;
    const ids = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).slice(0, 20);
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    if (ids.some((id) => id !== "" && (root.getElementById(id)?.textContent ?? "").trim() !== "")) return true;
    const title = element.localName === "svg" ? element.querySelector(":scope > title") : null;
    return (title?.textContent ?? "").trim() !== "";
  };

  /** @type {(element: Element, part: Omit<Part, "selector">) => void} */
  const add = (element, part) => {
    if (parts.length >= limit || named.has(element)) return;
    named.add(element);
    if (part.kind !== "frame") {
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", `${label}${parts.length}`);
    }
    parts.push({ ...part, selector: selectorOf(element) });
  };

  /** @type {(math: Element) => void} */
  const addFormula = (math) => {
    const whole = math.closest(".katex,mjx-container") ?? math;
    if (math.parentElement?.closest("[role=img]")) return;
    const source = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent;
    const text = math.getAttribute("alttext") ?? source ?? math.textContent ?? "";
    // What KaTeX shows is hidden from readers, who get its MathML; in a PDF it is the formula.
    for (const shown of whole.querySelectorAll("[aria-hidden=true]")) shown.removeAttribute("aria-hidden");
    add(whole, { kind: "formula", text: text.replace(/\s+/g, " ").trim().slice(0, textLimit) });
  };

  /** @type {(picture: Element) => void} */
  const addPicture = (picture) => {
    if (picture instanceof HTMLImageElement && (!picture.complete || picture.naturalWidth === 0)) return;
    if (isDecoration(picture) || picture.parentElement?.closest("svg,[role=img]")) return;
    if (isPixel(picture)) picture.setAttribute("role", "presentation");
    else if (!hasName(picture)) add(picture, { kind: "picture" });
    else if (picture.localName === "svg" && !picture.hasAttribute("role")) picture.setAttribute("role", "img");
  };

  /** @type {(root: Document | ShadowRoot) => void} */
  const visit = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot !== null) visit(element.shadowRoot);
      const isPicture = element.matches("img,svg,canvas,video,[role=img]");
      const isFrame = element.matches("iframe,frame,embed,object[data]");
      if ((!isPicture && !isFrame && element.localName !== "math") || !isShown(element)) continue;
      if (isFrame && !isPixel(element)) add(element, { kind: "frame" });
      else if (isPicture) addPicture(element);
      else if (element.localName === "math") addFormula(element);
    }
  };
  visit(document);
  const { documentElement: html, body } = document;
  const stated = document.querySelector('meta[http-equiv="content-language" i]')?.getAttribute("content");
  const languages = [html.lang, html.getAttribute("xml:lang"), body?.lang, stated];
  return { language: (languages.find((language) => language?.trim()) ?? "").slice(0, textLimit), parts };
};
