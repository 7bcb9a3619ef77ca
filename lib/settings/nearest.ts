/** The share of a name's letters that may differ if one name is taken for another. */
const DIFFERENCE_LIMIT = 0.5;
const LENGTH_LIMIT = 100;

/** A name without the prefix that most settings share. */
const ownPart = (name: string): string => name.replace(/^PLATEN_/, "");

/** The Levenshtein distance of two texts. */
const distance = (first: string, second: string): number => {
  let row = Array.from({ length: second.length + 1 }, (_, at) => at);
  let left = second.length;
  for (let i = 1; i <= first.length; i++) {
    let diagonal = i - 1;
    left = i;
    row = row.map((above, j) => {
      if (j > 0) left = Math.min(diagonal + Number(first[i - 1] !== second[j - 1]), above + 1, left + 1);
      diagonal = above;
      return left;
    });
  }
  return left;
};

/** The name that is nearest to an unknown one; undefined if none is near. */
export const nearestName = (unknown: string, names: readonly string[]): string | undefined => {
  const own = ownPart(unknown);
  if (own.length > LENGTH_LIMIT) return undefined;
  const [best] = names
    .map((name) => ({ name, edits: distance(own, ownPart(name)) }))
    .sort((first, second) => first.edits - second.edits);
  return best !== undefined && best.edits <= own.length * DIFFERENCE_LIMIT ? best.name : undefined;
};
