import { contract, described, fields, filePart, jsonPart, MB, optional } from "../../lib/contract/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { excelToPdf } from "../../lib/engines/excel-to-pdf.ts";
import { officePassword, xlsxFile } from "../../lib/fields/office-file.ts";
import { workbookOptions } from "../../lib/fields/workbook-options.ts";

export const excel = contract({
  path: "/convert/excel-to-pdf",
  summary: "Print an Excel workbook",
  description:
    "Every visible sheet of the workbook is printed, as Excel would print it, unless the options say otherwise.",
  accepts: {
    form: fields({
      file: described(filePart(xlsxFile), { description: "A workbook (.xlsx)." }),
      password: officePassword,
      options: optional(jsonPart(workbookOptions)),
    }),
  },
  example: { form: { file: "@samples/accounts.xlsx" } },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "excel.pdf", type: "application/pdf", headers: ["X-Engine"] },
});

export const handler = endpoint(excel, async ({ file: { bytes, name }, password, options }, signal) => ({
  ...(await excelToPdf.run({ bytes, name, password, options }, signal)),
  headers: { "X-Engine": excelToPdf.name },
}));
