/**
 * Runs in the page, so it uses nothing from outside itself: sees to it that tables fit the page without breaking inside
 * words. A table that does not is set smaller, then on a page that lies on its side; long addresses, hashes and names of
 * code break before that.
 *
 * @param {import("./area.ts").TableArea} area
 */
export const fitTables = ({ width, across, scale }) => {
  /** Type sizes, as parts of the usual, down to which a table is set: gladly, readably, rather than with broken words, and with. */
  const [GLADLY, READABLY, AT_LEAST, BROKEN] = [0.8, 0.6, 0.33, 0.45].map((size) => size / Math.max(1, scale));
  /** The room of a letter and of a capital in em, no less than they take; and of what stands about a cell or a list's item. */
  const [LETTER, CAPITAL, CELL, INDENT] = [0.65, 0.4, 1.6, 3];
  /** Text without a place to break. Scripts without spaces between words break anywhere. */
  const UNSPACED = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}";
  const UNBROKEN = new RegExp(`[^\\s\\-\\u00ad\\u200b\\u2010${UNSPACED}]{21,}`, "gu");
  const WORD = /^[^\p{L}\p{M}]{0,3}[\p{L}\p{M}]{1,40}[^\p{L}\p{M}]{0,3}$/u;
  const SIGNS = /(?<=[/_.?&=#:,;@])(?=[^/_.?&=#:,;@])/;

  const em = Number.parseFloat(getComputedStyle(document.body).fontSize);
  const takes = (word) => word.length * LETTER + (word.match(/\p{Lu}/gu)?.length ?? 0) * CAPITAL;
  const mayOverflow = (table) => {
    if (table.querySelector("[colspan],[rowspan],table,img")) return true;
    const columns = [];
    for (const row of table.rows)
      for (const [at, cell] of [...row.cells].entries())
        columns[at] = Math.max(columns[at] ?? 0, ...cell.textContent.split(/\s/).map(takes));
    let room = width / em;
    for (let box = table.parentElement; box !== document.body; box = box.parentElement) room -= INDENT;
    return columns.reduce((sum, column) => sum + column + CELL, 0) > room;
  };
  const tables = [...document.querySelectorAll("table")].filter((table) => !table.parentElement.closest("table"));
  for (const { rows, classList } of tables)
    for (const count of [11, 21]) if (rows[0]?.cells.length >= count) classList.add(`columns-${count}`);
  const doubtful = tables.filter(mayOverflow);
  if (doubtful.length === 0) return;

  const contentWidth = (box) => {
    const inner = Number.parseFloat(getComputedStyle(box).width);
    return inner >= 0 ? inner : contentWidth(box.parentElement);
  };
  document.body.style.width = `${width}px`;
  const gain = (across?.width ?? width) - width;
  const known = doubtful.map((table) => {
    const [own, outer] = [table, table.parentElement].map((box) => Number.parseFloat(getComputedStyle(box).fontSize));
    const room = contentWidth(table.parentElement) - 2;
    return { table, room, wider: room + gain, usual: own / outer };
  });
  for (const { table } of known) Object.assign(table.style, { width: "min-content", maxWidth: "none" });
  /** What the tables take with their words whole; one layout for all. */
  const measured = (tables) => tables.map((one) => [one, one.table.getBoundingClientRect().width]);
  const unfit = (tables) => measured(tables).flatMap(([one, taken]) => (taken > one.room ? [one] : []));

  /** Wraps what may break inside, and lets it break after its signs first. */
  const markLong = (table) => {
    const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.parentElement.closest(".katex")) continue;
      const long = [...text.data.matchAll(UNBROKEN)].filter(([run]) => !WORD.test(run)).reverse();
      for (const { 0: run, index } of long) {
        const span = document.createElement("span");
        span.className = "long";
        span.append(
          ...run
            .split(SIGNS)
            .flatMap((part) => [part, document.createElement("wbr")])
            .slice(0, -1),
        );
        text.splitText(index + run.length);
        text.splitText(index).replaceWith(span);
        span.closest("th,td")?.classList.add("holds-long");
      }
    }
  };
  const set = (tables, name, isOn = true) => tables.forEach(({ table }) => void table.classList.toggle(name, isOn));

  const hasLong = ({ table }) => table.querySelector(".long") !== null;
  let left = unfit(known);
  for (const { table } of left) markLong(table);
  set(left.filter(hasLong), "breaks-long");
  const whole = left.filter((one) => !hasLong(one));
  left = [...whole, ...unfit(left.filter(hasLong))];
  set(left, "compact");
  for (const { table } of left) table.style.fontSize = "1em";
  for (const [one, taken] of measured(left)) one.open = taken;
  set(left, "breaks-long", false);
  for (const [one, taken] of measured(left)) one.whole = taken;

  /** The first that fits: what has to, at what size, on what page. */
  const choose = (one) => {
    for (const [isAcross, sizes] of [
      [false, [GLADLY, READABLY]],
      [true, [GLADLY, READABLY, AT_LEAST]],
    ])
      for (const least of sizes)
        for (const name of ["whole", "open"]) {
          const size = (isAcross ? one.wider : one.room) / one[name];
          if (size >= least) return { isAcross, isOpen: name === "open", size: Math.min(one.usual, size) };
        }
    return { isAcross: true, isOpen: true, isBroken: true, size: BROKEN };
  };
  const isHeading = (element) => /^H[1-6]$/.test(element?.tagName);
  for (const one of left) {
    const { isAcross, isOpen, isBroken = false, size } = choose(one);
    const { classList, style } = one.table;
    Object.assign(one, { size, room: isAcross ? one.wider : one.room });
    style.fontSize = `${size}em`;
    classList.toggle("breaks-long", isOpen);
    classList.toggle("breaks-words", isBroken);
    if (!isAcross || gain <= 0) continue;
    for (let part = one.table; part === one.table || isHeading(part); part = part.previousElementSibling)
      part.classList.add("across");
  }
  // Borders and rounding take no smaller a part with the type.
  for (const [{ table, room, size }, taken] of measured(left))
    if (taken > room) table.style.fontSize = `${((size * room) / taken) * 0.98}em`;

  for (const { table } of known) Object.assign(table.style, { width: "", maxWidth: "" });
  document.body.style.width = "";
  if (document.querySelector(".across") === null) return;
  // Of important declarations Chromium prefers those for all pages.
  for (const { cssRules } of document.adoptedStyleSheets)
    for (const { style } of cssRules)
      for (const name of [...style]) style.setProperty(name, style.getPropertyValue(name));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(across.rule);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
