import { contract, fields, filePart, MB } from "../../lib/contract.ts";
import { endpoint } from "../../lib/endpoint.ts";
import { excelToPdf } from "../../lib/engines/excel-to-pdf.ts";
import { xlsxFile } from "../../lib/file-kinds/xlsx.ts";

export const excel = contract({
  path: "/convert/excel-to-pdf",
  summary: "Print an Excel workbook (.xlsx): every visible sheet.",
  accepts: { form: fields({ file: filePart(xlsxFile) }) },
  limitBytes: 100 * MB,
  credits: 2,
  output: { name: "excel.pdf", type: "application/pdf" },
});

export const handler = endpoint(excel, async ({ file: { bytes, name } }, signal) => ({
  ...(await excelToPdf.run({ bytes, name }, signal)),
  headers: { "X-Engine": excelToPdf.name },
}));
