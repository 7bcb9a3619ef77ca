/** Name and version of Platen's PDF layer, the value of the `X-Pdf-Engine` header. */
export const PDF_ENGINE = "platen-pdf/1.0.0";
