/**
 * Runs in the page: makes what was asked for win over the document's own @page rules, without a trace in its tree.
 *
 * @param {Readonly<Record<string, string>>} asked declarations of @page
 * @param {boolean} turn lay every size that the rules set on its side: Chromium heeds `landscape` only without
 */
export const rulePages = (asked, turn) => {
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
  const amend = ({ style }) => {
    const size = style.getPropertyValue("size");
    if (turn && size) style.setProperty("size", turned(size), style.getPropertyPriority("size"));
    // Of two important declarations Chromium prefers the document's.
    for (const name of Object.keys(asked)) style.setProperty(name, style.getPropertyValue(name));
  };
  const walk = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) amend(rule);
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
  const own = new CSSStyleSheet();
  const declarations = Object.entries(asked).map(([name, value]) => `${name}:${value}!important`);
  own.replaceSync(`@page{${declarations.join(";")}}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
};
