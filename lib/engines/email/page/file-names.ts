import {
  type Attachment as AttachedFile,
  attachmentNameWithNumber,
  MEDIA_TYPE,
  UNKNOWN_MEDIA_TYPE,
} from "../../../pdf/attachments.ts";
import { pdfDate } from "../../../pdf/strings.ts";
import { TakenNames } from "../../../pdf/unused-name.ts";
import type { MessageAttachment } from "../message.ts";
import { withoutHidden } from "./hidden-characters.ts";

const NAME_LIMIT_CHARACTERS = 200;

/** Extensions of files that messages often send without a name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": ".pdf",
  "application/pgp-signature": ".asc",
  "application/pkcs7-signature": ".p7s",
  "image/gif": ".gif",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "message/delivery-status": ".txt",
  "message/rfc822": ".eml",
  "text/calendar": ".ics",
  "text/csv": ".csv",
  "text/html": ".html",
  "text/plain": ".txt",
  "text/vcard": ".vcf",
  "text/x-vcard": ".vcf",
};

/** A name without folders and hidden characters. A name that is too long is cut in its middle. */
const cleanName = (name: string): string => {
  const plain = withoutHidden(name).split(/[/\\]/).at(-1)?.trim() ?? "";
  if (/^\.*$/.test(plain)) return "";
  if (plain.length <= NAME_LIMIT_CHARACTERS) return plain.toWellFormed();
  return `${plain.slice(0, NAME_LIMIT_CHARACTERS / 2)}…${plain.slice(-NAME_LIMIT_CHARACTERS / 2)}`.toWellFormed();
};

/** A time as a date of PDF; undefined if a date of PDF cannot hold it. */
const dateOf = (time: Date | undefined): string | undefined =>
  time !== undefined && time.getUTCFullYear() >= 0 && time.getUTCFullYear() <= 9999
    ? pdfDate(Math.floor(time.getTime() / 1000))
    : undefined;

/** Returns a function that gives each attachment a different name. A file without a date has that of its message. */
export const fileNamer = (): ((attachment: MessageAttachment, sent: Date | undefined) => AttachedFile) => {
  const taken = new TakenNames();
  return ({ name: statedName, type: statedType, bytes, created, modified }, sent) => {
    const type = MEDIA_TYPE.test(statedType) ? statedType : UNKNOWN_MEDIA_TYPE;
    const wanted = cleanName(statedName) || `attachment${EXTENSIONS[type] ?? ""}`;
    const name = taken.take(wanted, (count) => attachmentNameWithNumber(wanted, count));
    const dates = { created: dateOf(created), modified: dateOf(modified ?? sent) };
    return { name, type, bytes, relationship: "Unspecified", ...dates };
  };
};
