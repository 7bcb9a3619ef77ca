// Written by `npm run build:client` from the OpenAPI document: do not edit.
import type { Source } from "../source.ts";

/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertHtmlToImageInput".
 */
export type ConvertHtmlToImageInput =
  | {
      /**
       * A document.
       */
      html?: string | null;
      /**
       * The http or https address of a public page.
       */
      url?: string | null;
      /**
       * HTTP headers for the requests to the origin of `url` (scheme, host and port) that its page makes. They go nowhere else, and nowhere any more when the page leads to another origin.
       */
      headers?: {
        [k: string]: string;
      };
      /**
       * Cookies for the same requests as `headers`. Scripts of the page do not see them, and one that the server sets replaces that of the same name.
       */
      cookies?: {
        /**
         * The name of the cookie.
         */
        name: string;
        /**
         * Its value, as the server has set it.
         */
        value: string;
        /**
         * The cookie goes to this path and those below it.
         */
        path?: string;
      }[];
      options?: PictureOptions;
    }
  | {
      /**
       * An HTML file.
       */
      file: Source;
      /**
       * Style sheets, pictures and fonts, one part each, which the page reaches by their file names.
       */
      assets?: readonly Source[];
      options?: PictureOptions;
    };
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertHtmlToPdfInput".
 */
export type ConvertHtmlToPdfInput =
  | {
      /**
       * A document.
       */
      html?: string | null;
      /**
       * The http or https address of a public page.
       */
      url?: string | null;
      /**
       * HTTP headers for the requests to the origin of `url` (scheme, host and port) that its page makes. They go nowhere else, and nowhere any more when the page leads to another origin.
       */
      headers?: {
        [k: string]: string;
      };
      /**
       * Cookies for the same requests as `headers`. Scripts of the page do not see them, and one that the server sets replaces that of the same name.
       */
      cookies?: {
        /**
         * The name of the cookie.
         */
        name: string;
        /**
         * Its value, as the server has set it.
         */
        value: string;
        /**
         * The cookie goes to this path and those below it.
         */
        path?: string;
      }[];
      options?: PdfOptions;
    }
  | {
      /**
       * An HTML file.
       */
      file: Source;
      /**
       * Style sheets, pictures and fonts, one part each, which the page reaches by their file names.
       */
      assets?: readonly Source[];
      options?: PdfOptions;
      /**
       * The XML of an invoice (Cross Industry Invoice, UTF-8), in a profile of Factur-X 1.0 (ZUGFeRD 2) or XRechnung. The result is a PDF/A-3 file that holds it.
       */
      eInvoice?: Source;
      /**
       * Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.
       */
      attachments?: readonly Source[];
      /**
       * A description and a relationship for each attachment, by file name.
       */
      attachmentOptions?: {
        [k: string]: {
          /**
           * What the file is, for people.
           */
          description?: string;
          /**
           * What the file is to the PDF: what the PDF was made from (`Source`), the data behind it (`Data`), the same content in another form (`Alternative`), or additional content (`Supplement`).
           */
          relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
        };
      };
    };
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertMarkdownToPdfInput".
 */
export type ConvertMarkdownToPdfInput =
  | {
      /**
       * The text.
       */
      markdown: string;
      options?: PdfOptions;
    }
  | {
      /**
       * A Markdown file in UTF-8.
       */
      file: Source;
      /**
       * Pictures, one part each, which the text reaches by their file names.
       */
      assets?: readonly Source[];
      options?: PdfOptions;
      /**
       * Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.
       */
      attachments?: readonly Source[];
      /**
       * A description and a relationship for each attachment, by file name.
       */
      attachmentOptions?: {
        [k: string]: {
          /**
           * What the file is, for people.
           */
          description?: string;
          /**
           * What the file is to the PDF: what the PDF was made from (`Source`), the data behind it (`Data`), the same content in another form (`Alternative`), or additional content (`Supplement`).
           */
          relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
        };
      };
    };
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertXmlToHtmlInput".
 */
export type ConvertXmlToHtmlInput =
  | {
      /**
       * The document.
       */
      xml: string;
      /**
       * The stylesheet; not needed if the document embeds one (`<?xml-stylesheet href="#id"?>`) or names one of `files`.
       */
      xslt?: string;
      /**
       * The stylesheet's parameters by name. Values are plain texts, never XPath.
       */
      params?: {
        [k: string]: string;
      };
    }
  | {
      /**
       * The document.
       */
      xml: Source;
      /**
       * The stylesheet; not needed if the document embeds one (`<?xml-stylesheet href="#id"?>`) or names one of `files`.
       */
      xslt?: Source;
      /**
       * The stylesheet's parameters by name. Values are plain texts, never XPath.
       */
      params?: {
        [k: string]: string;
      };
      /**
       * Up to 38 files, one part each, that `xsl:import`, `xsl:include` and `document()` reach by their file names. Folders in a name count: `common/tables.xsl`.
       */
      files?: readonly Source[];
    };

/**
 * Every input and every answer.
 */
export interface Interface {
  inputs: Inputs;
  answers: Answers;
}
/**
 * What each operation takes, by its id.
 */
