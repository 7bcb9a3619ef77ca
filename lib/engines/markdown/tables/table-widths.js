/**
 * Returns functions that measure tables, all of them in one layout. It runs in the page, so it uses nothing from outside this
 * function.
 *
 * @param {(table: HTMLTableElement) => void} wrapLongWords
 */
export const tableWidths = (wrapLongWords) => {
  const widthsOf = (tables) => tables.map((table) => [table, table.element.getBoundingClientRect().width]);
  const tooWide = (tables) => widthsOf(tables).flatMap(([table, taken]) => (taken > table.room ? [table] : []));
  const toggle = (tables, name, isOn = true) => {
    for (const { element } of tables) element.classList.toggle(name, isOn);
  };
  const hasLong = ({ element }) => element.querySelector(".long") !== null;
  /** The tables that are too wide, even with long words broken; their widths at 1 em are measured. */
  const measureTooWide = (tables) => {
    const first = tooWide(tables);
    for (const { element } of first) wrapLongWords(element);
    toggle(first.filter(hasLong), "breaks-long");
    const withoutLong = first.filter((table) => !hasLong(table));
    const rest = [...withoutLong, ...tooWide(first.filter(hasLong))];
    toggle(rest, "compact");
    for (const { element } of rest) element.style.fontSize = "1em";
    for (const [table, taken] of widthsOf(rest)) table.breakingWidth = taken;
    toggle(rest, "breaks-long", false);
    for (const [table, taken] of widthsOf(rest)) table.wholeWidth = taken;
    return rest;
  };
  return { widthsOf, measureTooWide };
};
