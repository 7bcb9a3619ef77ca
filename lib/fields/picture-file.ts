import type { FileKind } from "../contract/contract.ts";
import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import { ServiceError } from "../errors/service-error.ts";
import { pictureKind } from "../pictures/picture-kind.ts";

const NAMES = "JPEG, PNG, TIFF, WebP, GIF, BMP, AVIF, JPEG 2000 or SVG";

/** The end of a ZIP archive, which lists its files. */
const namesIn = (bytes: Buffer): Buffer => bytes.subarray(-65_536);

/** The endpoints that take documents of other families, by what tells these. */
const OTHER_FAMILIES: readonly (readonly [
  name: string,
  endpoint: string,
  is: (bytes: Buffer, kind?: string) => boolean,
])[] = [
  ["PDF", "/pdf/merge", (_, kind) => kind === "PDF"],
  [
    "Word document",
    "/convert/word-to-pdf",
    (bytes, kind) => kind?.startsWith("ZIP") === true && namesIn(bytes).includes("word/"),
  ],
  [
    "Excel workbook",
    "/convert/excel-to-pdf",
    (bytes, kind) => kind?.startsWith("ZIP") === true && namesIn(bytes).includes("xl/workbook"),
  ],
  [
    "HTML document",
    "/convert/html-to-pdf",
    (bytes) => /^\s*<(!doctype html|html)[\s>]/i.test(bytes.toString("latin1", 0, 512).replace(/^\xef\xbb\xbf/, "")),
  ],
];

/** What a file is that is no picture, and where it is taken. */
const faultOf = (bytes: Buffer): string => {
  const kind = kindBySignature(bytes);
  const family = OTHER_FAMILIES.find(([, , is]) => is(bytes, kind));
  if (family !== undefined) return `is ${withArticle(family[0])}, which ${family[1]} takes, not ${NAMES}`;
  return kind === undefined ? `is no ${NAMES} picture` : `is ${withArticle(kind)}, not ${NAMES}`;
};

/** A picture, by its first bytes; the work on it finds out whether it can be read. */
export const anyPictureFile: FileKind = {
  name: NAMES,
  check: (bytes) => {
    const kind = pictureKind(bytes);
    if (kind === "heic") throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `is an HEIC picture, not ${NAMES}`);
    if (kind === undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", faultOf(bytes));
  },
};
