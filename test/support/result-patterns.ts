/** What the results of each media type have in them, as Latin-1. */
export const RESULT_PATTERNS: Readonly<Record<string, RegExp>> = {
  "application/json": /^\{"version":"1\.\d"/,
  "application/pdf": /^%PDF-/,
  "application/zip": /^PK/,
  "image/png": /^\x89PNG\r\n/,
  "text/html; charset=utf-8": /<html/,
  "text/plain; charset=utf-8": /^\w.*\f$/s,
};
