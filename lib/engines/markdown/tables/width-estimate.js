/**
 * Returns a function that estimates, without a layout, whether the words of a table may need more width than the page has. It
 * runs in the page, so it uses nothing from outside this function.
 *
 * @param {number} width CSS pixels
 * @returns {(table: HTMLTableElement) => boolean}
 */
export const widthEstimate = (width) => {
  /** Upper bounds in em: a letter, what a capital takes more, the padding of a cell, the indent of a list or quotation. */
  const [LETTER_EM, CAPITAL_EM, CELL_EM, INDENT_EM] = [0.65, 0.4, 1.6, 3];
  const em = Number.parseFloat(getComputedStyle(document.body).fontSize);
  const wordWidth = (word) => word.length * LETTER_EM + (word.match(/\p{Lu}/gu)?.length ?? 0) * CAPITAL_EM;
  return (table) => {
    if (table.querySelector("[colspan],[rowspan],table,img")) return true;
    const columns = [];
    for (const row of table.rows)
      for (const [at, cell] of [...row.cells].entries())
        columns[at] = Math.max(columns[at] ?? 0, ...cell.textContent.split(/\s/).map(wordWidth));
    let room = width / em;
    for (let box = table.parentElement; box !== document.body; box = box.parentElement) room -= INDENT_EM;
    return columns.reduce((sum, column) => sum + column + CELL_EM, 0) > room;
  };
};
