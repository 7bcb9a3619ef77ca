import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import { emailKind, isSentMessage } from "../office-kinds/email.ts";
import { pictureKind } from "../pictures/picture-kind.ts";

/** The end of a ZIP archive, which lists its files. */
const namesIn = (bytes: Buffer): Buffer => bytes.subarray(-65_536);

const isPackage =
  (folder: string) =>
  (bytes: Buffer, kind?: string): boolean =>
    kind?.startsWith("ZIP") === true && namesIn(bytes).includes(folder);

const isHtml = (bytes: Buffer): boolean =>
  /^\s*<(!doctype html|html)[\s>]/i.test(bytes.toString("latin1", 0, 512).replace(/^\xef\xbb\xbf/, ""));

/** Kinds of files, the endpoints that accept them, and how they are recognised. */
const FAMILIES: readonly (readonly [name: string, endpoint: string, is: (bytes: Buffer, kind?: string) => boolean])[] =
  [
    ["PDF", "/pdf/merge", (_, kind) => kind === "PDF"],
    ["Word document", "/convert/word-to-pdf", isPackage("word/")],
    ["Excel workbook", "/convert/excel-to-pdf", isPackage("xl/workbook")],
    ["PowerPoint presentation", "/convert/powerpoint-to-pdf", isPackage("ppt/presentation")],
    [
      "Outlook message",
      "/convert/email-to-pdf",
      (bytes, kind) => kind === "old Office document" && emailKind(bytes) === "msg",
    ],
    [
      "Office document",
      "/convert/office-to-pdf",
      (_, kind) => kind === "old Office document" || kind === "RTF document",
    ],
    ["HTML document", "/convert/html-to-pdf", isHtml],
    ["picture", "/convert/image-to-pdf", (bytes) => pictureKind(bytes) !== undefined],
    ["message", "/convert/email-to-pdf", (bytes, kind) => kind === undefined && isSentMessage(bytes)],
  ];

/** The error for a file of another kind, with the endpoint that accepts it; `wanted` is the kind that this endpoint accepts. */
export const otherFamily = (bytes: Buffer, wanted: string): string => {
  const kind = kindBySignature(bytes);
  const family = FAMILIES.find(([, , is]) => is(bytes, kind));
  if (family !== undefined) return `is ${withArticle(family[0])}, which ${family[1]} takes, not ${wanted}`;
  return kind === undefined ? `is not ${wanted}` : `is ${withArticle(kind)}, not ${wanted}`;
};
