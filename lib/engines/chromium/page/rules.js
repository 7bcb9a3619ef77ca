/**
 * Runs in the page: adds rules that win over the document's own, without a trace in its tree.
 *
 * @param {string} css
 */
export const addRules = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};

/** Runs in the page: lays every page size that its @page rules set on its side; Chromium heeds `landscape` only without. */
export const turnPages = () => {
  const pixels = { px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, pt: 96 / 72, pc: 16 };
  const length = (text) => Number.parseFloat(text) * (pixels[/[a-z]+$/.exec(text)?.[0]] ?? 1);
  const turned = (size) => {
    const words = size
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "portrait");
    if (words.includes("landscape") || words.includes("auto")) return size;
    if (!/^[\d.]/.test(words[0] ?? "")) return [...words, "landscape"].join(" ");
    const [width, height = width] = words;
    return length(width) < length(height) ? `${height} ${width}` : size;
  };
  const walk = (rules) => {
    for (const rule of rules) {
      const size = rule instanceof CSSPageRule && rule.style.getPropertyValue("size");
      if (size) rule.style.setProperty("size", turned(size), rule.style.getPropertyPriority("size"));
      else if (rule.styleSheet) read(rule.styleSheet);
      else if (rule.cssRules) walk(rule.cssRules);
    }
  };
  const read = (sheet) => {
    try {
      walk(sheet.cssRules);
    } catch {
      // Of another origin, which keeps it to itself.
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) read(sheet);
};
