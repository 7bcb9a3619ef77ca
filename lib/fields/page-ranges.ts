/** A page number of at most seven digits, or a range of two. */
const RANGE = /^ *([1-9]\d{0,6})(?: *- *([1-9]\d{0,6}))? *$/;

/** Whether a text is a list of page numbers and ranges, such as `1-3, 5`, each with its start before its end. */
export const arePageRanges = (text: string): boolean =>
  text.split(",").every((range) => {
    const [, start, end = start] = RANGE.exec(range) ?? [];
    return start !== undefined && Number(start) <= Number(end);
  });
