export { handler as htmlToPdf } from "./convert/html-to-pdf.ts";
