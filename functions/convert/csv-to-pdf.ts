import {
  asyncCheck,
  contract,
  described,
  fields,
  filePart,
  jsonPart,
  MB,
  optional,
  type Part,
} from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { csvToPdf } from "../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import { tableOptions } from "../../lib/fields/table-options.ts";
import { assertUtf8, filledFile } from "../../lib/fields/text-file.ts";

/** The form before its other checks, so that any part of it may still be wrong. */
interface Sent {
  readonly file?: Partial<Part>;
  readonly options?: { readonly reading?: { readonly encoding?: string | undefined } } | undefined;
}

const isInItsEncoding = asyncCheck<Sent>(({ file, options }) => {
  if (file?.bytes !== undefined && options?.reading?.encoding === undefined) assertUtf8(file.bytes);
}, "file");

export const csv = contract({
  path: "/convert/csv-to-pdf",
  summary: "Print a CSV file as a table",
  description:
    "The delimiter (comma, semicolon, tab or pipe) is found by itself, unless `options` say it. The first row is repeated at the top of each page. The title is the name of the file by default.",
  accepts: {
    form: fields({
      file: described(filePart(filledFile("CSV")), {
        description: "A table in UTF-8, or in the `encoding` that `options` say.",
      }),
      options: optional(jsonPart(tableOptions)),
    }).check(isInItsEncoding),
  },
  example: { form: { file: "@samples/prices.csv" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "csv.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(csv, async ({ file: { name = "", bytes }, options }, signal) => {
  const { reading, ...pageSetup } = options ?? { ...PLAIN_PAGE, reading: {} };
  return {
    ...(await csvToPdf.run({ bytes, title: name.replace(/\.csv$/i, ""), reading, pageSetup }, signal)),
    headers: { "X-Engine": csvToPdf.name },
  };
});
