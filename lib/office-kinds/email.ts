import { MESSAGE_STREAM } from "../ooxml/compound-streams.ts";
import { isCompoundFile } from "./compound-file.ts";

/** The formats of messages: MIME, and Outlook's. */
type EmailKind = "eml" | "msg";

/** Bytes at the beginning in which the head of a message is looked for. */
const SEARCH_BYTES = 65_536;

/** Fields that heads of messages have. */
const KNOWN_FIELDS = new Set(
  (
    "from to cc bcc date subject sender reply-to message-id received return-path delivered-to mime-version content-type " +
    "content-transfer-encoding content-disposition content-language content-class dkim-signature in-reply-to references " +
    "user-agent envelope-to errors-to newsgroups organization importance precedence authentication-results received-spf lines " +
    "disposition-notification-to delivery-date approved comments keywords xref path status"
  ).split(" "),
);
const KNOWN_PREFIX = /^(?:x|resent|arc|list|thread)-/;

/** Fields that mail programs write, and people do not. */
const FIELD_OF_PROGRAMS = /^(?:received|mime-version|message-id|return-path|delivered-to|dkim-signature|content-type)$/;

const FIELD = /^([!-9;-~]{1,80})[ \t]*:/;
/** The line before a message in a mailbox file (RFC 4155). */
const MBOX_LINE = /^>?From (?![ \t]*:)/;

/** The names of the header fields with which a file begins; undefined if it does not begin as a message does. */
const fieldsOf = (bytes: Buffer): string[] | undefined => {
  const start = bytes
    .toString("latin1", 0, SEARCH_BYTES)
    .replace(/^\xef\xbb\xbf/, "")
    .trimStart();
  const names: string[] = [];
  for (const [index, line] of start.split(/\r\n|\n|\r/).entries()) {
    if (line === "") break;
    if (index === 0 ? MBOX_LINE.test(line) : /^[ \t]/.test(line)) continue;
    const name = FIELD.exec(line)?.[1]?.toLowerCase();
    if (name === undefined) break;
    names.push(name);
  }
  return names.some((name) => KNOWN_FIELDS.has(name) || KNOWN_PREFIX.test(name)) ? names : undefined;
};

/** Whether a file is certainly a message, and not a text by a person that begins with such words. */
export const isSentMessage = (bytes: Buffer): boolean => {
  const names = new Set(fieldsOf(bytes));
  return (
    [...names].some((name) => FIELD_OF_PROGRAMS.test(name)) &&
    (names.has("from") || names.has("date") || names.has("to"))
  );
};

const MESSAGE_STREAM_IN_DIRECTORY = Buffer.from(MESSAGE_STREAM, "utf16le");

/** The format of a message, at first sight; undefined for another file. Other compound files that embed a message are `msg` too. */
export const emailKind = (bytes: Buffer): EmailKind | undefined => {
  if (isCompoundFile(bytes)) return bytes.includes(MESSAGE_STREAM_IN_DIRECTORY) ? "msg" : undefined;
  return fieldsOf(bytes) === undefined ? undefined : "eml";
};
