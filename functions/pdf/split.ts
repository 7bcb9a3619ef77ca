import { contract, described, fields, integer, jsonPart, MB, optional, rule } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { splitPdf } from "../../lib/engines/pdf-engine.ts";
import { pagesPart } from "../../lib/fields/page-selection.ts";
import { passwordPart, pdfPart } from "../../lib/fields/pdf-file.ts";
import type { Cut } from "../../lib/pdf/split/parts.ts";

/** The ways to say where a file is cut, of which a request has one. */
const WAYS = ["every", "ranges", "bookmarks"] as const;
type Ways = Partial<Record<(typeof WAYS)[number], unknown>>;

const hasOneWay = rule<Ways>(
  (input) => WAYS.filter((way) => input[way] !== undefined).length === 1,
  "must be given, or ranges, or bookmarks, and only one of them",
  "every",
);

export const split = contract({
  path: "/pdf/split",
  summary: "Cut a PDF file into several",
  description:
    "The result is a ZIP archive of up to 1,000 files, named by their numbers and bookmarks. Each keeps the bookmarks, links, forms, labels and tags of its pages.",
  accepts: {
    form: fields({
      file: pdfPart,
      every: optional(described(jsonPart(integer(1)), { description: "How many pages each file gets." })),
      ranges: optional(pagesPart("The pages of each file.")),
      bookmarks: optional(
        described(jsonPart(integer(1, 100)), {
          description: "A new file begins at each bookmark down to this level; the first level is 1.",
        }),
      ),
      password: passwordPart,
    }).check(hasOneWay),
  },
  example: { form: { file: "@samples/annex.pdf", every: 1 } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "split.zip", type: "application/zip", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(split, async ({ file: { bytes }, password, ...cut }, signal) => ({
  ...(await splitPdf.run({ bytes, field: "file", password, cut: cut as Cut }, signal)),
  headers: { "X-Pdf-Engine": splitPdf.name },
}));
