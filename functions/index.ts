export { handler as excelToPdf } from "./convert/excel-to-pdf.ts";
export { handler as htmlToPdf } from "./convert/html-to-pdf.ts";
export { handler as wordToPdf } from "./convert/word-to-pdf.ts";
export { handler as xmlToHtml } from "./convert/xml-to-html.ts";
export { handler as compressPdf } from "./pdf/compress.ts";
export { handler as mergePdf } from "./pdf/merge.ts";
export { handler as removePages } from "./pdf/pages/remove.ts";
