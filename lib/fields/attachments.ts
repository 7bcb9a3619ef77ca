import { extname } from "node:path";
import {
  type Accepted,
  asyncCheck,
  described,
  fields,
  jsonPart,
  oneOf,
  optional,
  type Part,
  record,
  rule,
  shortText,
} from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { PdfaLevel } from "../pdf/archive/level.ts";
import { type Attachment, MEDIA_TYPE, RELATIONSHIPS, UNKNOWN_MEDIA_TYPE } from "../pdf/attachments.ts";
import { namedFiles } from "./named-files.ts";

const DESCRIPTION_LIMIT_CHARACTERS = 1024;
const DEFAULT_RELATIONSHIP = "Unspecified";

/** The media types by the ends of file names, for files whose part states none. */
const TYPES_BY_EXTENSION: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".html": "text/html",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".md": "text/markdown",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".txt": "text/plain",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".xml": "text/xml",
  ".zip": "application/zip",
};

/** Media types that say nothing: clients send them for a file whose type they do not know. */
const UNSPECIFIC_TYPES: ReadonlySet<string> = new Set(["text/plain", UNKNOWN_MEDIA_TYPE]);

const typeOf = ({ type, name = "" }: Part): string => {
  const stated = (type.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (MEDIA_TYPE.test(stated) && !UNSPECIFIC_TYPES.has(stated)) return stated;
  return TYPES_BY_EXTENSION[extname(name).toLowerCase()] ?? (stated === "text/plain" ? stated : UNKNOWN_MEDIA_TYPE);
};

const attachmentOptions = record(
  fields(
    {
      description: optional(
        described(
          shortText(DESCRIPTION_LIMIT_CHARACTERS).check(rule<string>((text) => text.isWellFormed(), "must be text")),
          { description: "What the file is, for people." },
        ),
      ),
      relationship: optional(
        described(oneOf(RELATIONSHIPS), {
          description:
            "What the file is to the PDF: what the PDF was made from (`Source`), the data behind it (`Data`), the same content in another form (`Alternative`), or additional content (`Supplement`).",
          default: DEFAULT_RELATIONSHIP,
        }),
      ),
    },
    { relationship: "Source" },
  ),
);

/** The parts of a form with files that the PDF will hold. */
export const attachmentParts = {
  attachments: described(namedFiles, {
    description:
      "Files that the PDF will hold, each in a part of its own, with its file name and media type. They become associated files, as PDF/A-3 requires.",
  }),
  attachmentOptions: optional(
    jsonPart(
      described(attachmentOptions, {
        description: "A description and a relationship for each attachment, by file name.",
        examples: [{ "prices.csv": { description: "Prices", relationship: "Source" } }],
      }),
    ),
  ),
};

/** The same parts for an endpoint that does not require attachments. */
export const optionalAttachmentParts = { ...attachmentParts, attachments: optional(attachmentParts.attachments) };

interface Sent {
  readonly attachments?: readonly Part[] | undefined;
  readonly attachmentOptions?: Accepted<typeof attachmentOptions> | undefined;
  readonly options?: { readonly pdfA?: PdfaLevel | undefined } | undefined;
}

/** Checks that each name in the options is the file name of an attachment. */
export const optionsHaveFiles = asyncCheck<Sent>(({ attachments = [], attachmentOptions = {} }) => {
  const unknown = Object.keys(attachmentOptions).find((name) => attachments.every((file) => file.name !== name));
  if (unknown === undefined) return;
  const message = `names ${unknown.slice(0, 100)}, but no part attachments has this file name`;
  throw new ServiceError("INVALID_REQUEST", message);
}, "attachmentOptions");

/** PDF/A-2 allows no attachments but PDF/A files (ISO 19005-2, 6.8). */
export const attachmentsNeedPart3 = rule<Sent>(
  ({ attachments, options }) =>
    attachments === undefined || options?.pdfA === undefined || options.pdfA.startsWith("3"),
  "needs options.pdfA 3b or 3a, or none",
  "attachments",
);

/** The attachments in these parts. */
export const attachmentsOf = ({ attachments = [], attachmentOptions = {} }: Sent): Attachment[] =>
  attachments.map((part) => {
    const { name = "", bytes } = part;
    const given = Object.hasOwn(attachmentOptions, name) ? attachmentOptions[name] : undefined;
    const { description, relationship = DEFAULT_RELATIONSHIP } = given ?? {};
    return { name: name.toWellFormed(), bytes, type: typeOf(part), description, relationship };
  });
