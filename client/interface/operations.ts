// Written by `npm run build:client` from the OpenAPI document: do not edit.
/** How each operation of the service is sent, by its id; `file` is the type of the file that it gives. */
export const OPERATIONS = {
  convertCsvToPdf: {
    method: "POST",
    path: "/convert/csv-to-pdf",
    form: { file: "file", options: "json" },
    file: "application/pdf",
  },
  convertExcelToPdf: {
    method: "POST",
    path: "/convert/excel-to-pdf",
    form: { file: "file", options: "json" },
    file: "application/pdf",
  },
  convertHtmlToPdf: {
    method: "POST",
    path: "/convert/html-to-pdf",
    json: ["html", "url", "headers", "cookies", "options"],
    form: { file: "file", assets: "files", options: "json" },
    file: "application/pdf",
  },
  convertMarkdownToPdf: {
    method: "POST",
    path: "/convert/markdown-to-pdf",
    json: ["markdown", "options"],
    form: { file: "file", assets: "files", options: "json" },
    file: "application/pdf",
  },
  convertWordToPdf: { method: "POST", path: "/convert/word-to-pdf", form: { file: "file" }, file: "application/pdf" },
  convertXmlToHtml: {
    method: "POST",
    path: "/convert/xml-to-html",
    json: ["xml", "xslt", "params"],
    form: { xml: "file", xslt: "file", params: "json" },
    file: "text/html; charset=utf-8",
  },
  pdfCompress: {
    method: "POST",
    path: "/pdf/compress",
    form: { file: "file", quality: "text", password: "text" },
    file: "application/pdf",
  },
  pdfMerge: {
    method: "POST",
    path: "/pdf/merge",
    form: { files: "files", order: "json", password: "text" },
    file: "application/pdf",
  },
  pdfPagesExtract: {
    method: "POST",
    path: "/pdf/pages/extract",
    form: { file: "file", pages: "text", password: "text" },
    file: "application/pdf",
  },
  pdfPagesRemove: {
    method: "POST",
    path: "/pdf/pages/remove",
    form: { file: "file", pages: "json", password: "text" },
    file: "application/pdf",
  },
  pdfPagesRotate: {
    method: "POST",
    path: "/pdf/pages/rotate",
    form: { file: "file", angle: "text", pages: "text", password: "text" },
    file: "application/pdf",
  },
  pdfProtect: {
    method: "POST",
    path: "/pdf/protect",
    form: { file: "file", userPassword: "text", ownerPassword: "text", permissions: "json", password: "text" },
    file: "application/pdf",
  },
  pdfSplit: {
    method: "POST",
    path: "/pdf/split",
    form: { file: "file", every: "json", ranges: "text", bookmarks: "json", password: "text" },
    file: "application/zip",
  },
  pdfUnlock: { method: "POST", path: "/pdf/unlock", form: { file: "file", password: "text" }, file: "application/pdf" },
  uploads: { method: "POST", path: "/uploads", json: ["contentType", "contentLength"] },
  account: { method: "GET", path: "/account" },
} as const;
