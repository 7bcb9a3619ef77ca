const CANDIDATES = [",", ";", "\t", "|"] as const;
const [QUOTE, NEWLINE, RETURN] = [34, 10, 13];
/** Characters and rows of a file's beginning that tell. */
const LOOKED_AT = 65_536;
const ROWS = 100;

/** How often a sign stands outside quotes in each of the first rows. */
const countsOf = (text: string, sign: string): number[] => {
  const counts: number[] = [];
  const wanted = sign.charCodeAt(0);
  let quoted = false;
  let count = 0;
  for (let at = 0; at < text.length && counts.length < ROWS; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (code === wanted) count++;
    else if ((code === NEWLINE || code === RETURN) && count > 0) {
      counts.push(count);
      count = 0;
    }
  }
  if (count > 0 && counts.length < ROWS) counts.push(count);
  return counts;
};

/** The line by which some files tell Excel the sign between their cells. */
const TOLD = /^\ufeff?sep=([,;\t|])\r?\n/i;

/** The sign that a file's first line tells, as it does for Excel; that line is no row of the table. */
export const toldDelimiter = (beginning: string): string | undefined => TOLD.exec(beginning)?.[1];

/** The sign between a file's cells: of comma, semicolon, tab and pipe the one that the most rows have equally often. */
export const findDelimiter = (beginning: string): string => {
  const text = beginning.slice(0, LOOKED_AT);
  let best = { sign: ",", score: 0 };
  for (const sign of CANDIDATES) {
    const counts = countsOf(text, sign);
    const [first = 0] = counts;
    const alike = counts.filter((count) => count === first).length;
    const score = alike * 1000 + Math.min(first, 999);
    if (counts.length > 0 && score > best.score) best = { sign, score };
  }
  return best.sign;
};
