import { contract, described, fields, filePart, jsonPart, MB, mapped, optional } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { csvToPdf } from "../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import { leavesRoom } from "../../lib/fields/paper-options.ts";
import { EXAMPLE, paperFields, paperSetup, sizeRules } from "../../lib/fields/printed-paper.ts";
import { textFile } from "../../lib/fields/text-file.ts";

const tableOptions = described(mapped(fields(paperFields, EXAMPLE).check(...sizeRules), paperSetup).check(leavesRoom), {
  id: "TableOptions",
  description:
    "How a table is printed. `printBackground`, `omitBackground`, `waitTimeout` and `failOnResource` have no effect.",
  examples: [EXAMPLE],
});

export const csv = contract({
  path: "/convert/csv-to-pdf",
  summary: "Print a CSV file as a table",
  description:
    "The delimiter (comma, semicolon, tab or pipe) is found by itself. The first row is repeated at the top of each page. The title is the name of the file by default.",
  accepts: {
    form: fields({
      file: described(filePart(textFile("CSV")), { description: "A table in UTF-8." }),
      options: optional(jsonPart(tableOptions)),
    }),
  },
  example: { form: { file: "@samples/prices.csv" } },
  limitBytes: 100 * MB,
  credits: 1,
  output: { name: "csv.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(
  csv,
  async ({ file: { name = "", bytes }, options: pageSetup = PLAIN_PAGE }, signal) => ({
    ...(await csvToPdf.run({ bytes, title: name.replace(/\.csv$/i, ""), pageSetup }, signal)),
    headers: { "X-Engine": csvToPdf.name },
  }),
);
