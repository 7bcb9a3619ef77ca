import { described, fields, integer, list, number, text } from "../contract/contract.ts";

const COORDINATE_LIMIT_POINTS = Number.MAX_SAFE_INTEGER;
const points = number(0, COORDINATE_LIMIT_POINTS);
const coordinate = number(-COORDINATE_LIMIT_POINTS, COORDINATE_LIMIT_POINTS);

const word = fields({
  text: described(text(), { description: "The word." }),
  box: described(list(coordinate), {
    description: "Its left, top, right and bottom side, in points from the top left of the page as it is shown.",
    examples: [[72, 71.5, 98.2, 84]],
  }),
});

const page = fields({
  number: described(integer(1), { description: "The number of the page in the file; the first is 1." }),
  width: described(points, { description: "Points, as the page is shown." }),
  height: described(points, { description: "Points, as the page is shown." }),
  words: described(list(word), { description: "In the order in which they are read." }),
});

/** What `/pdf/text` returns as JSON. */
export const pagesText = fields({
  pages: described(list(page), { description: "The pages in the order of `pages`." }),
});
