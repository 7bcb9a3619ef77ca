/** Name and version of our PDF layer, as `X-Pdf-Engine` tells them. */
export const PDF_ENGINE = "platen-pdf/1.0.0";
