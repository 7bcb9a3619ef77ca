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

/** The media types of files whose part names none. */
const TYPES: Readonly<Record<string, string>> = {
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

/** What a part says that was sent with no type of its own. */
const GENERAL_TYPES: ReadonlySet<string> = new Set(["text/plain", UNKNOWN_MEDIA_TYPE]);

const typeOf = ({ type, name = "" }: Part): string => {
  const stated = (type.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (MEDIA_TYPE.test(stated) && !GENERAL_TYPES.has(stated)) return stated;
  return TYPES[extname(name).toLowerCase()] ?? (stated === "text/plain" ? stated : UNKNOWN_MEDIA_TYPE);
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
            "What the file is to the PDF: what it was made from, the data behind it, the same in another form, or more than it says.",
          default: DEFAULT_RELATIONSHIP,
        }),
      ),
    },
    { relationship: "Source" },
  ),
);

/** The parts with files that the PDF is to hold. */
export const attachmentParts = {
  attachments: described(namedFiles, {
    description:
      "Files that the PDF holds, one part each, with their file names and media types. They are associated files, as PDF/A-3 takes them.",
  }),
  attachmentOptions: optional(
    jsonPart(
      described(attachmentOptions, {
        description: "What the attachments are, by their file names.",
        examples: [{ "prices.csv": { description: "Prices", relationship: "Source" } }],
      }),
    ),
  ),
};

/** The same parts, if none must be sent. */
export const optionalAttachmentParts = { ...attachmentParts, attachments: optional(attachmentParts.attachments) };

interface Sent {
  readonly attachments?: readonly Part[] | undefined;
  readonly attachmentOptions?: Accepted<typeof attachmentOptions> | undefined;
  readonly options?: { readonly pdfA?: PdfaLevel | undefined } | undefined;
}

/** Each name in the options is that of a file. */
export const optionsHaveFiles = asyncCheck<Sent>(({ attachments = [], attachmentOptions = {} }) => {
  const unknown = Object.keys(attachmentOptions).find((name) => attachments.every((file) => file.name !== name));
  if (unknown === undefined) return;
  const message = `names ${unknown.slice(0, 100)}, which is the file name of no part attachments`;
  throw new ServiceError("INVALID_REQUEST", message);
}, "attachmentOptions");

/** PDF/A-2 takes no files of other kinds (ISO 19005-2, 6.8). */
export const attachmentsNeedPart3 = rule<Sent>(
  ({ attachments, options }) =>
    attachments === undefined || options?.pdfA === undefined || options.pdfA.startsWith("3"),
  "needs options.pdfA 3b or 3a, or none",
  "attachments",
);

/** The files that these parts hold. */
export const attachmentsOf = ({ attachments = [], attachmentOptions = {} }: Sent): Attachment[] =>
  attachments.map((part) => {
    const { name = "", bytes } = part;
    const given = Object.hasOwn(attachmentOptions, name) ? attachmentOptions[name] : undefined;
    const { description, relationship = DEFAULT_RELATIONSHIP } = given ?? {};
    return { name: name.toWellFormed(), bytes, type: typeOf(part), description, relationship };
  });
