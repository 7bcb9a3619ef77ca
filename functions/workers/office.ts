import { queueWorker } from "../../lib/lambda/worker.ts";
import { handler as excelToPdf } from "../convert/excel-to-pdf.ts";
import { handler as officeToPdf } from "../convert/office-to-pdf.ts";
import { handler as powerpointToPdf } from "../convert/powerpoint-to-pdf.ts";
import { handler as wordToPdf } from "../convert/word-to-pdf.ts";

/** Does the jobs whose work needs LibreOffice. */
export const handler = queueWorker([excelToPdf, officeToPdf, powerpointToPdf, wordToPdf]);
