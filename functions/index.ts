export { handler as csvToPdf } from "./convert/csv-to-pdf.ts";
export { handler as htmlToPdf } from "./convert/html-to-pdf.ts";
export { handler as markdownToPdf } from "./convert/markdown-to-pdf.ts";
export { handler as xmlToHtml } from "./convert/xml-to-html.ts";
export { handler as compressPdf } from "./pdf/compress.ts";
export { handler as mergePdf } from "./pdf/merge.ts";
export { handler as removePages } from "./pdf/pages/remove.ts";
