/**
 * Runs in the page: overrides the @page rules of the document, without changing its tree.
 *
 * @param {Readonly<Record<string, string>>} declarations declarations of @page
 * @param {boolean} isLandscape whether every size in the rules becomes landscape, because Chromium ignores its own `landscape` if a rule sets a size
 * @param {Readonly<Record<string, string>>} leastMargins margins below which no rule may set them
 */
export const overridePageRules = (declarations, isLandscape, leastMargins = {}) => {
  const pixels = { px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, pt: 96 / 72, pc: 16 };
  const length = (text) => Number.parseFloat(text) * (pixels[/(?<![a-z])[a-z]+$/.exec(text)?.[0]] ?? 1);
  const landscapeOf = (size) => {
    const words = size
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "portrait");
    if (words.includes("landscape") || words.includes("auto")) return size;
    if (!/^[\d.]/.test(words[0] ?? "")) return [...words, "landscape"].join(" ");
    const [width, height = width] = words;
    return length(width) < length(height) ? `${height} ${width}` : size;
  };
  const overrideRule = ({ style }) => {
    const size = style.getPropertyValue("size");
    if (isLandscape && size) style.setProperty("size", landscapeOf(size), style.getPropertyPriority("size"));
    for (const [name, least] of Object.entries(leastMargins)) {
      const declared = style.getPropertyValue(name);
      const margin = declared === "auto" ? least : `max(${declared}, ${least})`;
      if (declared) style.setProperty(name, margin, style.getPropertyPriority(name));
    }
    // Between two important declarations Chromium prefers the document's.
    for (const name of Object.keys(declarations)) style.setProperty(name, style.getPropertyValue(name));
  };
  const walk = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) overrideRule(rule);
      else if (rule.styleSheet) read(rule.styleSheet);
      else if (rule.cssRules) walk(rule.cssRules);
    }
  };
  const read = (sheet) => {
    try {
      walk(sheet.cssRules);
    } catch {
      // The rules of a style sheet from another origin cannot be read.
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) read(sheet);
  const override = new CSSStyleSheet();
  const important = Object.entries(declarations).map(([name, value]) => `${name}:${value}!important`);
  override.replaceSync(`@page{${important.join(";")}}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, override];
};
