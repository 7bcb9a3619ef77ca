import { ServiceError } from "../../../errors/service-error.ts";
import { type Attachment, type BodyPart, MESSAGE_DEPTH_LIMIT, type Message } from "../message.ts";
import { attachmentOf, fileNameOf } from "./attachment.ts";
import { decodeText } from "./charset.ts";
import { dateOf, fieldOf, shownHead, subjectOf } from "./head.ts";
import { readSignedData } from "./signed-data.ts";
import { htmlText, isBlank } from "./text-parts.ts";
import { type MimePart, mimeTree } from "./tree.ts";

const encrypted = (how: string): ServiceError =>
  new ServiceError("INVALID_REQUEST", `file is encrypted with ${how}; its key is not taken.`, {
    reason: "document-encrypted",
  });

/** Parts that are text for people although their types do not say so. */
const REPORT_TYPES = /^(?:message\/(?:delivery-status|disposition-notification|feedback-report)|text\/rfc822-headers)$/;
const MESSAGE_TYPES = /^message\/(?:rfc822|global|news)$/;
const SIGNED_TYPES = /^application\/(?:x-)?pkcs7-mime$/;
/** Pictures that a browser draws. */
const PICTURE_TYPES = /^image\/(?:jpe?g|pjpeg|png|x-png|gif|webp|avif|bmp|x-ms-bmp|svg\+xml)$/;

const typeOf = ({ contentType }: MimePart): string => contentType.parsed.value;

const isAttached = ({ contentDisposition }: MimePart): boolean => contentDisposition.parsed.value === "attachment";

/** Whether a part, or one in it, is text of this type that is part of the body. */
const holds = (part: MimePart, type: string): boolean =>
  (typeOf(part) === type && !isAttached(part)) || part.childNodes.some((child) => holds(child, type));

const bytesOf = ({ content }: MimePart): Buffer => Buffer.from(content ?? new ArrayBuffer(0));

/** Reads one message: its parts become its body, its attachments and the messages in it, in their order. */
class MessageReader {
  readonly body: BodyPart[] = [];
  readonly attachments: Attachment[] = [];
  readonly messages: Message[] = [];
  hasLostCharacters = false as boolean;
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  async take(part: MimePart, isRelated = false): Promise<void> {
    const type = typeOf(part);
    if (type === "multipart/encrypted") throw encrypted("PGP or another protocol of multipart/encrypted");
    if (part.contentType.multipart === "alternative") return this.#takeAlternative(part, isRelated);
    if (part.contentType.multipart !== false) return this.#takeAll(part, isRelated || type === "multipart/related");
    if (SIGNED_TYPES.test(type)) return this.#takeSigned(part, isRelated);
    if (MESSAGE_TYPES.test(type)) return this.#takeMessage(part);
    if (!isAttached(part) && this.#takeText(part, type)) return;
    this.#takeFile(part, isRelated);
  }

  async #takeAll({ childNodes }: MimePart, isRelated: boolean): Promise<void> {
    for (const child of childNodes) await this.take(child, isRelated);
  }

  /** Takes the best one of several forms of the same content, which is the last that can be shown; others only if they are files. */
  async #takeAlternative({ childNodes }: MimePart, isRelated: boolean): Promise<void> {
    const best =
      childNodes.findLast((child) => holds(child, "text/html") && !isBlankHtml(child)) ??
      childNodes.findLast((child) => holds(child, "text/plain")) ??
      childNodes.at(-1);
    for (const child of childNodes) {
      const isText = /^text\/(?:plain|html|enriched|richtext|watch-html|x-amp-html)$/.test(typeOf(child));
      if (child === best || (!isText && !holds(child, "text/plain") && !holds(child, "text/html")))
        await this.take(child, isRelated);
    }
  }

  #takeText(part: MimePart, type: string): boolean {
    const { charset, format = "", delsp = "" } = part.contentType.parsed.params;
    if (type === "text/html") {
      const html = htmlText(bytesOf(part), charset);
      this.#note(html);
      this.body.push({ kind: "html", html });
    } else if (type === "text/plain" || REPORT_TYPES.test(type)) {
      const text = decodeText(bytesOf(part), charset);
      this.#note(text);
      const [isFlowed, dropsSpace] = [/^flowed$/i.test(format), /^yes$/i.test(delsp)];
      this.body.push({ kind: "text", text, isFlowed, dropsSpace });
    } else return false;
    // A text that has a name is a file too.
    return fileNameOf(part) === "";
  }

  #note(text: string): void {
    this.hasLostCharacters ||= text.includes("\ufffd");
  }

  async #takeSigned(part: MimePart, isRelated: boolean): Promise<void> {
    const { kind, content } = readSignedData(bytesOf(part));
    if (kind === "encrypted") throw encrypted("S/MIME");
    if (content === undefined) return this.#takeFile(part, isRelated);
    await this.take(await mimeTree(content), isRelated);
  }

  async #takeMessage(part: MimePart): Promise<void> {
    const attachment = attachmentOf(part, false);
    const message = this.#depth < MESSAGE_DEPTH_LIMIT ? await readMime(attachment.bytes, this.#depth + 1) : undefined;
    if (message !== undefined) this.messages.push(message);
    const name = attachment.name || `${message?.subject || "message"}.eml`;
    this.attachments.push({ ...attachment, name });
  }

  #takeFile(part: MimePart, isRelated: boolean): void {
    const attachment = attachmentOf(part, isRelated || !isAttached(part));
    if (attachment.bytes.length === 0 && attachment.name === "") return;
    const isShown =
      !isRelated && part.contentDisposition.parsed.value === "inline" && PICTURE_TYPES.test(attachment.type);
    if (!isShown) {
      this.attachments.push(attachment);
      return;
    }
    // A picture between the texts of a message is shown there.
    const id = `platen-picture-${this.attachments.length}`;
    this.attachments.push({ ...attachment, ids: [...attachment.ids, id] });
    this.body.push({ kind: "html", html: `<p><img src="cid:${id}" alt="">` });
  }
}

/** Whether a part is HTML that shows nothing. Some programs send such HTML beside the text. */
const isBlankHtml = (part: MimePart): boolean =>
  typeOf(part) === "text/html" && isBlank(htmlText(bytesOf(part), part.contentType.parsed.params["charset"]));

const LOST_CHARACTER = "\ufffd";

/** Reads a message in MIME (RFC 5322, RFC 2045). Throws INVALID_REQUEST if it is encrypted. */
export const readMime = async (bytes: Uint8Array, depth = 0): Promise<Message> => {
  const root = await mimeTree(bytes);
  const reader = new MessageReader(depth);
  await reader.take(root);
  const { body, attachments, messages } = reader;
  const [head, subject] = [shownHead(root), subjectOf(root)];
  const hasLostCharacters =
    reader.hasLostCharacters ||
    [subject, ...head.map(({ text }) => text)].some((text) => text.includes(LOST_CHARACTER));
  const sent = dateOf(fieldOf(root, "date"));
  return { head, subject, sent, body, attachments, messages, hasLostCharacters, isFromRtf: false };
};
