/** The header row of a table with eight columns. */
export const HEAD = ["id", "name", "city", "amount", "date", "note", "flag", "code"];

/** A row of the table: numbers, words, a cell with a comma and one with quotes. */
export const rowOf = (i: number): string[] => [
  String(i),
  `Name ${i}`,
  `City, ${i % 100}`,
  (i * 7.13).toFixed(2),
  `2024-01-${(i % 28) + 1}`,
  `some "quoted" note ${i}`,
  String(i % 2),
  `AB${i}`,
];

const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const ROWS_AT_ONCE = 10_000;

/** The table with this many rows, as CSV. */
export const csvOf = (rows: number): Buffer => {
  const chunks = [Buffer.from(`${HEAD.join()}\n`)];
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    let text = "";
    for (let i = from; i < Math.min(rows, from + ROWS_AT_ONCE); i++) text += `${rowOf(i).map(quoted).join()}\n`;
    chunks.push(Buffer.from(text));
  }
  return Buffer.concat(chunks);
};
