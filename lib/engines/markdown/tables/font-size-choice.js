/**
 * Returns a function that chooses how a table is made to fit: by the first of the ways below that is enough; the best way comes
 * first. A table is `{ room, landscapeRoom, wholeWidth, breakingWidth, usualSize }` in CSS pixels and em. `wholeWidth` is its
 * width at 1 em with whole words, `breakingWidth` that with long words broken. It runs in the page, so it uses nothing from
 * outside this function.
 *
 * @param {number} scale
 */
export const fontSizeChoice = (scale) => {
  /** Font sizes as parts of the usual: comfortable, readable, the least with whole words, and the one with broken words. */
  const [COMFORTABLE, READABLE, LEAST, BROKEN] = [0.8, 0.6, 0.33, 0.45].map((size) => size / Math.max(1, scale));
  return (table) => {
    for (const [isLandscape, leastSizes] of [
      [false, [COMFORTABLE, READABLE]],
      [true, [COMFORTABLE, READABLE, LEAST]],
    ])
      for (const least of leastSizes)
        for (const breaksLong of [false, true]) {
          const room = isLandscape ? table.landscapeRoom : table.room;
          const size = room / (breaksLong ? table.breakingWidth : table.wholeWidth);
          if (size >= least)
            return { isLandscape, breaksLong, breaksWords: false, size: Math.min(table.usualSize, size) };
        }
    return { isLandscape: true, breaksLong: true, breaksWords: true, size: BROKEN };
  };
};
