/** The reason why page numbers (from 1) cannot be removed from a PDF with `count` pages; undefined if they can. */
export const selectionFault = (numbers: readonly number[], count: number): string | undefined => {
  const pages = `${count} page${count === 1 ? "" : "s"}`;
  if (numbers.length === 0) return "must name at least one page";
  const outside = numbers.find((number) => number > count || number < 1);
  if (outside !== undefined) return `has ${outside}, but the file has ${pages}`;
  return new Set(numbers).size === count ? `names all ${pages}: one must be left` : undefined;
};
