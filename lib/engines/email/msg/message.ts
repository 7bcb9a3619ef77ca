import { CompoundFile, type Storage } from "../../../office-kinds/compound-file.ts";
import { refuseKind } from "../../../office-kinds/refusal.ts";
import { MESSAGE_STREAM } from "../../../ooxml/compound-streams.ts";
import { ByteBudget } from "../byte-budget.ts";
import { type HeaderField, MESSAGE_DEPTH_LIMIT, type Message, type MessageAttachment } from "../message.ts";
import { dateOf } from "../mime/header.ts";
import { readMime } from "../mime/message.ts";
import { openSmime } from "../mime/smime.ts";
import { recipientsOf, shownPerson } from "./address.ts";
import { messageBody } from "./body.ts";
import { PROPERTY, Properties } from "./properties.ts";

/** Bytes before the first entry of the fixed properties (MS-OXMSG, 2.4.1). */
const HEAD_BYTES = { top: 32, embedded: 24, other: 8 } as const;

const ATTACHMENT_PREFIX = "__attach_version1.0_";
/** The flag of an attachment that the body shows (MS-OXCMSG, 2.2.2.18). */
const SHOWN_IN_BODY = 4;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A time in the notation of headers, in UTC. */
const shownTime = (time: Date): string => {
  const two = (number: number) => String(number).padStart(2, "0");
  const clock = [time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds()].map(two).join(":");
  return `${DAYS[time.getUTCDay()]}, ${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()} ${clock} +0000`;
};

/** The date in the header of the message in transport, which has the sender's own offset. */
const transportDate = (message: Properties): string =>
  /^Date:[ \t]*([^\r\n]{1,200})/im.exec(message.text(PROPERTY.transportHeaders).slice(0, 262_144))?.[1]?.trim() ?? "";

const authorOf = (message: Properties): string => {
  const { authorName, authorSmtp, authorAddress, senderName, senderSmtp, senderAddress } = PROPERTY;
  const author = shownPerson(message.text(authorName), message.text(authorSmtp), message.text(authorAddress));
  return author || shownPerson(message.text(senderName), message.text(senderSmtp), message.text(senderAddress));
};

const headerOf = (message: Properties, open: (name: string) => Properties, date: string): HeaderField[] => {
  const recipients = recipientsOf(message, open);
  const persons = (kind: "To" | "Cc" | "Bcc", shown: number) => recipients.get(kind)?.join(", ") || message.text(shown);
  return [
    { name: "From", text: authorOf(message) },
    { name: "To", text: persons("To", PROPERTY.shownTo) },
    { name: "Cc", text: persons("Cc", PROPERTY.shownCc) },
    { name: "Bcc", text: persons("Bcc", PROPERTY.shownBcc) },
    { name: "Date", text: date },
  ].filter(({ text }) => text !== "");
};

const attachmentOf = (file: Properties): MessageAttachment => {
  const { fileName, shortFileName, name, contentId, contentLocation } = PROPERTY;
  const isInline = file.isSet(PROPERTY.hidden) || ((file.number(PROPERTY.flags) ?? 0) & SHOWN_IN_BODY) !== 0;
  return {
    name: file.text(fileName) || file.text(shortFileName) || file.text(name),
    type: file.text(PROPERTY.type).toLowerCase(),
    bytes: file.bytes(PROPERTY.content) ?? Buffer.alloc(0),
    ids: [file.text(contentId), file.text(contentLocation)].filter((id) => id !== ""),
    isInline: isInline || file.text(contentId) !== "",
    created: file.time(PROPERTY.created),
    modified: file.time(PROPERTY.modified),
  };
};

/** The MIME in a message that is signed with S/MIME; without `content` if it has none, or none that can be read. */
const signedMime = (
  messageClass: string,
  attachments: readonly MessageAttachment[],
  isWholeFile: boolean,
): ReturnType<typeof openSmime> => {
  const [only] = attachments;
  if (!/^IPM\.Note\.SMIME/i.test(messageClass) || only === undefined) return { kind: "other" };
  const bytes = Buffer.from(only.bytes.buffer, only.bytes.byteOffset, only.bytes.length);
  return /MultipartSigned$/i.test(messageClass) ? { kind: "signed", content: bytes } : openSmime(bytes, isWholeFile);
};

const readStorage = async (
  storage: Storage,
  headBytes: number,
  depth: number,
  budget: ByteBudget,
): Promise<Message> => {
  const message = new Properties(storage, headBytes);
  const open = (name: string) => new Properties(storage.open(name), HEAD_BYTES.other, message.encoding);
  const attachments: MessageAttachment[] = [];
  const messages: Message[] = [];
  let unread = 0;
  for (const name of storage.storageNames.filter((entry) => entry.startsWith(ATTACHMENT_PREFIX)).sort()) {
    const file = open(name);
    const inner = file.object(PROPERTY.content);
    if (inner === undefined) attachments.push(attachmentOf(file));
    else if (inner.names.has(MESSAGE_STREAM) && depth < MESSAGE_DEPTH_LIMIT)
      messages.push(await readStorage(inner, HEAD_BYTES.embedded, depth + 1, budget));
    else unread++;
  }
  const subject = message.text(PROPERTY.subject).trim();
  const sent = message.time(PROPERTY.sent) ?? message.time(PROPERTY.delivered) ?? message.time(PROPERTY.created);
  const date = transportDate(message) || (sent === undefined ? "" : shownTime(sent));
  const header = headerOf(message, open, date);
  const about = { header, subject, sent: sent ?? dateOf(date) };
  const signed = signedMime(message.text(PROPERTY.messageClass), attachments, depth === 0);
  if (signed.content !== undefined) return { ...(await readMime(signed.content, depth, budget)), ...about };
  if (signed.kind === "encrypted") unread++;
  const { body, isFromRtf } = messageBody(message, budget);
  const hasLostCharacters = body.some((part) => (part.kind === "html" ? part.html : part.text).includes("\ufffd"));
  return { ...about, body, attachments, messages, hasLostCharacters, unread, isFromRtf };
};

/** Reads a message of Outlook (MS-OXMSG). Throws UNSUPPORTED_MEDIA_TYPE if it is damaged, and INVALID_REQUEST if it is encrypted. */
export const readMsg = async (bytes: Buffer): Promise<Message> => {
  const file = new CompoundFile(bytes);
  if (!file.names.has(MESSAGE_STREAM)) throw refuseKind("is a file of Office that only holds a message");
  return readStorage(file, HEAD_BYTES.top, 0, new ByteBudget(bytes.length));
};
