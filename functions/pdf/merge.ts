import {
  asyncCheck,
  contract,
  described,
  fields,
  fileParts,
  integer,
  jsonPart,
  LIST_PART_LIMIT_BYTES,
  list,
  MB,
  optional,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { mergeAndNumber } from "../../lib/engines/pdf-engine.ts";
import { ServiceError } from "../../lib/errors/service-error.ts";
import { numberingPart } from "../../lib/fields/page-numbering.ts";
import { pagesOfFilesPart } from "../../lib/fields/page-selection.ts";
import { passwordPart, pdfFile } from "../../lib/fields/pdf-file.ts";

const order = described(list(integer(0), [1, 0]), {
  examples: [[1, 0]],
  description: "The order of the files in the result: the index of each file once. The first file is 0.",
});

const checkOrder = ({ files: { length }, order }: { files: unknown[]; order?: number[] | undefined }): void => {
  if (order === undefined) return;
  const refuse = (fault: string): never => {
    const rule = `it must name each of the ${length} files once, from 0 to ${length - 1}`;
    throw new ServiceError("INVALID_REQUEST", `${fault}; ${rule}`);
  };
  const beyond = order.find((index) => index >= length);
  if (beyond !== undefined) refuse(`has ${beyond}, which is out of range`);
  const repeated = order.find((index, place) => order.indexOf(index) < place);
  if (repeated !== undefined) refuse(`has ${repeated} more than once`);
  for (let index = 0; index < length; index++) if (!order.includes(index)) refuse(`leaves out ${index}`);
};

const checkPages = ({ files, pages }: { files: unknown[]; pages?: unknown[] | undefined }): void => {
  if (pages === undefined || pages.length === files.length) return;
  const entries = `${pages.length} ${pages.length === 1 ? "entry" : "entries"}`;
  throw new ServiceError("INVALID_REQUEST", `has ${entries}; it must have one for each of the ${files.length} files`);
};

export const merge = contract({
  path: "/pdf/merge",
  summary: "Join PDF files",
  description: "Bookmarks, links, forms, labels and attachments of all files are kept.",
  accepts: {
    form: fields({
      files: described(fileParts(pdfFile, { min: 2, max: 20 }), { description: "The files, one part each." }),
      order: optional(jsonPart(order, LIST_PART_LIMIT_BYTES)),
      pages: optional(
        pagesOfFilesPart(
          "The pages to take of each file, in any order; a page may be repeated. The entries are in the order of the uploads.",
        ),
      ),
      numbering: optional(numberingPart),
      password: passwordPart,
    }).check(asyncCheck(checkOrder, "order"), asyncCheck(checkPages, "pages")),
  },
  example: { form: { files: ["@samples/letter.pdf", "@samples/annex.pdf"], order: [1, 0] } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "merged.pdf", type: "application/pdf", headers: ["X-Pdf-Engine"] },
});

export const handler = endpoint(merge, async (input, signal) => {
  const { files, order = [...files.keys()], pages = [], numbering, password } = input;
  const inputs = files.map(({ name, bytes }, at) => {
    const ranges = pages[at];
    const selected = ranges && { ranges, field: `pages.${at}` };
    return { name: name || `File ${at + 1}`, bytes, field: `files.${at}`, password, pages: selected };
  });
  const ordered = order.flatMap((index) => inputs[index] ?? []);
  const merged = await mergeAndNumber.run({ files: ordered, numbering }, signal);
  return { ...merged, headers: { "X-Pdf-Engine": mergeAndNumber.name } };
});
