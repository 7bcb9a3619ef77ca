/**
 * Runs in the page, so it uses nothing from outside itself: returns the rows, the cells and the height in CSS pixels of its
 * tables with many rows.
 *
 * @param {number} minRows
 * @returns {{ rows: number, cells: number, height: number }[]}
 */
export const longTables = (minRows) =>
  [...document.getElementsByTagName("table")]
    .map((table) => ({ table, rows: table.getElementsByTagName("tr").length }))
    .filter(({ rows }) => rows >= minRows)
    .map(({ table, rows }) => ({
      rows,
      cells: table.querySelectorAll("td,th").length,
      height: table.getBoundingClientRect().height,
    }));
