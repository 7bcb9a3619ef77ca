/**
 * The code of every warning, with its meaning. A warning says how a result differs from what its input asks for. Clients
 * rely on the codes.
 */
export const WARNINGS = {
  "image-blocked": "an image was not fetched: its address is private or its port is not allowed",
  "image-failed": "an image could not be fetched",
  "stylesheet-blocked": "a stylesheet was not fetched: its address is private or its port is not allowed",
  "stylesheet-failed": "a stylesheet could not be fetched",
  "script-blocked": "a script was not fetched: its address is private or its port is not allowed",
  "script-failed": "a script could not be fetched",
  "font-blocked": "a font was not fetched: its address is private or its port is not allowed",
  "font-failed": "a font could not be fetched",
  "resource-blocked": "something else was not fetched: its address is private or its port is not allowed",
  "resource-failed": "something else could not be fetched",
  "headers-left-out": "the page is at another origin than `url`, so headers and cookies were not sent to it",
  "load-incomplete": "the page was rendered before it had loaded everything, or before its scripts had ended",
  "tags-left-out": "the PDF has no tags, because the document is very large",
  "tags-removed": "pages that are arranged on sheets have no tags",
  "characters-missing": "some characters of the document are in no font; boxes or gaps stand for them",
  "font-substituted": "a font of the document is not installed and was replaced by a similar one",
  "formula-value-kept":
    "the workbook asks to be calculated, but some formulas cannot be; they keep the values in the file",
  "formula-not-calculated": "a formula without a value in the file is not understood; it prints as an error",
  "chart-left-out": "a chart of a kind that the engine cannot draw was left out",
  "picture-left-out": "a picture of a kind that the engine cannot draw was left out of a workbook",
  "table-style-left-out":
    "some cells of a table were printed without its style: there are too many, or it is a pivot table's style that is not drawn",
  "slide-left-out": "a hidden slide of a presentation was not printed",
  "index-not-built": "a table of contents or another index that is marked as outdated was printed as stored",
  "sparkline-dates-left-out": "sparklines are drawn with even steps instead of by their dates",
  "delimiter-guessed":
    "the delimiter of a CSV was found by a close guess; the message says what was taken, `options` may say it",
  "head-guessed": "the head of a CSV was found below other lines; the message says in which row, `options` may say it",
  "head-shortened": "the header cells of a CSV would take more than half the page; they end in an ellipsis",
  "cells-joined": "some rows of a CSV have many more cells than the others; the last column holds the rest",
  "diagram-failed": "a diagram of a Markdown document could not be drawn; its source was printed",
  "embedded-engine": "the machine has no LibreOffice, so the document lost most of its formatting",
  "signature-removed": "a digital signature was removed, because it was only valid for the unchanged file",
  "restrictions-removed": "the restrictions of an owner's password were removed",
  "password-removed": "the file needed a password; the result needs none",
  "page-without-text": "a page has no text, such as a scanned page",
  "characters-unmapped": "the fonts of some characters do not say which letters they are",
  "links-removed": "links to pages that the result does not have were removed",
  "copy-untagged": "pages of a tagged file that are repeated have tags only in their first place",
  "content-untagged": "form fields or annotations became content of the pages, which has no tags",
  "annotation-kept": "annotations without an appearance were not drawn into the pages; they stay annotations",
  "annotation-left-out":
    "lines, polygons, text boxes and stamps without an appearance are not in the picture of a page",
  "animation-left-out":
    "a picture that moves shows its first picture only, and an animated slide all its objects, where they are before any animation",
  "remote-content-left-out": "pictures or style sheets of a message that are on the network were not fetched",
  "active-content-left-out": "scripts, frames or media of a message were left out",
  "dtd-not-read":
    "an XML document names a DTD outside of it, which is not read; default attributes that it declares are missing",
  "characters-lost": "some characters of a message or an HTML file are not in the encoding that it names",
  "formatting-simplified":
    "the body of a message is RTF, which was printed with simple formatting, or a formula of an EQ field in a Word or RTF document, or of a shape in a workbook, was printed on one line",
  "field-left-out":
    "a field of a Word or RTF document whose text is not in the file, such as LISTNUM or a bar code, was not printed",
  "message-not-printed":
    "a message holds messages that are too many, too deep or encrypted, or objects of Office, which were not printed; those in MIME are attached",
  "attachment-not-printed":
    "an attachment that should have become pages is damaged, encrypted, too complex or behind 50 others; it is only attached",
  "attachment-removed":
    "attachments were left out: they have a password of their own, PDF/A-2 does not take them, their bytes cannot be read, or the request brings another invoice",
  "xfa-removed": "the XFA part of a form was removed; the form stays as a PDF form",
  "pdfa-removed": "the file no longer claims to be PDF/A",
  "pdfua-removed": "the file no longer claims to be PDF/UA, because its pages were changed",
  "pdfua-tags":
    "the file does not claim to be PDF/UA: it has no tags, because it is very large or its only text stands for missing pictures",
  "pdfua-language": "the file does not claim to be PDF/UA: the document states no language",
  "pdfua-title": "the file does not claim to be PDF/UA: the document has no title",
  "pdfua-picture": "the file does not claim to be PDF/UA: a picture has no text that stands for it",
  "pdfua-heads": "the file does not claim to be PDF/UA: a table has no header cells",
  "pdfua-frame": "the file does not claim to be PDF/UA: what is in a frame has no tags of its own",
  "font-embedded":
    "a font that was not in the file was replaced by a free one with the same metrics, which is embedded",
  "script-removed": "scripts were removed, because PDF/A forbids them",
  "action-removed": "actions that PDF/A forbids were removed, such as one that starts a program",
  "annotation-removed": "annotations that PDF/A forbids were removed, such as hidden ones and films; their look stays",
  "annotation-drawn": "annotations without an appearance got one, which readers may have drawn in another way",
  "interpolation-removed": "coarse pictures are no longer interpolated, so that readers may show their pixels",
  "print-intent-removed":
    "a file compressed for the screen lost the colour profile of its press and its claim to be PDF/X",
  "proof-sampled": "not every page of the compressed file was compared with the original",
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof WARNINGS;

/** One way in which the result differs from what the input asks for. It holds no text of the document. */
export interface Warning {
  readonly code: WarningCode;
  /** A sentence for people. */
  readonly message: string;
  /** Where: `page 3`, `file 2`, the origin of an address. */
  readonly place?: string | undefined;
}

/** Warnings that one answer lists; further ones are only counted. */
export const LISTED_WARNINGS_LIMIT = 100;

/** The warnings without those that repeat the code, place and message of another one. */
export const distinct = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [`${warning.code} ${warning.place} ${warning.message}`, warning])).values(),
];