export interface Inputs {
  convertCsvToPdf: ConvertCsvToPdfInput;
  convertEmailToPdf: ConvertEmailToPdfInput;
  convertExcelToPdf: ConvertExcelToPdfInput;
  convertHtmlToImage: ConvertHtmlToImageInput;
  convertHtmlToPdf: ConvertHtmlToPdfInput;
  convertImageToPdf: ConvertImageToPdfInput;
  convertMarkdownToPdf: ConvertMarkdownToPdfInput;
  convertOfficeToPdf: ConvertOfficeToPdfInput;
  convertPowerpointToPdf: ConvertPowerpointToPdfInput;
  convertWordToPdf: ConvertWordToPdfInput;
  convertXmlToHtml: ConvertXmlToHtmlInput;
  pdfArchive: PdfArchiveInput;
  pdfAttach: PdfAttachInput;
  pdfCompress: PdfCompressInput;
  pdfFill: PdfFillInput;
  pdfFlatten: PdfFlattenInput;
  pdfImages: PdfImagesInput;
  pdfInfo: PdfInfoInput;
  pdfMerge: PdfMergeInput;
  pdfPagesExtract: PdfPagesExtractInput;
  pdfPagesRemove: PdfPagesRemoveInput;
  pdfPagesRotate: PdfPagesRotateInput;
  pdfProtect: PdfProtectInput;
  pdfSplit: PdfSplitInput;
  pdfStamp: PdfStampInput;
  pdfText: PdfTextInput;
  pdfUnlock: PdfUnlockInput;
  uploads: UploadsInput;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertCsvToPdfInput".
 */
export interface ConvertCsvToPdfInput {
  /**
   * A table in UTF-8, or in the `encoding` that `options` say.
   */
  file: Source;
  options?: TableOptions;
}
/**
 * How a table is read and printed. `printBackground`, `omitBackground`, `waitTimeout` and `failOnResource` have no effect.
 */
export interface TableOptions {
  /**
   * The paper, in any letter case. By default the size in CSS `@page`, else A4.
   */
  format?: "Letter" | "Legal" | "Tabloid" | "Ledger" | "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6";
  /**
   * Turns the paper.
   */
  landscape?: boolean;
  /**
   * The top margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginTop?: string;
  /**
   * The bottom margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginBottom?: string;
  /**
   * The left margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginLeft?: string;
  /**
   * The right margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginRight?: string;
  /**
   * Prints CSS backgrounds and colours.
   */
  printBackground?: boolean;
  /**
   * Leaves out the colour that a dark colour scheme gives to the whole page. Other pages have none.
   */
  omitBackground?: boolean;
  /**
   * Enlarges or reduces the page.
   */
  scale?: number;
  /**
   * The longest time to wait for the selector, and again for the expression, in milliseconds.
   */
  waitTimeout?: number;
  /**
   * The width of the paper, in px, in, cm, mm or pt; instead of `format`.
   */
  width?: string;
  /**
   * The height of the paper, in px, in, cm, mm or pt; instead of `format`.
   */
  height?: string;
  /**
   * Returns an error if a resource that the page asks for could not be fetched. By default the page is rendered without it, and a warning says so.
   */
  failOnResource?: boolean;
  /**
   * The title of the PDF. By default that of the document.
   */
  title?: string;
  /**
   * The author of the PDF.
   */
  author?: string;
  /**
   * The language of the PDF. By default that of the document.
   */
  lang?: string;
  /**
   * The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.
   */
  pdfA?: "2b" | "3b" | "2a" | "3a";
  /**
   * Writes PDF/UA-1, which people can read who do not see it. What the document lacks, such as the text of a picture, is an error that lists it. With `{"missing": "warn"}` such a file does not claim to be PDF/UA, and warnings list it.
   */
  pdfUa?:
    | "1"
    | {
        missing: "warn";
      };
  /**
   * The character between two cells. By default the comma, semicolon, tab or pipe that the file has.
   */
  delimiter?: string;
  /**
   * The character around a cell; empty if no cell is quoted. By default the one that the file has.
   */
  quote?: string;
  /**
   * The encoding of the file, by its label in the Encoding Standard.
   */
  encoding?: string;
  /**
   * Whether the first row is the head, which each page repeats. By default it is, unless lines of one or few cells stand above the titles of the columns.
   */
  header?: boolean;
  /**
   * Lines above the table that are left out.
   */
  skipLines?: number;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertEmailToPdfInput".
 */
export interface ConvertEmailToPdfInput {
  /**
   * A message, as MIME (.eml) or from Outlook (.msg). Its content decides which of them it is.
   */
  file: Source;
  options?: EmailOptions;
}
/**
 * How a message is printed.
 */
export interface EmailOptions {
  /**
   * The paper, in any letter case. By default the size in CSS `@page`, else A4.
   */
  format?: "Letter" | "Legal" | "Tabloid" | "Ledger" | "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6";
  /**
   * Turns the paper.
   */
  landscape?: boolean;
  /**
   * The top margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginTop?: string;
  /**
   * The bottom margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginBottom?: string;
  /**
   * The left margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginLeft?: string;
  /**
   * The right margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginRight?: string;
  /**
   * Prints CSS backgrounds and colours.
   */
  printBackground?: boolean;
  /**
   * Enlarges or reduces the page.
   */
  scale?: number;
  /**
   * The width of the paper, in px, in, cm, mm or pt; instead of `format`.
   */
  width?: string;
  /**
   * The height of the paper, in px, in, cm, mm or pt; instead of `format`.
   */
  height?: string;
  /**
   * The title of the PDF. By default that of the document.
   */
  title?: string;
  /**
   * The author of the PDF.
   */
  author?: string;
  /**
   * The language of the PDF. By default that of the document.
   */
  lang?: string;
  /**
   * The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.
   */
  pdfA?: "2b" | "3b" | "2a" | "3a";
  /**
   * Also prints the attachments that are PDFs or pictures, each below a bookmark behind the message.
   */
  attachmentPages?: boolean;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertExcelToPdfInput".
 */
export interface ConvertExcelToPdfInput {
  /**
   * A workbook (.xlsx).
   */
  file: Source;
  /**
   * The password that opens the file, if it is encrypted.
   */
  password?: string;
  options?: WorkbookOptions;
}
/**
 * How a workbook is printed.
 */
export interface WorkbookOptions {
  /**
   * The paper of every sheet, in any letter case. By default that of the sheet, else A4.
   */
  format?: "Letter" | "Legal" | "Tabloid" | "Ledger" | "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6";
  /**
   * Turns the paper of every sheet, or none.
   */
  landscape?: boolean;
  /**
   * The distance of the cells from the top edge, in px, in, cm, mm or pt. By default that of the sheet.
   */
  marginTop?: string;
  /**
   * The distance of the cells from the bottom edge, in px, in, cm, mm or pt. By default that of the sheet.
   */
  marginBottom?: string;
  /**
   * The distance of the cells from the left edge, in px, in, cm, mm or pt. By default that of the sheet.
   */
  marginLeft?: string;
  /**
   * The distance of the cells from the right edge, in px, in, cm, mm or pt. By default that of the sheet.
   */
  marginRight?: string;
  /**
   * Enlarges or reduces every sheet; less if a column would be wider than its page.
   */
  scale?: number;
  /**
   * Fits all columns of a sheet on the width of a page; `false` prints them as large as they are. By default as the sheet says; one that is too wide is fitted, down to 45 %.
   */
  fitToWidth?: boolean;
  /**
   * The pages of the whole document to print; the first is 1.
   */
  pageRanges?: string;
  /**
   * The sheets to print, by their names or their numbers in the workbook; the first is 1, and hidden ones count. By default all that are visible.
   */
  sheets?: (number | string)[];
  /**
   * The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.
   */
  pdfA?: "2b" | "3b" | "2a" | "3a";
}
/**
 * How a page is shown, and what its picture is.
 */
export interface PictureOptions {
  /**
   * The width of the window in CSS pixels.
   */
  width?: number;
  /**
   * The height of the window in CSS pixels.
   */
  height?: number;
  /**
   * Pixels of the picture for each CSS pixel.
   */
  deviceScaleFactor?: number;
  /**
   * Shows the whole page, as far as it can be scrolled, instead of the window.
   */
  fullPage?: boolean;
  /**
   * Shows only the first element that matches this CSS selector, with what lies over and under it. Chromium judges whether it is a selector.
   */
  selector?: string;
  /**
   * The format of the picture.
   */
  format?: "png" | "jpeg" | "webp";
  /**
   * The quality of JPEG and WebP. 80 if it is not given.
   */
  quality?: number;
  /**
   * Leaves out the white under the page, in PNG and WebP.
   */
  transparent?: boolean;
  /**
   * Rendering waits until an element matches this CSS selector.
   */
  waitForSelector?: string | null;
  /**
   * Rendering waits until this JavaScript expression is truthy in the page.
   */
  waitForExpression?: string;
  /**
   * The longest time to wait for the selector, and again for the expression, in milliseconds.
   */
  waitTimeout?: number;
  /**
   * The CSS media type.
   */
  emulateMedia?: "screen" | "print";
  /**
   * Returns an error if a resource that the page asks for could not be fetched. By default the page is rendered without it, and a warning says so.
   */
  failOnResource?: boolean;
}
/**
 * How pages are printed.
 */
export interface PdfOptions {
  /**
   * The paper, in any letter case. By default the size in CSS `@page`, else A4.
   */
  format?: "Letter" | "Legal" | "Tabloid" | "Ledger" | "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6";
  /**
   * Turns the paper.
   */
  landscape?: boolean;
  /**
   * The top margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginTop?: string;
  /**
   * The bottom margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginBottom?: string;
  /**
   * The left margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginLeft?: string;
  /**
   * The right margin, in px, in, cm, mm or pt. By default the one in CSS `@page`, else 1cm.
   */
  marginRight?: string;
  /**
   * Prints CSS backgrounds and colours.
   */
  printBackground?: boolean;
  /**
   * Leaves out the colour that a dark colour scheme gives to the whole page. Other pages have none.
   */
  omitBackground?: boolean;
  /**
   * Enlarges or reduces the page.
   */
  scale?: number;
  /**
   * The longest time to wait for the selector, and again for the expression, in milliseconds.
   */
  waitTimeout?: number;
  /**
   * The width of the paper, in px, in, cm, mm or pt; instead of `format`.
   */
  width?: string;
  /**
   * The height of the paper, in px, in, cm, mm or pt; instead of `format`.
   */
  height?: string;
  /**
   * Returns an error if a resource that the page asks for could not be fetched. By default the page is rendered without it, and a warning says so.
   */
  failOnResource?: boolean;
  /**
   * The title of the PDF. By default that of the document.
   */
  title?: string;
  /**
   * The author of the PDF.
   */
  author?: string;
  /**
   * The language of the PDF. By default that of the document.
   */
  lang?: string;
  /**
   * The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.
   */
  pdfA?: "2b" | "3b" | "2a" | "3a";
  /**
   * Rendering waits until an element matches this CSS selector.
   */
  waitForSelector?: string | null;
  /**
   * Rendering waits until this JavaScript expression is truthy in the page.
   */
  waitForExpression?: string;
  /**
   * The pages that are printed. Numbers beyond the last page are ignored, unless no page is left.
   */
  pageRanges?: string;
  /**
   * The CSS media type. By default `screen` while the page loads and `print` while it is printed.
   */
  emulateMedia?: "screen" | "print";
  /**
   * Writes PDF/UA-1, which people can read who do not see it. What the document lacks, such as the text of a picture, is an error that lists it. With `{"missing": "warn"}` such a file does not claim to be PDF/UA, and warnings list it.
   */
  pdfUa?:
    | "1"
    | {
        missing: "warn";
      };
  /**
   * HTML for the top margin of each page. Elements of the classes pageNumber, totalPages, title and date get these values. It runs no script and fetches nothing.
   */
  headerTemplate?: string;
  /**
   * HTML for the bottom margin of each page. Elements of the classes pageNumber, totalPages, title and date get these values. It runs no script and fetches nothing.
   */
  footerTemplate?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertImageToPdfInput".
 */
export interface ConvertImageToPdfInput {
  /**
   * The pictures, one part each: JPEG, PNG, TIFF, WebP, GIF, BMP, AVIF, JPEG 2000 or SVG.
   */
  files: readonly Source[];
  options?: PicturePageOptions;
}
/**
 * How pictures become pages.
 */
export interface PicturePageOptions {
  /**
   * The paper, in any letter case, in which pictures are as large as they can be; or `fit`: each page has the size of its picture, by the resolution that it states, else by 96 pixels an inch. By default `fit`, and A4 with `perPage`.
   */
  format?: "fit" | "Letter" | "Legal" | "Tabloid" | "Ledger" | "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6";
  /**
   * The width of the paper, in px, in, cm, mm or pt; instead of `format`.
   */
  width?: string;
  /**
   * The height of the paper, in px, in, cm, mm or pt; instead of `format`.
   */
  height?: string;
  /**
   * Turns the paper, or not. By default paper with one picture turns as its picture does.
   */
  landscape?: boolean;
  /**
   * The top margin, in px, in, cm, mm or pt. By default 0 with `fit`, else 1cm.
   */
  marginTop?: string;
  /**
   * The bottom margin, in px, in, cm, mm or pt. By default 0 with `fit`, else 1cm.
   */
  marginBottom?: string;
  /**
   * The left margin, in px, in, cm, mm or pt. By default 0 with `fit`, else 1cm.
   */
  marginLeft?: string;
  /**
   * The right margin, in px, in, cm, mm or pt. By default 0 with `fit`, else 1cm.
   */
  marginRight?: string;
  /**
   * The resolution of all pictures of pixels, instead of their own. On paper they are then not enlarged.
   */
  dpi?: number;
  /**
   * Pictures on a page, row by row.
   */
  perPage?: number;
  /**
   * The title of the PDF. By default that of the document.
   */
  title?: string;
  /**
   * The author of the PDF.
   */
  author?: string;
  /**
   * The language of the PDF. By default that of the document.
   */
  lang?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertOfficeToPdfInput".
 */
export interface ConvertOfficeToPdfInput {
  /**
   * Word: .docx, .docm, .dotx, .doc, .rtf, .odt, .fodt or .txt. Excel: .xlsx, .xlsm, .xltx, .xls, .xlsb, .ods or .fods. PowerPoint: .pptx, .ppsx, .pptm, .potx, .ppt, .odp, .fodp or .odg.
   */
  file: Source;
  /**
   * The password that opens the file, if it is encrypted.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertPowerpointToPdfInput".
 */
export interface ConvertPowerpointToPdfInput {
  /**
   * A presentation (.pptx).
   */
  file: Source;
  /**
   * The password that opens the file, if it is encrypted.
   */
  password?: string;
  options?: PresentationOptions;
}
/**
 * How a presentation is printed.
 */
export interface PresentationOptions {
  /**
   * Prints a page for each slide, with its notes below it.
   */
  notesPages?: boolean;
  /**
   * Prints hidden slides too.
   */
  hiddenSlides?: boolean;
  /**
   * Slides on a sheet of paper, row by row, each with a frame.
   */
  slidesPerPage?: number;
  /**
   * The paper, in any letter case. By default the size of the slides, and A4 with slidesPerPage.
   */
  format?: "Letter" | "Legal" | "Tabloid" | "Ledger" | "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6";
  /**
   * Turns the paper. By default it turns with the slides if one is on a page.
   */
  landscape?: boolean;
  /**
   * The top margin of the paper. By default 1cm.
   */
  marginTop?: string;
  /**
   * The bottom margin of the paper. By default 1cm.
   */
  marginBottom?: string;
  /**
   * The left margin of the paper. By default 1cm.
   */
  marginLeft?: string;
  /**
   * The right margin of the paper. By default 1cm.
   */
  marginRight?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "ConvertWordToPdfInput".
 */
export interface ConvertWordToPdfInput {
  /**
   * A document (.docx).
   */
  file: Source;
  /**
   * The password that opens the file, if it is encrypted.
   */
  password?: string;
  options?: DocumentOptions;
  /**
   * The XML of an invoice (Cross Industry Invoice, UTF-8), in a profile of Factur-X 1.0 (ZUGFeRD 2) or XRechnung. The result is a PDF/A-3 file that holds it.
   */
  eInvoice?: Source;
  /**
   * Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.
   */
  attachments?: readonly Source[];
  /**
   * A description and a relationship for each attachment, by file name.
   */
  attachmentOptions?: {
    [k: string]: {
      /**
       * What the file is, for people.
       */
      description?: string;
      /**
       * What the file is to the PDF: what the PDF was made from (`Source`), the data behind it (`Data`), the same content in another form (`Alternative`), or additional content (`Supplement`).
       */
      relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
    };
  };
}
/**
 * How a Word document is printed.
 */
export interface DocumentOptions {
  /**
   * The title of the PDF. By default that of the document.
   */
  title?: string;
  /**
   * The language of the PDF. By default that of the document.
   */
  lang?: string;
  /**
   * The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.
   */
  pdfA?: "2b" | "3b" | "2a" | "3a";
  /**
   * Writes PDF/UA-1, which people can read who do not see it. What the document lacks, such as the text of a picture, is an error that lists it. With `{"missing": "warn"}` such a file does not claim to be PDF/UA, and warnings list it.
   */
  pdfUa?:
    | "1"
    | {
        missing: "warn";
      };
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfArchiveInput".
 */
export interface PdfArchiveInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * The part of ISO 19005 and the conformance level. `2a` and `3a` are for files that have tags. With `eInvoice` it is `3b` by default.
   */
  level?: "2b" | "3b" | "2a" | "3a";
  /**
   * The XML of an invoice (Cross Industry Invoice, UTF-8), in a profile of Factur-X 1.0 (ZUGFeRD 2) or XRechnung. The result is a PDF/A-3 file that holds it.
   */
  eInvoice?: Source;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfAttachInput".
 */
export interface PdfAttachInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.
   */
  attachments: readonly Source[];
  /**
   * A description and a relationship for each attachment, by file name.
   */
  attachmentOptions?: {
    [k: string]: {
      /**
       * What the file is, for people.
       */
      description?: string;
      /**
       * What the file is to the PDF: what the PDF was made from (`Source`), the data behind it (`Data`), the same content in another form (`Alternative`), or additional content (`Supplement`).
       */
      relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
    };
  };
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfCompressInput".
 */
export interface PdfCompressInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * How well pictures are kept: `low` makes the smallest file.
   */
  quality?: "low" | "medium" | "high";
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfFillInput".
 */
export interface PdfFillInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * The value of each field by its full name: a text; `true` or `false` for a check box; the name of a radio button; an option or a list of options; `null` for no value.
   */
  fields?: {
    [k: string]: string | boolean | string[] | null;
  };
  /**
   * Whether the fields become a part of the pages.
   */
  flatten?: boolean;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfFlattenInput".
 */
export interface PdfFlattenInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * What becomes a part of the pages: form fields, annotations, or both.
   */
  what?: "forms" | "annotations" | "all";
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfImagesInput".
 */
export interface PdfImagesInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * The pages to draw; all by default. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.
   */
  pages?: string;
  /**
   * The format of the pictures.
   */
  format?: "png" | "jpeg" | "webp";
  /**
   * The resolution in pixels per inch. It excludes `width`.
   */
  dpi?: number;
  /**
   * The width of each picture in pixels; its height follows from the page. It excludes `dpi`.
   */
  width?: number;
  /**
   * The colour behind the page, in a hexadecimal notation of CSS, also with an opacity; or `transparent`. JPEG has no opacity.
   */
  background?: string;
  /**
   * The quality of JPEG and WebP. PNG loses nothing.
   */
  quality?: number;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfInfoInput".
 */
export interface PdfInfoInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfMergeInput".
 */
export interface PdfMergeInput {
  /**
   * The files, one part each.
   */
  files: readonly Source[];
  /**
   * The order of the files in the result: the index of each file once. The first file is 0.
   */
  order?: number[];
  /**
   * The pages to take of each file, in any order; a page may be repeated. The entries are in the order of the uploads. Pages and ranges, such as `1-3,7,-1`: the first page is 1, the last one -1. Null stands for all pages.
   */
  pages?: (string | null)[];
  /**
   * Page numbers that are drawn on the result: true, or an object that says which, where and how large.
   */
  numbering?:
    | boolean
    | {
        /**
         * What is drawn. `{page}` is the number of the page, `{pages}` how many the result has, `{date}` today's date (UTC).
         */
        text?: string;
        /**
         * The place on the page.
         */
        position?:
          | "top-left"
          | "top"
          | "top-right"
          | "left"
          | "center"
          | "right"
          | "bottom-left"
          | "bottom"
          | "bottom-right";
        /**
         * The distance from the edges, in points.
         */
        margin?: number;
        /**
         * The number of the first page.
         */
        start?: number;
        /**
         * Points.
         */
        fontSize?: number;
        /**
         * The colour of the text, in a hexadecimal notation of CSS.
         */
        color?: string;
      };
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfPagesExtractInput".
 */
export interface PdfPagesExtractInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * The pages to take, in any order; a page may be repeated. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.
   */
  pages: string;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfPagesRemoveInput".
 */
export interface PdfPagesRemoveInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * The pages to remove; the first page is 1. `2` means the same as `[2]`.
   */
  pages: number[];
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfPagesRotateInput".
 */
export interface PdfPagesRotateInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * Degrees, clockwise.
   */
  angle: "90" | "180" | "270";
  /**
   * The pages to turn; all by default. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.
   */
  pages?: string;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfProtectInput".
 */
export interface PdfProtectInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * The password that opens the file.
   */
  userPassword?: string;
  /**
   * The password that opens the file without restrictions; by default `userPassword`.
   */
  ownerPassword?: string;
  /**
   * What readers let others than the owner do; everything by default. `[]` allows nothing.
   */
  permissions?: ("print" | "print-draft" | "edit" | "copy" | "annotate" | "fill-forms" | "assemble")[];
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfSplitInput".
 */
export interface PdfSplitInput {
  /**
   * A PDF file.
   */
  file: Source;
  every?: number;
  /**
   * The pages of each file. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.
   */
  ranges?: string;
  bookmarks?: number;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfStampInput".
 */
export interface PdfStampInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * A text, of one or several lines. `{page}` is the number of the page, `{pages}` how many there are, `{date}` today's date (UTC, such as 2026-01-31).
   */
  text?: string;
  /**
   * A picture: PNG, JPEG or SVG.
   */
  image?: Source;
  /**
   * A PDF file, whose first page is drawn.
   */
  stamp?: Source;
  /**
   * The pages that get the stamp; all by default. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.
   */
  pages?: string;
  /**
   * The place on the page.
   */
  position?: "top-left" | "top" | "top-right" | "left" | "center" | "right" | "bottom-left" | "bottom" | "bottom-right";
  margin?: number;
  x?: number;
  y?: number;
  width?: number;
  angle?: number;
  opacity?: number;
  under?: boolean;
  fontSize?: number;
  /**
   * The colour of the text, in a hexadecimal notation of CSS.
   */
  color?: string;
  start?: number;
  offset?: number;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfTextInput".
 */
export interface PdfTextInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * `json` has the words with their places on the page.
   */
  format?: "text" | "markdown" | "json";
  /**
   * The pages that are read; all if none are given. Pages and ranges, such as `1-3,7,-1`, or a list of numbers. The first page is 1, the last one -1.
   */
  pages?: string;
  /**
   * The password of the user or the owner, if the file needs one. The result then needs none, and a warning says so.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "PdfUnlockInput".
 */
export interface PdfUnlockInput {
  /**
   * A PDF file.
   */
  file: Source;
  /**
   * The password of the user or the owner; none if everybody can open the file.
   */
  password?: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "UploadsInput".
 */
export interface UploadsInput {
  /**
   * The content type of the body: `application/json`, or `multipart/form-data` with its boundary.
   */
  contentType: string;
  /**
   * The bytes of the body.
   */
  contentLength: number;
}
/**
 * The answer of each operation that returns no file, by its id.
 */
export interface Answers {
  uploads: UploadsAnswer;
  account: AccountAnswer;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "UploadsAnswer".
 */
export interface UploadsAnswer {
  /**
   * The value of `X-Body-Ref`.
   */
  uploadId: string;
  /**
   * Takes the body in one `PUT`.
   */
  url: string;
  /**
   * The headers of the `PUT`.
   */
  headers: {
    [k: string]: string;
  };
  /**
   * Until when the `PUT` may begin.
   */
  expiresAt: string;
}
/**
 * This interface was referenced by `Interface`'s JSON-Schema
 * via the `definition` "AccountAnswer".
 */
export interface AccountAnswer {
  /**
   * Credits that requests may spend.
   */
  creditsRemaining: number;
  /**
   * Credits that running requests and jobs have reserved.
   */
  creditsReserved: number;
  /**
   * Credits that requests have spent, in all.
   */
  creditsUsed: number;
  /**
   * The name of the plan: rate windows, prices and limits.
   */
  plan: string;
  /**
   * `full` with credits, `unfunded` without.
   */
  tier: "full" | "unfunded";
  /**
   * The rate windows of plan and tier; none if the plan has no limit.
   */
  windows: {
    /**
     * The length of the window.
     */
    seconds: number;
    /**
     * Requests in any window of this length.
     */
    limit: number;
    /**
     * Requests that are left now.
     */
    remaining: number;
  }[];
  /**
   * What requests were charged. Repetitions that cost nothing, dry runs and failures do not count.
   */
  usage: {
    /**
     * On this day, in UTC.
     */
    today: {
      /**
       * Requests that were charged.
       */
      calls: number;
      /**
       * Their credits.
       */
      credits: number;
      /**
       * The same for each operation, by its path.
       */
      operations: {
        [k: string]: {
          /**
           * Requests that were charged.
           */
          calls: number;
          /**
           * Their credits.
           */
          credits: number;
        };
      };
    };
    /**
     * In this month, in UTC.
     */
    month: {
      /**
       * Requests that were charged.
       */
      calls: number;
      /**
       * Their credits.
       */
      credits: number;
      /**
       * The same for each operation, by its path.
       */
      operations: {
        [k: string]: {
          /**
           * Requests that were charged.
           */
          calls: number;
          /**
           * Their credits.
           */
          credits: number;
        };
      };
    };
    /**
     * In all, since the service has counted usage.
     */
    total: {
      /**
       * Requests that were charged.
       */
      calls: number;
      /**
       * Their credits.
       */
      credits: number;
      /**
       * The same for each operation, by its path.
       */
      operations: {
        [k: string]: {
          /**
           * Requests that were charged.
           */
          calls: number;
          /**
           * Their credits.
           */
          credits: number;
        };
      };
    };
  };
}
/**
 * What a PDF file is and holds.
 */
export interface PdfDescription {
  /**
   * The version of PDF.
   */
  version: string;
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
  /**
   * The program in which the document was written.
   */
  creator?: string;
  /**
   * The program that made the PDF.
   */
  producer?: string;
  /**
   * A date of ISO 8601.
   */
  created?: string;
  /**
   * A date of ISO 8601.
   */
  modified?: string;
  language?: string;
  isTagged: boolean;
  /**
   * The PDF/A that the file claims to be, such as `2b`.
   */
  pdfA?: string;
  /**
   * The part of PDF/UA that the file claims.
   */
  pdfUa?: number;
  encryption?: {
    cipher: "RC4" | "AES-128" | "AES-256";
    needsPassword: boolean;
    /**
     * What readers let others than the owner do.
     */
    permissions: ("print" | "print-draft" | "edit" | "copy" | "annotate" | "fill-forms" | "assemble")[];
  };
  pages: {
    /**
     * Points, as the page is shown.
     */
    width: number;
    /**
     * Points, as the page is shown.
     */
    height: number;
    /**
     * Degrees, clockwise.
     */
    rotation: number;
    /**
     * What readers show as the number of the page.
     */
    label?: string;
  }[];
  signatures: {
    field: string;
    signer?: string;
    reason?: string;
    date?: string;
  }[];
  formFields: {
    name: string;
    type: "text" | "check" | "radio" | "choice" | "button" | "signature";
    value?: (string | boolean) | (string[] | null);
    options?: string[];
    maxLength?: number;
    isReadOnly?: boolean;
    isRequired?: boolean;
  }[];
  attachments: {
    name: string;
    size?: number;
    type?: string;
    relationship?: string;
    description?: string;
  }[];
  /**
   * The invoice of Factur-X, ZUGFeRD or XRechnung that is attached.
   */
  eInvoice?: {
    name: string;
    /**
     * The profile, such as `EN 16931`, if it is one of Factur-X 1.0 or XRechnung.
     */
    conformanceLevel?: string;
    /**
     * The XML, byte for byte; of at most 4 MB.
     */
    xml: string;
  };
  fonts: {
    name: string;
    type: string;
    isEmbedded: boolean;
    isSubset: boolean;
  }[];
  pictures: {
    /**
     * Pixels.
     */
    width: number;
    height: number;
    filters: string[];
    bytes: number;
    /**
     * The resolution at the largest place on a page.
     */
    dpi?: number;
  }[];
  /**
   * The bytes of the file by what they hold.
   */
  bytes: {
    total: number;
    pictures: number;
    fonts: number;
    content: number;
    attachments: number;
    other: number;
  };
}
/**
 * What `Accept: application/json` returns instead of the file.
 */
export interface Metadata {
  fileName: string;
  /**
   * Bytes of the file.
   */
  size: number;
  creditsUsed: number;
  creditsRemaining: number;
  /**
   * The media type of the file.
   */
  contentType: string;
  /**
   * Pages of the file, if it is a PDF.
   */
  pages?: number;
  /**
   * The fields of the file's form, from `/pdf/fill`.
   */
  formFields?: {
    /**
     * The full name, such as `address.city`.
     */
    name: string;
    type: "text" | "check" | "radio" | "choice" | "button" | "signature";
    value: (string | boolean | null) | string[];
    /**
     * The values that a radio button or a choice may have.
     */
    options?: string[];
    /**
     * The most characters of a text.
     */
    maxLength?: number;
    isReadOnly?: true;
    isRequired?: true;
  }[];
  /**
   * Uncaught errors of a page's scripts, and what they wrote with `console.error`; absent if there are none.
   */
  consoleErrors?: number;
  /**
   * The first 100 warnings; absent if there are none.
   */
  warnings?: Warning[];
}
/**
 * A way in which the result differs from what its input asks for.
 *
 * - `image-blocked`: an image was not fetched: its address is private or its port is not allowed
 * - `image-failed`: an image could not be fetched
 * - `stylesheet-blocked`: a stylesheet was not fetched: its address is private or its port is not allowed
 * - `stylesheet-failed`: a stylesheet could not be fetched
 * - `script-blocked`: a script was not fetched: its address is private or its port is not allowed
 * - `script-failed`: a script could not be fetched
 * - `font-blocked`: a font was not fetched: its address is private or its port is not allowed
 * - `font-failed`: a font could not be fetched
 * - `resource-blocked`: something else was not fetched: its address is private or its port is not allowed
 * - `resource-failed`: something else could not be fetched
 * - `headers-left-out`: the page is at another origin than `url`, so headers and cookies were not sent to it
 * - `load-incomplete`: the page was rendered before it had loaded everything, or before its scripts had ended
 * - `tags-left-out`: the PDF has no tags, because the document is very large
 * - `tags-removed`: pages that are arranged on sheets have no tags
 * - `characters-missing`: some characters of the document are in no font; boxes or gaps stand for them
 * - `font-substituted`: a font of the document is not installed and was replaced by a similar one
 * - `formula-value-kept`: the workbook asks to be calculated, but some formulas cannot be; they keep the values in the file
 * - `formula-not-calculated`: a formula without a value in the file is not understood; it prints as an error
 * - `chart-left-out`: a chart of a kind that the engine cannot draw was left out
 * - `picture-left-out`: a picture of a kind that the engine cannot draw was left out of a workbook
 * - `table-style-left-out`: some cells of a table were printed without its style: there are too many, or it is a pivot table's style that is not drawn
 * - `slide-left-out`: a hidden slide of a presentation was not printed
 * - `index-not-built`: a table of contents or another index that is marked as outdated was printed as stored
 * - `sparkline-dates-left-out`: sparklines are drawn with even steps instead of by their dates
 * - `delimiter-guessed`: the delimiter of a CSV was found by a close guess; the message says what was taken, `options` may say it
 * - `head-guessed`: the head of a CSV was found below other lines; the message says in which row, `options` may say it
 * - `head-shortened`: the header cells of a CSV would take more than half the page; they end in an ellipsis
 * - `cells-joined`: some rows of a CSV have many more cells than the others; the last column holds the rest
 * - `diagram-failed`: a diagram of a Markdown document could not be drawn; its source was printed
 * - `embedded-engine`: the machine has no LibreOffice, so the document lost most of its formatting
 * - `signature-removed`: a digital signature was removed, because it was only valid for the unchanged file
 * - `restrictions-removed`: the restrictions of an owner's password were removed
 * - `password-removed`: the file needed a password; the result needs none
 * - `page-without-text`: a page has no text, such as a scanned page
 * - `characters-unmapped`: the fonts of some characters do not say which letters they are
 * - `links-removed`: links to pages that the result does not have were removed
 * - `copy-untagged`: pages of a tagged file that are repeated have tags only in their first place
 * - `content-untagged`: form fields or annotations became content of the pages, which has no tags
 * - `annotation-kept`: annotations without an appearance were not drawn into the pages; they stay annotations
 * - `annotation-left-out`: lines, polygons, text boxes and stamps without an appearance are not in the picture of a page
 * - `animation-left-out`: a picture that moves shows its first picture only, and an animated slide all its objects, where they are before any animation
 * - `remote-content-left-out`: pictures or style sheets of a message that are on the network were not fetched
 * - `active-content-left-out`: scripts, frames or media of a message were left out
 * - `dtd-not-read`: an XML document names a DTD outside of it, which is not read; default attributes that it declares are missing
 * - `characters-lost`: some characters of a message or an HTML file are not in the encoding that it names
 * - `formatting-simplified`: the body of a message is RTF, which was printed with simple formatting, or a formula of an EQ field in a Word or RTF document, or of a shape in a workbook, was printed on one line
 * - `field-left-out`: a field of a Word or RTF document whose text is not in the file, such as LISTNUM or a bar code, was not printed
 * - `message-not-printed`: a message holds messages that are too many, too deep or encrypted, or objects of Office, which were not printed; those in MIME are attached
 * - `attachment-not-printed`: an attachment that should have become pages is damaged, encrypted, too complex or behind 50 others; it is only attached
 * - `attachment-removed`: attachments were left out: they have a password of their own, PDF/A-2 does not take them, their bytes cannot be read, or the request brings another invoice
 * - `xfa-removed`: the XFA part of a form was removed; the form stays as a PDF form
 * - `pdfa-removed`: the file no longer claims to be PDF/A
 * - `pdfua-removed`: the file no longer claims to be PDF/UA, because its pages were changed
 * - `pdfua-tags`: the file does not claim to be PDF/UA: it has no tags, because it is very large or its only text stands for missing pictures
 * - `pdfua-language`: the file does not claim to be PDF/UA: the document states no language
 * - `pdfua-title`: the file does not claim to be PDF/UA: the document has no title
 * - `pdfua-picture`: the file does not claim to be PDF/UA: a picture has no text that stands for it
 * - `pdfua-heads`: the file does not claim to be PDF/UA: a table has no header cells
 * - `pdfua-frame`: the file does not claim to be PDF/UA: what is in a frame has no tags of its own
 * - `font-embedded`: a font that was not in the file was replaced by a free one with the same metrics, which is embedded
 * - `script-removed`: scripts were removed, because PDF/A forbids them
 * - `action-removed`: actions that PDF/A forbids were removed, such as one that starts a program
 * - `annotation-removed`: annotations that PDF/A forbids were removed, such as hidden ones and films; their look stays
 * - `annotation-drawn`: annotations without an appearance got one, which readers may have drawn in another way
 * - `interpolation-removed`: coarse pictures are no longer interpolated, so that readers may show their pixels
 * - `print-intent-removed`: a file compressed for the screen lost the colour profile of its press and its claim to be PDF/X
 * - `proof-sampled`: not every page of the compressed file was compared with the original
 */
export interface Warning {
  code:
    | "image-blocked"
    | "image-failed"
    | "stylesheet-blocked"
    | "stylesheet-failed"
    | "script-blocked"
    | "script-failed"
    | "font-blocked"
    | "font-failed"
    | "resource-blocked"
    | "resource-failed"
    | "headers-left-out"
    | "load-incomplete"
    | "tags-left-out"
    | "tags-removed"
    | "characters-missing"
    | "font-substituted"
    | "formula-value-kept"
    | "formula-not-calculated"
    | "chart-left-out"
    | "picture-left-out"
    | "table-style-left-out"
    | "slide-left-out"
    | "index-not-built"
    | "sparkline-dates-left-out"
    | "delimiter-guessed"
    | "head-guessed"
    | "head-shortened"
    | "cells-joined"
    | "diagram-failed"
    | "embedded-engine"
    | "signature-removed"
    | "restrictions-removed"
    | "password-removed"
    | "page-without-text"
    | "characters-unmapped"
    | "links-removed"
    | "copy-untagged"
    | "content-untagged"
    | "annotation-kept"
    | "annotation-left-out"
    | "animation-left-out"
    | "remote-content-left-out"
    | "active-content-left-out"
    | "dtd-not-read"
    | "characters-lost"
    | "formatting-simplified"
    | "field-left-out"
    | "message-not-printed"
    | "attachment-not-printed"
    | "attachment-removed"
    | "xfa-removed"
    | "pdfa-removed"
    | "pdfua-removed"
    | "pdfua-tags"
    | "pdfua-language"
    | "pdfua-title"
    | "pdfua-picture"
    | "pdfua-heads"
    | "pdfua-frame"
    | "font-embedded"
    | "script-removed"
    | "action-removed"
    | "annotation-removed"
    | "annotation-drawn"
    | "interpolation-removed"
    | "print-intent-removed"
    | "proof-sampled";
  /**
   * A sentence for people, without text of the document.
   */
  message: string;
  /**
   * Where, such as `page 3`, `file 2` or the origin of an address.
   */
  place?: string;
}
/**
 * What a valid request with `Prefer: dry-run` gets.
 */
export interface DryRun {
  dryRun: true;
  /**
   * What the request would cost.
   */
  creditsUsed: number;
  creditsRemaining: number;
}
/**
 * A request that is answered later.
 */
export interface Job {
  id: string;
  /**
   * A job in one of the last three states has ended.
   */
  state: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  /**
   * The path of the endpoint.
   */
  operation: string;
  /**
   * The id of the batch that it is a part of.
   */
  batch?: string;
  /**
   * Its position in the list of the batch, from 0.
   */
  index?: number;
  /**
   * The caller's own name for it in the batch.
   */
  name?: string;
  /**
   * The name of its file in the archive of the batch.
   */
  fileName?: string;
  /**
   * When it was submitted.
   */
  createdAt: string;
  /**
   * When its last attempt began.
   */
  startedAt?: string;
  /**
   * When it ended.
   */
  endedAt?: string;
  /**
   * How many times work on it has begun.
   */
  attempts: number;
  /**
   * Credits that are reserved until it ends.
   */
  creditsReserved: number;
  /**
   * Credits that it has cost; 0 unless it has succeeded.
   */
  creditsUsed: number;
  /**
   * Pages of the result, if it is a PDF.
   */
  pages?: number;
  warnings?: Warning[];
  error?: {
    code:
      | "INVALID_REQUEST"
      | "UNAUTHORIZED"
      | "INSUFFICIENT_CREDITS"
      | "SSRF_BLOCKED"
      | "NOT_FOUND"
      | "METHOD_NOT_ALLOWED"
      | "IDEMPOTENCY_CONFLICT"
      | "FILE_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "IDEMPOTENCY_MISMATCH"
      | "RATE_LIMIT_EXCEEDED"
      | "PROCESSING_FAILED"
      | "SERVICE_UNAVAILABLE";
    message: string;
    /**
     * Why the request failed: `invalid-request` (a field, part or header is missing, unknown or wrong); `body-too-slow` (the body arrived too slowly); `upload-not-found` (`X-Body-Ref` names no upload of this account, or an expired one); `page-out-of-range` (the document has no such page or sheet); `too-many-pixels` (the pictures would have more pixels than can be drawn); `margins-too-large` (the margins leave no room on the page); `stylesheet-failed` (the stylesheet is wrong, or ended the transformation itself); `document-empty` (the document is empty); `document-damaged` (the document is damaged or not well-formed); `document-encrypted` (the document needs a password); `wrong-password` (`password` does not open the document); `document-unsupported` (the document has parts that are not supported, such as macros or text that is embedded as HTML); `document-too-complex` (the document unpacks to too much, or has more pages, cells or text than can be processed in time); `not-archivable` (the document has something that PDF/A forbids, and PDF/A was asked for); `not-accessible` (the document lacks something that PDF/UA asks for, such as the text of a picture, and PDF/UA was asked for); `key-not-valid` (the key is missing, wrong or revoked); `insufficient-credits` (the account has too few credits); `address-not-public` (`url` leads to a private address); `path-not-found` (there is no such path); `method-not-allowed` (the path takes another method); `request-running` (a request with this `Idempotency-Key` is still running); `result-gone` (the answer to this `Idempotency-Key` is no longer kept); `document-too-large` (the document or the body is over its limit); `unsupported-media-type` (the content type or the kind of file is not the one that the endpoint takes); `idempotency-key-reused` (the `Idempotency-Key` was used for another request); `rate-limit-exceeded` (the account has made too many requests); `selector-not-found` (no element matched `selector`, or `waitForSelector` in time); `expression-not-true` (`waitForExpression` did not become true in time); `page-unreachable` (the page could not be loaded, or not to its end); `page-unavailable` (the page answered with a status of 500 or more); `page-refused` (the page answered with another status that comes without a document, such as 404 or 204); `page-not-printable` (the address holds a download or a type that is not printed); `page-navigates` (the document leads to another page); `page-incomplete` (something that the page asks for is missing, and `failOnResource` was given); `page-stalled` (the page's scripts kept it from answering); `out-of-time` (the work was not done within the time of a request); `no-turn-in-time` (the request was still waiting for its turn at the deadline); `processor-time-exceeded` (the document took too much processor time); `memory-exceeded` (the document took too much memory, disk or threads); `result-too-large` (the result is larger than a result may be); `engine-crashed` (the engine ended while it worked on the document); `document-crashes-engine` (the engine crashed over the document); `engine-missing` (the server lacks the engine that the request needs); `caller-gone` (the caller hung up; only the log has it); `internal-error` (the service failed); `service-busy` (the service has no room for the request now); `server-stopping` (this server is stopping); `store-unreachable` (the store of the accounts or of the uploads does not answer); `plan-not-configured` (the service does not know the plan of the account); `account-busy` (the account is changed too often, or has too many uploads).
     */
    reason:
      | "invalid-request"
      | "body-too-slow"
      | "upload-not-found"
      | "page-out-of-range"
      | "too-many-pixels"
      | "margins-too-large"
      | "stylesheet-failed"
      | "document-empty"
      | "document-damaged"
      | "document-encrypted"
      | "wrong-password"
      | "document-unsupported"
      | "document-too-complex"
      | "not-archivable"
      | "not-accessible"
      | "key-not-valid"
      | "insufficient-credits"
      | "address-not-public"
      | "path-not-found"
      | "method-not-allowed"
      | "request-running"
      | "result-gone"
      | "document-too-large"
      | "unsupported-media-type"
      | "idempotency-key-reused"
      | "rate-limit-exceeded"
      | "selector-not-found"
      | "expression-not-true"
      | "page-unreachable"
      | "page-unavailable"
      | "page-refused"
      | "page-not-printable"
      | "page-navigates"
      | "page-incomplete"
      | "page-stalled"
      | "out-of-time"
      | "no-turn-in-time"
      | "processor-time-exceeded"
      | "memory-exceeded"
      | "result-too-large"
      | "engine-crashed"
      | "document-crashes-engine"
      | "engine-missing"
      | "caller-gone"
      | "internal-error"
      | "service-busy"
      | "server-stopping"
      | "store-unreachable"
      | "plan-not-configured"
      | "account-busy";
    /**
     * Whether the same request may succeed later, after `Retry-After` if that is given.
     */
    retryable: boolean;
    /**
     * What the request costs. On credit errors only, as the next two.
     */
    creditsRequired?: number;
    /**
     * What the account has.
     */
    creditsBalance?: number;
    /**
     * Where credits can be bought; null if the operator names no address.
     */
    purchaseUrl?: string | null;
  };
  /**
   * The file, if the job has succeeded, until it expires or is removed.
   */
  result?: {
    /**
     * Sends the file to whoever has this address, without a key, also in parts (`Range`).
     */
    url: string;
    /**
     * When the address expires.
     */
    expiresAt: string;
    name: string;
    /**
     * The media type.
     */
    type: string;
    /**
     * Bytes.
     */
    size: number;
  };
  /**
   * The callback that reports the end, if `X-Callback-Url` has asked for one.
   */
  callback?: {
    /**
     * The address to which it is sent.
     */
    url: string;
    /**
     * `waiting` for the end or the next attempt, `delivered`, `failed` after ten attempts, or `gone` after a status of 410.
     */
    state: "waiting" | "delivered" | "failed" | "gone";
    /**
     * The last 20 attempts, the oldest first.
     */
    attempts: {
      /**
       * When it was sent.
       */
      at: string;
      /**
       * The status of the answer.
       */
      status?: number;
      /**
       * Why there was no answer.
       */
      error?: string;
    }[];
    /**
     * When it is sent next.
     */
    nextAttemptAt?: string;
  };
}
/**
 * The body of the callback of a job.
 */
export interface JobEvent {
  type: "job.succeeded" | "job.failed" | "job.cancelled";
  /**
   * When the job ended.
   */
  timestamp: string;
  /**
   * The job without its callback. If its warnings do not fit in 20 KB, `warningsLeftOut` is the number of those left out.
   */
  data: Job & {
    warningsLeftOut?: number;
  };
}
/**
 * Many requests that were sent at once. Each of them is a job.
 */
export interface Batch {
  id: string;
  /**
   * `ended` once all jobs have ended.
   */
  state: "running" | "cancelling" | "ended";
  /**
   * When it was submitted.
   */
  createdAt: string;
  /**
   * When it was cancelled.
   */
  cancelledAt?: string;
  /**
   * When the last of its jobs ended.
   */
  endedAt?: string;
  /**
   * Requests of the list.
   */
  requests: number;
  counts: {
    /**
     * Jobs that have not ended.
     */
    open: number;
    /**
     * Jobs that have a result.
     */
    succeeded: number;
    /**
     * Jobs that have failed.
     */
    failed: number;
    /**
     * Jobs that were cancelled.
     */
    cancelled: number;
  };
  /**
   * Credits that are reserved for jobs that have not ended.
   */
  creditsReserved: number;
  /**
   * Credits that it has cost.
   */
  creditsUsed: number;
  /**
   * The results as one archive, once the batch has ended, until they expire.
   */
  result?: {
    /**
     * Sends the archive to whoever has this address, without a key. Its `index.json` lists the jobs.
     */
    url: string;
    /**
     * Until when it does so. Results of single jobs expire as those of other jobs do.
     */
    expiresAt: string;
    name: string;
    /**
     * The media type.
     */
    type: string;
  };
  /**
   * The callback that reports the end, if `X-Callback-Url` has asked for one.
   */
  callback?: {
    /**
     * The address to which it is sent.
     */
    url: string;
    /**
     * `waiting` for the end or the next attempt, `delivered`, `failed` after ten attempts, or `gone` after a status of 410.
     */
    state: "waiting" | "delivered" | "failed" | "gone";
    /**
     * The last 20 attempts, the oldest first.
     */
    attempts: {
      /**
       * When it was sent.
       */
      at: string;
      /**
       * The status of the answer.
       */
      status?: number;
      /**
       * Why there was no answer.
       */
      error?: string;
    }[];
    /**
     * When it is sent next.
     */
    nextAttemptAt?: string;
  };
}
/**
 * A request of a batch, with one of `body`, `form` and `bodyRef`.
 */
export interface BatchRequest {
  /**
   * The path of the endpoint.
   */
  operation: string;
  /**
   * A name of your own, which no other request of the batch has. The name of its file begins with it.
   */
  name?: string;
  /**
   * The body of the request, if the endpoint takes JSON.
   */
  body?: {
    [k: string]: unknown;
  };
  /**
   * The parts of the request's form by their names. An object `{base64, name, type}` is a file, and a list of such objects is several files. A string is sent as it is, and any other value as JSON.
   */
  form?: {
    [k: string]: unknown;
  };
  /**
   * The `uploadId` of a body that was sent ahead (see `/uploads`).
   */
  bodyRef?: string;
}
/**
 * The body of the callback of a batch.
 */
export interface BatchEvent {
  type: "batch.ended";
  /**
   * When the last of its jobs ended.
   */
  timestamp: string;
  /**
   * The batch without its callback.
   */
  data: Batch;
}
/**
 * An error. The status, `code`, `reason` and `retryable` are for programs, `message` is for people.
 */
export interface ErrorBody {
  error: {
    code:
      | "INVALID_REQUEST"
      | "UNAUTHORIZED"
      | "INSUFFICIENT_CREDITS"
      | "SSRF_BLOCKED"
      | "NOT_FOUND"
      | "METHOD_NOT_ALLOWED"
      | "IDEMPOTENCY_CONFLICT"
      | "FILE_TOO_LARGE"
      | "UNSUPPORTED_MEDIA_TYPE"
      | "IDEMPOTENCY_MISMATCH"
      | "RATE_LIMIT_EXCEEDED"
      | "PROCESSING_FAILED"
      | "SERVICE_UNAVAILABLE";
    message: string;
    /**
     * Why the request failed: `invalid-request` (a field, part or header is missing, unknown or wrong); `body-too-slow` (the body arrived too slowly); `upload-not-found` (`X-Body-Ref` names no upload of this account, or an expired one); `page-out-of-range` (the document has no such page or sheet); `too-many-pixels` (the pictures would have more pixels than can be drawn); `margins-too-large` (the margins leave no room on the page); `stylesheet-failed` (the stylesheet is wrong, or ended the transformation itself); `document-empty` (the document is empty); `document-damaged` (the document is damaged or not well-formed); `document-encrypted` (the document needs a password); `wrong-password` (`password` does not open the document); `document-unsupported` (the document has parts that are not supported, such as macros or text that is embedded as HTML); `document-too-complex` (the document unpacks to too much, or has more pages, cells or text than can be processed in time); `not-archivable` (the document has something that PDF/A forbids, and PDF/A was asked for); `not-accessible` (the document lacks something that PDF/UA asks for, such as the text of a picture, and PDF/UA was asked for); `key-not-valid` (the key is missing, wrong or revoked); `insufficient-credits` (the account has too few credits); `address-not-public` (`url` leads to a private address); `path-not-found` (there is no such path); `method-not-allowed` (the path takes another method); `request-running` (a request with this `Idempotency-Key` is still running); `result-gone` (the answer to this `Idempotency-Key` is no longer kept); `document-too-large` (the document or the body is over its limit); `unsupported-media-type` (the content type or the kind of file is not the one that the endpoint takes); `idempotency-key-reused` (the `Idempotency-Key` was used for another request); `rate-limit-exceeded` (the account has made too many requests); `selector-not-found` (no element matched `selector`, or `waitForSelector` in time); `expression-not-true` (`waitForExpression` did not become true in time); `page-unreachable` (the page could not be loaded, or not to its end); `page-unavailable` (the page answered with a status of 500 or more); `page-refused` (the page answered with another status that comes without a document, such as 404 or 204); `page-not-printable` (the address holds a download or a type that is not printed); `page-navigates` (the document leads to another page); `page-incomplete` (something that the page asks for is missing, and `failOnResource` was given); `page-stalled` (the page's scripts kept it from answering); `out-of-time` (the work was not done within the time of a request); `no-turn-in-time` (the request was still waiting for its turn at the deadline); `processor-time-exceeded` (the document took too much processor time); `memory-exceeded` (the document took too much memory, disk or threads); `result-too-large` (the result is larger than a result may be); `engine-crashed` (the engine ended while it worked on the document); `document-crashes-engine` (the engine crashed over the document); `engine-missing` (the server lacks the engine that the request needs); `caller-gone` (the caller hung up; only the log has it); `internal-error` (the service failed); `service-busy` (the service has no room for the request now); `server-stopping` (this server is stopping); `store-unreachable` (the store of the accounts or of the uploads does not answer); `plan-not-configured` (the service does not know the plan of the account); `account-busy` (the account is changed too often, or has too many uploads).
     */
    reason:
      | "invalid-request"
      | "body-too-slow"
      | "upload-not-found"
      | "page-out-of-range"
      | "too-many-pixels"
      | "margins-too-large"
      | "stylesheet-failed"
      | "document-empty"
      | "document-damaged"
      | "document-encrypted"
      | "wrong-password"
      | "document-unsupported"
      | "document-too-complex"
      | "not-archivable"
      | "not-accessible"
      | "key-not-valid"
      | "insufficient-credits"
      | "address-not-public"
      | "path-not-found"
      | "method-not-allowed"
      | "request-running"
      | "result-gone"
      | "document-too-large"
      | "unsupported-media-type"
      | "idempotency-key-reused"
      | "rate-limit-exceeded"
      | "selector-not-found"
      | "expression-not-true"
      | "page-unreachable"
      | "page-unavailable"
      | "page-refused"
      | "page-not-printable"
      | "page-navigates"
      | "page-incomplete"
      | "page-stalled"
      | "out-of-time"
      | "no-turn-in-time"
      | "processor-time-exceeded"
      | "memory-exceeded"
      | "result-too-large"
      | "engine-crashed"
      | "document-crashes-engine"
      | "engine-missing"
      | "caller-gone"
      | "internal-error"
      | "service-busy"
      | "server-stopping"
      | "store-unreachable"
      | "plan-not-configured"
      | "account-busy";
    /**
     * Whether the same request may succeed later, after `Retry-After` if that is given.
     */
    retryable: boolean;
    /**
     * What the request costs. On credit errors only, as the next two.
     */
    creditsRequired?: number;
    /**
     * What the account has.
     */
    creditsBalance?: number;
    /**
     * Where credits can be bought; null if the operator names no address.
     */
    purchaseUrl?: string | null;
  };
}
