// Written by `npm run build:client` from the OpenAPI document: do not edit.
import type { Command } from "../cli/command.ts";

/** The commands of the command line. */
export const COMMANDS: readonly Command[] = [
  {
    name: "csv",
    operation: "convertCsvToPdf",
    summary: "Print a CSV file as a table",
    about:
      "The delimiter (comma, semicolon, tab or pipe) is found by itself, unless `options` say it. The first row is repeated at the top of each page. The title is the name of the file by default. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "csv.pdf",
    argument: { part: "file", several: false, about: "A table in UTF-8, or in the `encoding` that `options` say." },
    required: [],
    flags: [
      {
        flag: "format",
        path: ["options", "format"],
        kind: "text",
        about: "The paper, in any letter case. By default the size in CSS `@page`, else A4.",
        values: ["Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"],
      },
      { flag: "landscape", path: ["options", "landscape"], kind: "boolean", about: "Turns the paper.", default: false },
      {
        flag: "margin-top",
        path: ["options", "marginTop"],
        kind: "text",
        about: "The top margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-bottom",
        path: ["options", "marginBottom"],
        kind: "text",
        about: "The bottom margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-left",
        path: ["options", "marginLeft"],
        kind: "text",
        about: "The left margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-right",
        path: ["options", "marginRight"],
        kind: "text",
        about: "The right margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "print-background",
        path: ["options", "printBackground"],
        kind: "boolean",
        about: "Prints CSS backgrounds and colours.",
        default: true,
      },
      {
        flag: "omit-background",
        path: ["options", "omitBackground"],
        kind: "boolean",
        about: "Leaves out the colour that a dark colour scheme gives to the whole page. Other pages have none.",
        default: false,
      },
      { flag: "scale", path: ["options", "scale"], kind: "number", about: "Enlarges or reduces the page.", default: 1 },
      {
        flag: "wait-timeout",
        path: ["options", "waitTimeout"],
        kind: "number",
        about: "The longest time to wait for the selector, and again for the expression, in milliseconds.",
        default: 10000,
      },
      {
        flag: "width",
        path: ["options", "width"],
        kind: "text",
        about: "The width of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "height",
        path: ["options", "height"],
        kind: "text",
        about: "The height of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "fail-on-resource",
        path: ["options", "failOnResource"],
        kind: "boolean",
        about:
          "Returns an error if a resource that the page asks for could not be fetched. By default the page is rendered without it, and a warning says so.",
        default: false,
      },
      {
        flag: "title",
        path: ["options", "title"],
        kind: "text",
        about: "The title of the PDF. By default that of the document.",
      },
      { flag: "author", path: ["options", "author"], kind: "text", about: "The author of the PDF." },
      {
        flag: "lang",
        path: ["options", "lang"],
        kind: "text",
        about: "The language of the PDF. By default that of the document.",
      },
      {
        flag: "pdf-a",
        path: ["options", "pdfA"],
        kind: "text",
        about:
          "The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.",
        values: ["2b", "3b", "2a", "3a"],
        default: "2b",
      },
      {
        flag: "pdf-ua",
        path: ["options", "pdfUa"],
        kind: "json",
        about:
          'Writes PDF/UA-1, which people can read who do not see it. What the document lacks, such as the text of a picture, is an error that lists it. With `{"missing": "warn"}` such a file does not claim to be PDF/UA, and warnings list it.',
      },
      {
        flag: "delimiter",
        path: ["options", "delimiter"],
        kind: "text",
        about: "The character between two cells. By default the comma, semicolon, tab or pipe that the file has.",
      },
      {
        flag: "quote",
        path: ["options", "quote"],
        kind: "text",
        about: "The character around a cell; empty if no cell is quoted. By default the one that the file has.",
      },
      {
        flag: "encoding",
        path: ["options", "encoding"],
        kind: "text",
        about: "The encoding of the file, by its label in the Encoding Standard.",
      },
      {
        flag: "header",
        path: ["options", "header"],
        kind: "boolean",
        about:
          "Whether the first row is the head, which each page repeats. By default it is, unless lines of one or few cells stand above the titles of the columns.",
      },
      {
        flag: "skip-lines",
        path: ["options", "skipLines"],
        kind: "number",
        about: "Lines above the table that are left out.",
        default: 0,
      },
    ],
  },
  {
    name: "email",
    operation: "convertEmailToPdf",
    summary: "Print an e-mail message",
    about:
      "The head of the message, then its body, then the messages in it. Attachments are in the PDF as attachments. Nothing is fetched from the network, so no picture there tells the sender anything; scripts do not run. Costs 2 credits. The documents of a request may have 100 MB.",
    fileName: "email.pdf",
    argument: {
      part: "file",
      several: false,
      about: "A message, as MIME (.eml) or from Outlook (.msg). Its content decides which of them it is.",
    },
    required: [],
    flags: [
      {
        flag: "format",
        path: ["options", "format"],
        kind: "text",
        about: "The paper, in any letter case. By default the size in CSS `@page`, else A4.",
        values: ["Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"],
      },
      { flag: "landscape", path: ["options", "landscape"], kind: "boolean", about: "Turns the paper.", default: false },
      {
        flag: "margin-top",
        path: ["options", "marginTop"],
        kind: "text",
        about: "The top margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-bottom",
        path: ["options", "marginBottom"],
        kind: "text",
        about: "The bottom margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-left",
        path: ["options", "marginLeft"],
        kind: "text",
        about: "The left margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-right",
        path: ["options", "marginRight"],
        kind: "text",
        about: "The right margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "print-background",
        path: ["options", "printBackground"],
        kind: "boolean",
        about: "Prints CSS backgrounds and colours.",
        default: true,
      },
      { flag: "scale", path: ["options", "scale"], kind: "number", about: "Enlarges or reduces the page.", default: 1 },
      {
        flag: "width",
        path: ["options", "width"],
        kind: "text",
        about: "The width of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "height",
        path: ["options", "height"],
        kind: "text",
        about: "The height of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "title",
        path: ["options", "title"],
        kind: "text",
        about: "The title of the PDF. By default that of the document.",
      },
      { flag: "author", path: ["options", "author"], kind: "text", about: "The author of the PDF." },
      {
        flag: "lang",
        path: ["options", "lang"],
        kind: "text",
        about: "The language of the PDF. By default that of the document.",
      },
      {
        flag: "pdf-a",
        path: ["options", "pdfA"],
        kind: "text",
        about:
          "The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.",
        values: ["2b", "3b", "2a", "3a"],
        default: "2b",
      },
      {
        flag: "attachment-pages",
        path: ["options", "attachmentPages"],
        kind: "boolean",
        about: "Also prints the attachments that are PDFs or pictures, each below a bookmark behind the message.",
        default: false,
      },
    ],
  },
  {
    name: "excel",
    operation: "convertExcelToPdf",
    summary: "Print an Excel workbook",
    about:
      "Every visible sheet of the workbook is printed, as Excel would print it, unless the options say otherwise. Costs 2 credits. The documents of a request may have 100 MB.",
    fileName: "excel.pdf",
    argument: { part: "file", several: false, about: "A workbook (.xlsx)." },
    required: [],
    flags: [
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about: "The password that opens the file, if it is encrypted.",
      },
      {
        flag: "format",
        path: ["options", "format"],
        kind: "text",
        about: "The paper of every sheet, in any letter case. By default that of the sheet, else A4.",
        values: ["Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"],
      },
      {
        flag: "landscape",
        path: ["options", "landscape"],
        kind: "boolean",
        about: "Turns the paper of every sheet, or none.",
      },
      {
        flag: "margin-top",
        path: ["options", "marginTop"],
        kind: "text",
        about: "The distance of the cells from the top edge, in px, in, cm, mm or pt. By default that of the sheet.",
      },
      {
        flag: "margin-bottom",
        path: ["options", "marginBottom"],
        kind: "text",
        about: "The distance of the cells from the bottom edge, in px, in, cm, mm or pt. By default that of the sheet.",
      },
      {
        flag: "margin-left",
        path: ["options", "marginLeft"],
        kind: "text",
        about: "The distance of the cells from the left edge, in px, in, cm, mm or pt. By default that of the sheet.",
      },
      {
        flag: "margin-right",
        path: ["options", "marginRight"],
        kind: "text",
        about: "The distance of the cells from the right edge, in px, in, cm, mm or pt. By default that of the sheet.",
      },
      {
        flag: "scale",
        path: ["options", "scale"],
        kind: "number",
        about: "Enlarges or reduces every sheet; less if a column would be wider than its page.",
      },
      {
        flag: "fit-to-width",
        path: ["options", "fitToWidth"],
        kind: "boolean",
        about:
          "Fits all columns of a sheet on the width of a page; `false` prints them as large as they are. By default as the sheet says; one that is too wide is fitted, down to 45 %.",
      },
      {
        flag: "page-ranges",
        path: ["options", "pageRanges"],
        kind: "text",
        about: "The pages of the whole document to print; the first is 1.",
      },
      {
        flag: "sheets",
        path: ["options", "sheets"],
        kind: "json",
        about:
          "The sheets to print, by their names or their numbers in the workbook; the first is 1, and hidden ones count. By default all that are visible.",
      },
      {
        flag: "pdf-a",
        path: ["options", "pdfA"],
        kind: "text",
        about:
          "The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.",
        values: ["2b", "3b", "2a", "3a"],
        default: "2b",
      },
    ],
  },
  {
    name: "html-to-image",
    operation: "convertHtmlToImage",
    summary: "Make a picture of an HTML document",
    about:
      "JSON holds the document (`html`) or the address of a public page (`url`), one of the two. A form holds a file. The picture shows the window, the whole page or one element, when the page is at rest: loaded, with its fonts, after its scripts have run. Costs 1 credit. The documents of a request may have 10 MB.",
    fileName: "html.png",
    argument: { part: "file", several: false, about: "An HTML file." },
    required: [],
    flags: [
      { flag: "html", path: ["html"], kind: "text", about: "A document.", replacesFile: true },
      {
        flag: "url",
        path: ["url"],
        kind: "text",
        about: "The http or https address of a public page.",
        replacesFile: true,
      },
      {
        flag: "headers",
        path: ["headers"],
        kind: "record",
        about:
          "HTTP headers for the requests to the origin of `url` (scheme, host and port) that its page makes. They go nowhere else, and nowhere any more when the page leads to another origin.",
        replacesFile: true,
      },
      {
        flag: "cookies",
        path: ["cookies"],
        kind: "json",
        about:
          "Cookies for the same requests as `headers`. Scripts of the page do not see them, and one that the server sets replaces that of the same name.",
        replacesFile: true,
      },
      {
        flag: "assets",
        path: ["assets"],
        kind: "files",
        about: "Style sheets, pictures and fonts, one part each, which the page reaches by their file names.",
      },
      {
        flag: "width",
        path: ["options", "width"],
        kind: "number",
        about: "The width of the window in CSS pixels.",
        default: 1280,
      },
      {
        flag: "height",
        path: ["options", "height"],
        kind: "number",
        about: "The height of the window in CSS pixels.",
        default: 800,
      },
      {
        flag: "device-scale-factor",
        path: ["options", "deviceScaleFactor"],
        kind: "number",
        about: "Pixels of the picture for each CSS pixel.",
        default: 1,
      },
      {
        flag: "full-page",
        path: ["options", "fullPage"],
        kind: "boolean",
        about: "Shows the whole page, as far as it can be scrolled, instead of the window.",
        default: false,
      },
      {
        flag: "selector",
        path: ["options", "selector"],
        kind: "text",
        about:
          "Shows only the first element that matches this CSS selector, with what lies over and under it. Chromium judges whether it is a selector.",
      },
      {
        flag: "format",
        path: ["options", "format"],
        kind: "text",
        about: "The format of the picture.",
        values: ["png", "jpeg", "webp"],
        default: "png",
      },
      {
        flag: "quality",
        path: ["options", "quality"],
        kind: "number",
        about: "The quality of JPEG and WebP. 80 if it is not given.",
      },
      {
        flag: "transparent",
        path: ["options", "transparent"],
        kind: "boolean",
        about: "Leaves out the white under the page, in PNG and WebP.",
        default: false,
      },
      {
        flag: "wait-for-selector",
        path: ["options", "waitForSelector"],
        kind: "text",
        about: "Rendering waits until an element matches this CSS selector.",
      },
      {
        flag: "wait-for-expression",
        path: ["options", "waitForExpression"],
        kind: "text",
        about: "Rendering waits until this JavaScript expression is truthy in the page.",
      },
      {
        flag: "wait-timeout",
        path: ["options", "waitTimeout"],
        kind: "number",
        about: "The longest time to wait for the selector, and again for the expression, in milliseconds.",
        default: 10000,
      },
      {
        flag: "emulate-media",
        path: ["options", "emulateMedia"],
        kind: "text",
        about: "The CSS media type.",
        values: ["screen", "print"],
        default: "screen",
      },
      {
        flag: "fail-on-resource",
        path: ["options", "failOnResource"],
        kind: "boolean",
        about:
          "Returns an error if a resource that the page asks for could not be fetched. By default the page is rendered without it, and a warning says so.",
        default: false,
      },
    ],
  },
  {
    name: "html",
    operation: "convertHtmlToPdf",
    summary: "Print an HTML document",
    about:
      "JSON holds the document (`html`) or the address of a public page (`url`), one of the two. A form holds a file. The page is printed when it is at rest: loaded, with its fonts, after its scripts have run. Costs 1 credit (document), 2 credits (url). The documents of a request may have 10 MB.",
    fileName: "html.pdf",
    argument: { part: "file", several: false, about: "An HTML file." },
    required: [],
    flags: [
      { flag: "html", path: ["html"], kind: "text", about: "A document.", replacesFile: true },
      {
        flag: "url",
        path: ["url"],
        kind: "text",
        about: "The http or https address of a public page.",
        replacesFile: true,
      },
      {
        flag: "headers",
        path: ["headers"],
        kind: "record",
        about:
          "HTTP headers for the requests to the origin of `url` (scheme, host and port) that its page makes. They go nowhere else, and nowhere any more when the page leads to another origin.",
        replacesFile: true,
      },
      {
        flag: "cookies",
        path: ["cookies"],
        kind: "json",
        about:
          "Cookies for the same requests as `headers`. Scripts of the page do not see them, and one that the server sets replaces that of the same name.",
        replacesFile: true,
      },
      {
        flag: "assets",
        path: ["assets"],
        kind: "files",
        about: "Style sheets, pictures and fonts, one part each, which the page reaches by their file names.",
      },
      {
        flag: "format",
        path: ["options", "format"],
        kind: "text",
        about: "The paper, in any letter case. By default the size in CSS `@page`, else A4.",
        values: ["Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"],
      },
      { flag: "landscape", path: ["options", "landscape"], kind: "boolean", about: "Turns the paper.", default: false },
      {
        flag: "margin-top",
        path: ["options", "marginTop"],
        kind: "text",
        about: "The top margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-bottom",
        path: ["options", "marginBottom"],
        kind: "text",
        about: "The bottom margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-left",
        path: ["options", "marginLeft"],
        kind: "text",
        about: "The left margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-right",
        path: ["options", "marginRight"],
        kind: "text",
        about: "The right margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "print-background",
        path: ["options", "printBackground"],
        kind: "boolean",
        about: "Prints CSS backgrounds and colours.",
        default: true,
      },
      {
        flag: "omit-background",
        path: ["options", "omitBackground"],
        kind: "boolean",
        about: "Leaves out the colour that a dark colour scheme gives to the whole page. Other pages have none.",
        default: false,
      },
      { flag: "scale", path: ["options", "scale"], kind: "number", about: "Enlarges or reduces the page.", default: 1 },
      {
        flag: "wait-timeout",
        path: ["options", "waitTimeout"],
        kind: "number",
        about: "The longest time to wait for the selector, and again for the expression, in milliseconds.",
        default: 10000,
      },
      {
        flag: "width",
        path: ["options", "width"],
        kind: "text",
        about: "The width of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "height",
        path: ["options", "height"],
        kind: "text",
        about: "The height of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "fail-on-resource",
        path: ["options", "failOnResource"],
        kind: "boolean",
        about:
          "Returns an error if a resource that the page asks for could not be fetched. By default the page is rendered without it, and a warning says so.",
        default: false,
      },
      {
        flag: "title",
        path: ["options", "title"],
        kind: "text",
        about: "The title of the PDF. By default that of the document.",
      },
      { flag: "author", path: ["options", "author"], kind: "text", about: "The author of the PDF." },
      {
        flag: "lang",
        path: ["options", "lang"],
        kind: "text",
        about: "The language of the PDF. By default that of the document.",
      },
      {
        flag: "pdf-a",
        path: ["options", "pdfA"],
        kind: "text",
        about:
          "The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.",
        values: ["2b", "3b", "2a", "3a"],
        default: "2b",
      },
      {
        flag: "wait-for-selector",
        path: ["options", "waitForSelector"],
        kind: "text",
        about: "Rendering waits until an element matches this CSS selector.",
      },
      {
        flag: "wait-for-expression",
        path: ["options", "waitForExpression"],
        kind: "text",
        about: "Rendering waits until this JavaScript expression is truthy in the page.",
      },
      {
        flag: "page-ranges",
        path: ["options", "pageRanges"],
        kind: "text",
        about: "The pages that are printed. Numbers beyond the last page are ignored, unless no page is left.",
      },
      {
        flag: "emulate-media",
        path: ["options", "emulateMedia"],
        kind: "text",
        about: "The CSS media type. By default `screen` while the page loads and `print` while it is printed.",
        values: ["screen", "print"],
      },
      {
        flag: "pdf-ua",
        path: ["options", "pdfUa"],
        kind: "json",
        about:
          'Writes PDF/UA-1, which people can read who do not see it. What the document lacks, such as the text of a picture, is an error that lists it. With `{"missing": "warn"}` such a file does not claim to be PDF/UA, and warnings list it.',
      },
      {
        flag: "header-template",
        path: ["options", "headerTemplate"],
        kind: "text",
        about:
          "HTML for the top margin of each page. Elements of the classes pageNumber, totalPages, title and date get these values. It runs no script and fetches nothing.",
      },
      {
        flag: "footer-template",
        path: ["options", "footerTemplate"],
        kind: "text",
        about:
          "HTML for the bottom margin of each page. Elements of the classes pageNumber, totalPages, title and date get these values. It runs no script and fetches nothing.",
      },
      {
        flag: "e-invoice",
        path: ["eInvoice"],
        kind: "file",
        about:
          "The XML of an invoice (Cross Industry Invoice, UTF-8), in a profile of Factur-X 1.0 (ZUGFeRD 2) or XRechnung. The result is a PDF/A-3 file that holds it.",
      },
      {
        flag: "attachments",
        path: ["attachments"],
        kind: "files",
        about:
          "Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.",
      },
      {
        flag: "attachment-options",
        path: ["attachmentOptions"],
        kind: "json",
        about: "A description and a relationship for each attachment, by file name.",
      },
    ],
  },
  {
    name: "image",
    operation: "convertImageToPdf",
    summary: "Make a PDF of pictures",
    about:
      "Each picture is a page, each page of a TIFF too. Nothing is lost: a JPEG or JPEG 2000 is embedded as it is, all others without loss, with their profiles, palettes and opacity; SVG stays vectors. Pictures that are stored turned are shown upright. Of an animation only the first picture is taken, and a warning says so. A picture that is damaged or incomplete is an error. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "images.pdf",
    argument: {
      part: "files",
      several: true,
      about: "The pictures, one part each: JPEG, PNG, TIFF, WebP, GIF, BMP, AVIF, JPEG 2000 or SVG.",
    },
    required: [],
    flags: [
      {
        flag: "format",
        path: ["options", "format"],
        kind: "text",
        about:
          "The paper, in any letter case, in which pictures are as large as they can be; or `fit`: each page has the size of its picture, by the resolution that it states, else by 96 pixels an inch. By default `fit`, and A4 with `perPage`.",
        values: ["fit", "Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"],
      },
      {
        flag: "width",
        path: ["options", "width"],
        kind: "text",
        about: "The width of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "height",
        path: ["options", "height"],
        kind: "text",
        about: "The height of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "landscape",
        path: ["options", "landscape"],
        kind: "boolean",
        about: "Turns the paper, or not. By default paper with one picture turns as its picture does.",
      },
      {
        flag: "margin-top",
        path: ["options", "marginTop"],
        kind: "text",
        about: "The top margin, in px, in, cm, mm or pt. By default 0 with `fit`, else 1cm.",
      },
      {
        flag: "margin-bottom",
        path: ["options", "marginBottom"],
        kind: "text",
        about: "The bottom margin, in px, in, cm, mm or pt. By default 0 with `fit`, else 1cm.",
      },
      {
        flag: "margin-left",
        path: ["options", "marginLeft"],
        kind: "text",
        about: "The left margin, in px, in, cm, mm or pt. By default 0 with `fit`, else 1cm.",
      },
      {
        flag: "margin-right",
        path: ["options", "marginRight"],
        kind: "text",
        about: "The right margin, in px, in, cm, mm or pt. By default 0 with `fit`, else 1cm.",
      },
      {
        flag: "dpi",
        path: ["options", "dpi"],
        kind: "number",
        about: "The resolution of all pictures of pixels, instead of their own. On paper they are then not enlarged.",
      },
      {
        flag: "per-page",
        path: ["options", "perPage"],
        kind: "number",
        about: "Pictures on a page, row by row.",
        default: 1,
      },
      {
        flag: "title",
        path: ["options", "title"],
        kind: "text",
        about: "The title of the PDF. By default that of the document.",
      },
      { flag: "author", path: ["options", "author"], kind: "text", about: "The author of the PDF." },
      {
        flag: "lang",
        path: ["options", "lang"],
        kind: "text",
        about: "The language of the PDF. By default that of the document.",
      },
    ],
  },
  {
    name: "markdown",
    operation: "convertMarkdownToPdf",
    summary: "Print Markdown",
    about:
      "GitHub's Markdown, with formulas, `mermaid` diagrams, alerts, footnotes, emoji and front matter. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "markdown.pdf",
    argument: { part: "file", several: false, about: "A Markdown file in UTF-8." },
    required: [],
    flags: [
      { flag: "markdown", path: ["markdown"], kind: "text", about: "The text.", replacesFile: true },
      {
        flag: "assets",
        path: ["assets"],
        kind: "files",
        about: "Pictures, one part each, which the text reaches by their file names.",
      },
      {
        flag: "format",
        path: ["options", "format"],
        kind: "text",
        about: "The paper, in any letter case. By default the size in CSS `@page`, else A4.",
        values: ["Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"],
      },
      { flag: "landscape", path: ["options", "landscape"], kind: "boolean", about: "Turns the paper.", default: false },
      {
        flag: "margin-top",
        path: ["options", "marginTop"],
        kind: "text",
        about: "The top margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-bottom",
        path: ["options", "marginBottom"],
        kind: "text",
        about: "The bottom margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-left",
        path: ["options", "marginLeft"],
        kind: "text",
        about: "The left margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "margin-right",
        path: ["options", "marginRight"],
        kind: "text",
        about: "The right margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.",
      },
      {
        flag: "print-background",
        path: ["options", "printBackground"],
        kind: "boolean",
        about: "Prints CSS backgrounds and colours.",
        default: true,
      },
      {
        flag: "omit-background",
        path: ["options", "omitBackground"],
        kind: "boolean",
        about: "Leaves out the colour that a dark colour scheme gives to the whole page. Other pages have none.",
        default: false,
      },
      { flag: "scale", path: ["options", "scale"], kind: "number", about: "Enlarges or reduces the page.", default: 1 },
      {
        flag: "wait-timeout",
        path: ["options", "waitTimeout"],
        kind: "number",
        about: "The longest time to wait for the selector, and again for the expression, in milliseconds.",
        default: 10000,
      },
      {
        flag: "width",
        path: ["options", "width"],
        kind: "text",
        about: "The width of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "height",
        path: ["options", "height"],
        kind: "text",
        about: "The height of the paper, in px, in, cm, mm or pt; instead of `format`.",
      },
      {
        flag: "fail-on-resource",
        path: ["options", "failOnResource"],
        kind: "boolean",
        about:
          "Returns an error if a resource that the page asks for could not be fetched. By default the page is rendered without it, and a warning says so.",
        default: false,
      },
      {
        flag: "title",
        path: ["options", "title"],
        kind: "text",
        about: "The title of the PDF. By default that of the document.",
      },
      { flag: "author", path: ["options", "author"], kind: "text", about: "The author of the PDF." },
      {
        flag: "lang",
        path: ["options", "lang"],
        kind: "text",
        about: "The language of the PDF. By default that of the document.",
      },
      {
        flag: "pdf-a",
        path: ["options", "pdfA"],
        kind: "text",
        about:
          "The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.",
        values: ["2b", "3b", "2a", "3a"],
        default: "2b",
      },
      {
        flag: "wait-for-selector",
        path: ["options", "waitForSelector"],
        kind: "text",
        about: "Rendering waits until an element matches this CSS selector.",
      },
      {
        flag: "wait-for-expression",
        path: ["options", "waitForExpression"],
        kind: "text",
        about: "Rendering waits until this JavaScript expression is truthy in the page.",
      },
      {
        flag: "page-ranges",
        path: ["options", "pageRanges"],
        kind: "text",
        about: "The pages that are printed. Numbers beyond the last page are ignored, unless no page is left.",
      },
      {
        flag: "emulate-media",
        path: ["options", "emulateMedia"],
        kind: "text",
        about: "The CSS media type. By default `screen` while the page loads and `print` while it is printed.",
        values: ["screen", "print"],
      },
      {
        flag: "pdf-ua",
        path: ["options", "pdfUa"],
        kind: "json",
        about:
          'Writes PDF/UA-1, which people can read who do not see it. What the document lacks, such as the text of a picture, is an error that lists it. With `{"missing": "warn"}` such a file does not claim to be PDF/UA, and warnings list it.',
      },
      {
        flag: "header-template",
        path: ["options", "headerTemplate"],
        kind: "text",
        about:
          "HTML for the top margin of each page. Elements of the classes pageNumber, totalPages, title and date get these values. It runs no script and fetches nothing.",
      },
      {
        flag: "footer-template",
        path: ["options", "footerTemplate"],
        kind: "text",
        about:
          "HTML for the bottom margin of each page. Elements of the classes pageNumber, totalPages, title and date get these values. It runs no script and fetches nothing.",
      },
      {
        flag: "attachments",
        path: ["attachments"],
        kind: "files",
        about:
          "Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.",
      },
      {
        flag: "attachment-options",
        path: ["attachmentOptions"],
        kind: "json",
        about: "A description and a relationship for each attachment, by file name.",
      },
    ],
  },
  {
    name: "office",
    operation: "convertOfficeToPdf",
    summary: "Print an Office document of any kind",
    about:
      "The kind is known by the content of the file, not by its name. Macros never run, and no link is followed. Of a presentation all slides are printed that are not hidden. Costs 2 credits. The documents of a request may have 100 MB.",
    fileName: "office.pdf",
    argument: {
      part: "file",
      several: false,
      about:
        "Word: .docx, .docm, .dotx, .doc, .rtf, .odt, .fodt or .txt. Excel: .xlsx, .xlsm, .xltx, .xls, .xlsb, .ods or .fods. PowerPoint: .pptx, .ppsx, .pptm, .potx, .ppt, .odp, .fodp or .odg.",
    },
    required: [],
    flags: [
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about: "The password that opens the file, if it is encrypted.",
      },
    ],
  },
  {
    name: "powerpoint",
    operation: "convertPowerpointToPdf",
    summary: "Print a PowerPoint presentation",
    about:
      "Each slide that is not hidden is a page, with all its objects where they are before any animation. The options ask for notes, for hidden slides, or for several slides on a sheet. Costs 2 credits. The documents of a request may have 100 MB.",
    fileName: "powerpoint.pdf",
    argument: { part: "file", several: false, about: "A presentation (.pptx)." },
    required: [],
    flags: [
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about: "The password that opens the file, if it is encrypted.",
      },
      {
        flag: "notes-pages",
        path: ["options", "notesPages"],
        kind: "boolean",
        about: "Prints a page for each slide, with its notes below it.",
        default: false,
      },
      {
        flag: "hidden-slides",
        path: ["options", "hiddenSlides"],
        kind: "boolean",
        about: "Prints hidden slides too.",
        default: false,
      },
      {
        flag: "slides-per-page",
        path: ["options", "slidesPerPage"],
        kind: "number",
        about: "Slides on a sheet of paper, row by row, each with a frame.",
        default: 1,
      },
      {
        flag: "format",
        path: ["options", "format"],
        kind: "text",
        about: "The paper, in any letter case. By default the size of the slides, and A4 with slidesPerPage.",
        values: ["Letter", "Legal", "Tabloid", "Ledger", "A0", "A1", "A2", "A3", "A4", "A5", "A6"],
      },
      {
        flag: "landscape",
        path: ["options", "landscape"],
        kind: "boolean",
        about: "Turns the paper. By default it turns with the slides if one is on a page.",
      },
      {
        flag: "margin-top",
        path: ["options", "marginTop"],
        kind: "text",
        about: "The top margin of the paper. By default 1cm.",
      },
      {
        flag: "margin-bottom",
        path: ["options", "marginBottom"],
        kind: "text",
        about: "The bottom margin of the paper. By default 1cm.",
      },
      {
        flag: "margin-left",
        path: ["options", "marginLeft"],
        kind: "text",
        about: "The left margin of the paper. By default 1cm.",
      },
      {
        flag: "margin-right",
        path: ["options", "marginRight"],
        kind: "text",
        about: "The right margin of the paper. By default 1cm.",
      },
    ],
  },
  {
    name: "word",
    operation: "convertWordToPdf",
    summary: "Print a Word document",
    about:
      "Tracked changes count as accepted, and comments are left out. Costs 2 credits. The documents of a request may have 100 MB.",
    fileName: "word.pdf",
    argument: { part: "file", several: false, about: "A document (.docx)." },
    required: [],
    flags: [
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about: "The password that opens the file, if it is encrypted.",
      },
      {
        flag: "title",
        path: ["options", "title"],
        kind: "text",
        about: "The title of the PDF. By default that of the document.",
      },
      {
        flag: "lang",
        path: ["options", "lang"],
        kind: "text",
        about: "The language of the PDF. By default that of the document.",
      },
      {
        flag: "pdf-a",
        path: ["options", "pdfA"],
        kind: "text",
        about:
          "The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.",
        values: ["2b", "3b", "2a", "3a"],
        default: "2b",
      },
      {
        flag: "pdf-ua",
        path: ["options", "pdfUa"],
        kind: "json",
        about:
          'Writes PDF/UA-1, which people can read who do not see it. What the document lacks, such as the text of a picture, is an error that lists it. With `{"missing": "warn"}` such a file does not claim to be PDF/UA, and warnings list it.',
      },
      {
        flag: "e-invoice",
        path: ["eInvoice"],
        kind: "file",
        about:
          "The XML of an invoice (Cross Industry Invoice, UTF-8), in a profile of Factur-X 1.0 (ZUGFeRD 2) or XRechnung. The result is a PDF/A-3 file that holds it.",
      },
      {
        flag: "attachments",
        path: ["attachments"],
        kind: "files",
        about:
          "Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.",
      },
      {
        flag: "attachment-options",
        path: ["attachmentOptions"],
        kind: "json",
        about: "A description and a relationship for each attachment, by file name.",
      },
    ],
  },
  {
    name: "xml",
    operation: "convertXmlToHtml",
    summary: "Transform XML into HTML",
    about:
      "A stylesheet of XSLT 1.0, 2.0 or 3.0 is applied. It reads what the request holds, and nothing from the network or the disk. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "xml.html",
    argument: { part: "xml", several: false, about: "The document." },
    required: [],
    flags: [
      {
        flag: "xslt",
        path: ["xslt"],
        kind: "file",
        about:
          'The stylesheet; not needed if the document embeds one (`<?xml-stylesheet href="#id"?>`) or names one of `files`.',
      },
      {
        flag: "params",
        path: ["params"],
        kind: "record",
        about: "The stylesheet's parameters by name. Values are plain texts, never XPath.",
      },
      {
        flag: "files",
        path: ["files"],
        kind: "files",
        about:
          "Up to 38 files, one part each, that `xsl:import`, `xsl:include` and `document()` reach by their file names. Folders in a name count: `common/tables.xsl`.",
      },
    ],
  },
  {
    name: "archive",
    operation: "pdfArchive",
    summary: "Make a PDF file PDF/A",
    about:
      "Every page looks and reads as before. What PDF/A forbids goes, such as scripts and encryption, with a warning each. A file that cannot be PDF/A without looking different is a 400 that names the clause of ISO 19005. Costs 2 credits. The documents of a request may have 100 MB.",
    fileName: "archived.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "level",
        path: ["level"],
        kind: "text",
        about:
          "The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.",
        values: ["2b", "3b", "2a", "3a"],
        default: "2b",
      },
      {
        flag: "e-invoice",
        path: ["eInvoice"],
        kind: "file",
        about:
          "The XML of an invoice (Cross Industry Invoice, UTF-8), in a profile of Factur-X 1.0 (ZUGFeRD 2) or XRechnung. The result is a PDF/A-3 file that holds it.",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "attach",
    operation: "pdfAttach",
    summary: "Attach files to a PDF file",
    about:
      "Files that the PDF holds already stay. A PDF/A-3 or PDF/A-4f file keeps its claim. The claim to be another PDF/A is removed, with a warning, because that does not allow files of every kind. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "attached.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: ["attachments"],
    flags: [
      {
        flag: "attachments",
        path: ["attachments"],
        kind: "files",
        about:
          "Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.",
      },
      {
        flag: "attachment-options",
        path: ["attachmentOptions"],
        kind: "json",
        about: "A description and a relationship for each attachment, by file name.",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "compress",
    operation: "pdfCompress",
    summary: "Make a PDF file smaller",
    about:
      "Every page looks and reads as before. If nothing can be gained, the answer is the input. Costs 2 credits. The documents of a request may have 100 MB.",
    fileName: "compressed.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "quality",
        path: ["quality"],
        kind: "text",
        about: "How well pictures are kept: `low` makes the smallest file.",
        values: ["low", "medium", "high"],
        default: "medium",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "fill",
    operation: "pdfFill",
    summary: "Fill the form of a PDF file",
    about:
      "With `Accept: application/json` the answer lists the fields of the form (`formFields`), also if none is filled. Scripts of the form do not run. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "filled.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "fields",
        path: ["fields"],
        kind: "json",
        about:
          "The value of each field by its full name: a text; `true` or `false` for a check box; the name of a radio button; an option or a list of options; `null` for no value.",
      },
      {
        flag: "flatten",
        path: ["flatten"],
        kind: "boolean",
        about: "Whether the fields become a part of the pages.",
        default: false,
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "flatten",
    operation: "pdfFlatten",
    summary: "Draw the form fields and annotations of a PDF file into its pages",
    about:
      "The pages look as before, and nothing in them can be filled in or moved. Links and attached files stay. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "flattened.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "what",
        path: ["what"],
        kind: "text",
        about: "What becomes a part of the pages: form fields, annotations, or both.",
        values: ["forms", "annotations", "all"],
        default: "all",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "images",
    operation: "pdfImages",
    summary: "Draw the pages of a PDF file as pictures",
    about:
      "Pages are drawn as a reader shows them, with annotations and form fields. The picture of one page is the result itself; several are in `images.zip`, as `page-01.png` and so on, by the number of the page. A page that is chosen twice is drawn once. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "page.png",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "pages",
        path: ["pages"],
        kind: "text",
        about:
          "The pages to draw; all by default. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.",
      },
      {
        flag: "format",
        path: ["format"],
        kind: "text",
        about: "The format of the pictures.",
        values: ["png", "jpeg", "webp"],
        default: "png",
      },
      {
        flag: "dpi",
        path: ["dpi"],
        kind: "number",
        about: "The resolution in pixels per inch. It excludes `width`.",
        default: 150,
      },
      {
        flag: "width",
        path: ["width"],
        kind: "number",
        about: "The width of each picture in pixels; its height follows from the page. It excludes `dpi`.",
      },
      {
        flag: "background",
        path: ["background"],
        kind: "text",
        about:
          "The colour behind the page, in a hexadecimal notation of CSS, also with an opacity; or `transparent`. JPEG has no opacity.",
        default: "#ffffff",
      },
      {
        flag: "quality",
        path: ["quality"],
        kind: "number",
        about: "The quality of JPEG and WebP. PNG loses nothing.",
        default: 85,
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "info",
    operation: "pdfInfo",
    summary: "Tell what a PDF file is and holds",
    about:
      "The result is JSON, whatever `Accept` asks for. Claims are read, not checked. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "info.json",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "merge",
    operation: "pdfMerge",
    summary: "Join PDF files",
    about:
      "Bookmarks, links, forms, labels and attachments of all files are kept. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "merged.pdf",
    argument: { part: "files", several: true, about: "The files, one part each." },
    required: [],
    flags: [
      {
        flag: "order",
        path: ["order"],
        kind: "numbers",
        about: "The order of the files in the result: the index of each file once. The first file is 0.",
      },
      {
        flag: "pages",
        path: ["pages"],
        kind: "texts",
        about:
          "The pages to take of each file, in any order; a page may be repeated. The entries are in the order of the uploads. Pages and ranges, such as `1-3,7,-1`: the first page is 1, the last one -1. Null stands for all pages.",
      },
      {
        flag: "numbering",
        path: ["numbering"],
        kind: "json",
        about: "Page numbers that are drawn on the result: true, or an object that says which, where and how large.",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "extract-pages",
    operation: "pdfPagesExtract",
    summary: "Take pages out of a PDF file",
    about:
      "The result has the chosen pages in the given order. Their bookmarks, links, forms, labels and tags are kept. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "output.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: ["pages"],
    flags: [
      {
        flag: "pages",
        path: ["pages"],
        kind: "text",
        about:
          "The pages to take, in any order; a page may be repeated. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "remove-pages",
    operation: "pdfPagesRemove",
    summary: "Remove pages from a PDF file",
    about:
      "Bookmarks, links, forms and labels of the pages that stay are kept. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "output.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: ["pages"],
    flags: [
      {
        flag: "pages",
        path: ["pages"],
        kind: "numbers",
        about: "The pages to remove; the first page is 1. `2` means the same as `[2]`.",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "rotate-pages",
    operation: "pdfPagesRotate",
    summary: "Turn pages of a PDF file",
    about: "Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "output.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: ["angle"],
    flags: [
      { flag: "angle", path: ["angle"], kind: "text", about: "Degrees, clockwise.", values: ["90", "180", "270"] },
      {
        flag: "pages",
        path: ["pages"],
        kind: "text",
        about:
          "The pages to turn; all by default. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "protect",
    operation: "pdfProtect",
    summary: "Protect a PDF file with passwords",
    about:
      "The file is encrypted with AES-256 (revision 6, PDF 2.0). Without `userPassword` everybody can open it, and `permissions` say what they may do. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "protected.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      { flag: "user-password", path: ["userPassword"], kind: "text", about: "The password that opens the file." },
      {
        flag: "owner-password",
        path: ["ownerPassword"],
        kind: "text",
        about: "The password that opens the file without restrictions; by default `userPassword`.",
      },
      {
        flag: "permissions",
        path: ["permissions"],
        kind: "texts",
        about: "What readers let others than the owner do; everything by default. `[]` allows nothing.",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "split",
    operation: "pdfSplit",
    summary: "Cut a PDF file into several",
    about:
      "The result is a ZIP archive of up to 1,000 files, named by their numbers and bookmarks. Each keeps the bookmarks, links, forms, labels and tags of its pages. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "split.zip",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      { flag: "every", path: ["every"], kind: "number", about: "" },
      {
        flag: "ranges",
        path: ["ranges"],
        kind: "text",
        about:
          "The pages of each file. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.",
      },
      { flag: "bookmarks", path: ["bookmarks"], kind: "number", about: "" },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "stamp",
    operation: "pdfStamp",
    summary: "Draw a text, a picture or a page on the pages of a PDF file",
    about:
      "Lengths are points of the page as it is shown. Fonts are embedded; text of all scripts is drawn. The stamp is an artifact: readers for the blind leave it out. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "stamped.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "text",
        path: ["text"],
        kind: "text",
        about:
          "A text, of one or several lines. `{page}` is the number of the page, `{pages}` how many there are, `{date}` today's date (UTC, such as 2026-01-31).",
      },
      { flag: "image", path: ["image"], kind: "file", about: "A picture: PNG, JPEG or SVG." },
      { flag: "stamp", path: ["stamp"], kind: "file", about: "A PDF file, whose first page is drawn." },
      {
        flag: "pages",
        path: ["pages"],
        kind: "text",
        about:
          "The pages that get the stamp; all by default. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.",
      },
      {
        flag: "position",
        path: ["position"],
        kind: "text",
        about: "The place on the page.",
        values: ["top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"],
        default: "center",
      },
      { flag: "margin", path: ["margin"], kind: "number", about: "" },
      { flag: "x", path: ["x"], kind: "number", about: "" },
      { flag: "y", path: ["y"], kind: "number", about: "" },
      { flag: "width", path: ["width"], kind: "number", about: "" },
      { flag: "angle", path: ["angle"], kind: "number", about: "" },
      { flag: "opacity", path: ["opacity"], kind: "number", about: "" },
      { flag: "under", path: ["under"], kind: "boolean", about: "" },
      { flag: "font-size", path: ["fontSize"], kind: "number", about: "" },
      {
        flag: "color",
        path: ["color"],
        kind: "text",
        about: "The colour of the text, in a hexadecimal notation of CSS.",
        default: "#000000",
      },
      { flag: "start", path: ["start"], kind: "number", about: "" },
      { flag: "offset", path: ["offset"], kind: "number", about: "" },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "text",
    operation: "pdfText",
    summary: "Read the text of a PDF file",
    about:
      "The text is in the order in which it is read: column by column, right to left if its script runs so, without hyphens at the ends of lines. Text has a form feed at the end of each page. Markdown has the headings, lists and tables of tagged files; in other files headings are found by the size of letters, lists by their bullets. Pages without text, such as scanned ones, are named by a warning. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "text.txt",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "format",
        path: ["format"],
        kind: "text",
        about: "`json` has the words with their places on the page.",
        values: ["text", "markdown", "json"],
        default: "text",
      },
      {
        flag: "pages",
        path: ["pages"],
        kind: "text",
        about:
          "The pages that are read; all if none are given. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.",
      },
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about:
          "The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.",
      },
    ],
  },
  {
    name: "unlock",
    operation: "pdfUnlock",
    summary: "Remove the protection of a PDF file",
    about: "A file without protection comes back as it is. Costs 1 credit. The documents of a request may have 100 MB.",
    fileName: "unlocked.pdf",
    argument: { part: "file", several: false, about: "A PDF file." },
    required: [],
    flags: [
      {
        flag: "password",
        path: ["password"],
        kind: "text",
        about: "The password of the user or the owner; none if everybody can open the file.",
      },
    ],
  },
  {
    name: "account",
    operation: "account",
    summary: "See how the account stands",
    about:
      "Credits, usage, tier and rate windows of the caller's account. Free, and no request in the sense of the windows, but an account may ask only 60 times a minute.",
    required: [],
    flags: [],
  },
];
