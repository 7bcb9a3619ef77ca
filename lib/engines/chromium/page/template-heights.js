/**
 * Runs in the page, so it uses nothing from outside itself: measures the header and footer templates as they will lie on
 * the narrowest page, in a frame that is gone again before any script of the page runs.
 *
 * @param {readonly string[]} templates
 * @param {number} paperWidth of a page whose width no @page rule sets, in CSS pixels
 * @param {boolean} isPaperGiven whether the options set the paper, so that no rule does
 * @param {string} [title] the title that the options give
 * @returns {number[]} the height of each template's content, in CSS pixels
 */
export const templateHeights = (templates, paperWidth, isPaperGiven, title = document.title) => {
  const samples = { pageNumber: "000", totalPages: "000", date: "12/30/26, 10:00 PM", title };
  const units = { px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, pt: 96 / 72, pc: 16 };
  const names = { a5: [148, 210], a4: [210, 297], a3: [297, 420], b5: [176, 250], b4: [250, 353] };
  const millimetres = { ...names, "jis-b5": [182, 257], "jis-b4": [257, 364], letter: [216, 279], legal: [216, 356] };
  const widthOf = (size) => {
    const words = size.toLowerCase().split(/\s+/);
    const named = words.map((word) => millimetres[word]).find((sides) => sides);
    if (named) return named[words.includes("landscape") ? 1 : 0] * units.mm;
    const width = Number.parseFloat(words[0]) * (units[/(?<![a-z])[a-z]+$/.exec(words[0])?.[0]] ?? Number.NaN);
    return width > 0 ? width : paperWidth;
  };
  const walk = (rules) =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSPageRule) return [rule.style.getPropertyValue("size")].filter(Boolean).map(widthOf);
      return rule.styleSheet ? widths(rule.styleSheet) : walk(rule.cssRules ?? []);
    });
  const widths = (sheet) => {
    try {
      return walk(sheet.cssRules);
    } catch {
      return []; // The rules of a style sheet from another origin cannot be read.
    }
  };
  const declared = isPaperGiven ? [] : [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(widths);
  const frame = document.createElementNS("http://www.w3.org/1999/xhtml", "iframe");
  // Without scripts, and without the network: no template is trusted to have been checked.
  frame.sandbox = "allow-same-origin";
  frame.style.cssText = "all:initial;position:fixed;visibility:hidden";
  document.documentElement.append(frame);
  const page = frame.contentDocument;
  const heights = templates.map((template) => {
    page.open();
    page.write(
      `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src data:;style-src data: 'unsafe-inline'">
      <body style="display:flex;flex-direction:column;margin:0"><div style="display:flex;align-items:flex-start">`,
    );
    page.close();
    const [area] = page.body.children;
    page.body.style.width = `${Math.min(paperWidth, ...declared)}px`;
    area.innerHTML = template;
    for (const [name, text] of Object.entries(samples))
      for (const element of page.getElementsByClassName(name)) element.textContent = text;
    return area.getBoundingClientRect().height;
  });
  frame.remove();
  return heights;
};
