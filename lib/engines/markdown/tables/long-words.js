/**
 * Runs in the page, so it uses nothing from outside this function. Returns a function that wraps a table's long addresses, hashes
 * and names of code in elements of class `long`, with a `wbr` after each punctuation mark.
 *
 * @returns {(table: HTMLTableElement) => void}
 */
export const longWords = () => {
  /** Text without a break opportunity. Scripts without spaces between words break anywhere. */
  const UNSPACED = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}";
  const UNBROKEN = new RegExp(`[^\\s\\-\\u00ad\\u200b\\u2010${UNSPACED}]{21,}`, "gu");
  const WORD = /^[^\p{L}\p{M}]{0,3}[\p{L}\p{M}]{1,40}[^\p{L}\p{M}]{0,3}$/u;
  const AFTER_SIGN = /(?<=[/_.?&=#:,;@])(?=[^/_.?&=#:,;@])/;
  const wrapped = (run) => {
    const span = document.createElement("span");
    span.className = "long";
    const parts = run.split(AFTER_SIGN).flatMap((part) => [part, document.createElement("wbr")]);
    span.append(...parts.slice(0, -1));
    return span;
  };
  return (table) => {
    const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.parentElement.closest(".katex")) continue;
      const runs = [...text.data.matchAll(UNBROKEN)].filter(([run]) => !WORD.test(run)).reverse();
      for (const { 0: run, index } of runs) {
        const span = wrapped(run);
        text.splitText(index + run.length);
        text.splitText(index).replaceWith(span);
        span.closest("th,td")?.classList.add("holds-long");
      }
    }
  };
};
