/**
 * Makes tables fit the page without breaks inside words. In a table that is too wide, long addresses, hashes and names of code
 * are broken first. Then the table gets a smaller font, and then a landscape page. All tables are measured in one layout. It
 * runs in the page, so it uses nothing from outside this function.
 *
 * @param {import("./script.ts").TableArea} area
 * @param {(table: HTMLTableElement) => boolean} mayOverflow
 * @param {{ widthsOf: (tables: object[]) => [object, number][], measureTooWide: (tables: object[]) => object[] }} widths
 * @param {(table: object) => { isLandscape: boolean, breaksLong: boolean, breaksWords: boolean, size: number }} choose
 * @param {(rule: string) => void} addLandscapePages
 */
export const fitTables = ({ width, landscape }, mayOverflow, widths, choose, addLandscapePages) => {
  const { widthsOf, measureTooWide } = widths;
  const all = [...document.querySelectorAll("table")].filter((table) => !table.parentElement.closest("table"));
  for (const { rows, classList } of all)
    for (const count of [11, 21]) if (rows[0]?.cells.length >= count) classList.add(`columns-${count}`);
  const suspects = all.filter(mayOverflow);
  if (suspects.length === 0) return;

  const contentWidth = (box) => {
    const inner = Number.parseFloat(getComputedStyle(box).width);
    return inner >= 0 ? inner : contentWidth(box.parentElement);
  };
  const gain = (landscape?.width ?? width) - width;
  const describe = (element) => {
    const [own, outer] = [element, element.parentElement].map((box) =>
      Number.parseFloat(getComputedStyle(box).fontSize),
    );
    const room = contentWidth(element.parentElement) - 2;
    return { element, room, landscapeRoom: room + gain, usualSize: own / outer };
  };
  const isHeading = (element) => /^H[1-6]$/.test(element?.tagName);

  /** Applies the choice for a table; a landscape page takes the headings above the table along. */
  const apply = (table) => {
    const { isLandscape, breaksLong, breaksWords, size } = choose(table);
    const { classList, style } = table.element;
    Object.assign(table, { size, chosenRoom: isLandscape ? table.landscapeRoom : table.room });
    style.fontSize = `${size}em`;
    classList.toggle("breaks-long", breaksLong);
    classList.toggle("breaks-words", breaksWords);
    if (!isLandscape || gain <= 0) return;
    for (let part = table.element; part === table.element || isHeading(part); part = part.previousElementSibling)
      part.classList.add("landscape-table");
  };

  document.body.style.width = `${width}px`;
  const tables = suspects.map(describe);
  for (const { element } of tables) Object.assign(element.style, { width: "min-content", maxWidth: "none" });
  const fitted = measureTooWide(tables);
  fitted.forEach(apply);
  // Borders and rounding do not shrink with the font.
  for (const [{ element, chosenRoom, size }, taken] of widthsOf(fitted))
    if (taken > chosenRoom) element.style.fontSize = `${((size * chosenRoom) / taken) * 0.98}em`;
  for (const { element } of tables) Object.assign(element.style, { width: "", maxWidth: "" });
  document.body.style.width = "";
  if (document.querySelector(".landscape-table") !== null) addLandscapePages(landscape.rule);
};
