import { rawPdf, rawStream } from "./raw.ts";

/** A dynamic XFA form, as its configuration or the catalog says: the PDF holds only a placeholder page. */
export const dynamicForm = (config: string, catalog = ""): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/XFA[(preamble)4 0 R(config)4 0 R]>>${catalog}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 99 99]>>",
    "<</Type/Page/Parent 2 0 R/Annots[5 0 R]>>",
    rawStream(config),
    "<</Type/Annot/Subtype/Widget/FT/Sig/Rect[0 0 0 0]/T(signature)>>",
  ]);
