import { emailKind } from "../../../office-kinds/email.ts";
import { refuseKind } from "../../../office-kinds/refusal.ts";
import { ByteBudget } from "../byte-budget.ts";
import { type BodyPart, MESSAGE_DEPTH_LIMIT, type Message, type MessageAttachment } from "../message.ts";
import { attachmentOf, fileNameOf } from "./attachment.ts";
import { decodeText } from "./charset.ts";
import { dateOf, headerFieldOf, shownHeader, subjectOf } from "./header.ts";
import { encryptedError, openSmime } from "./smime.ts";
import { htmlText, isBlank } from "./text-parts.ts";
import { type MimePart, mimeTree } from "./tree.ts";

/** Parts that are text for people, in spite of their types. */
const REPORT_TYPES = /^(?:message\/(?:delivery-status|disposition-notification|feedback-report)|text\/rfc822-headers)$/;
const MESSAGE_TYPES = /^message\/(?:rfc822|global|news)$/;
/** Fragments of a message, and messages that are stored elsewhere (RFC 2046, 5.2): they are only attached. */
const UNREAD_TYPES = /^message\/(?:partial|external-body)$/;
const SIGNED_TYPES = /^application\/(?:x-)?pkcs7-mime$/;
/** Pictures that a browser draws. */
const PICTURE_TYPES = /^image\/(?:jpe?g|pjpeg|png|x-png|gif|webp|avif|bmp|x-ms-bmp|svg\+xml)$/;

/** A type and a subtype (RFC 2045, 5.1), whatever follows them. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}/;

/** The media type of a part: plain text if the type cannot be read (RFC 2045, 5.2). */
const typeOf = ({ contentType }: MimePart): string => MEDIA_TYPE.exec(contentType.parsed.value)?.[0] ?? "text/plain";

const isAttached = ({ contentDisposition }: MimePart): boolean => contentDisposition.parsed.value === "attachment";

/** Whether a part, or a part in it, is body text of this type that is not blank. */
const holds = (part: MimePart, type: string): boolean =>
  (typeOf(part) === type && !isAttached(part) && !isBlankHtml(part)) ||
  part.childNodes.some((child) => holds(child, type));

/** Types of text that a `multipart/alternative` has beside each other, of which one is shown. */
const TEXT_FORMS = /^text\/(?:plain|html|enriched|richtext|watch-html|x-amp-html)$/;

const bytesOf = ({ content }: MimePart): Buffer => Buffer.from(content ?? new ArrayBuffer(0));

const tooDeep = () => refuseKind("has messages in each other too deeply", "document-too-complex");

/** Reads one message: its parts become its body, its attachments and its nested messages. */
class MessageReader {
  readonly body: BodyPart[] = [];
  readonly attachments: MessageAttachment[] = [];
  readonly messages: Message[] = [];
  hasLostCharacters = false as boolean;
  unread = 0;
  /** The part that is the whole message, within its signatures. If it is encrypted, the file is refused. */
  #whole: MimePart;
  readonly #depth: number;
  readonly #budget: ByteBudget;
  /** The depth of nested signed messages. */
  #layers = 0;

  constructor(root: MimePart, depth: number, budget: ByteBudget) {
    this.#whole = root;
    this.#depth = depth;
    this.#budget = budget;
  }

  async read(part: MimePart, isRelated = false): Promise<void> {
    const type = typeOf(part);
    const isWhole = part === this.#whole;
    if (type === "multipart/encrypted") this.#noteEncrypted(isWhole);
    if (type === "multipart/signed" && isWhole && part.childNodes[0]) this.#whole = part.childNodes[0];
    if (part.childNodes.length === 0 && part.contentType.multipart !== false) return this.#readPlain(part);
    if (part.contentType.multipart === "alternative") return this.#readAlternative(part, isRelated);
    if (part.contentType.multipart !== false) return this.#readAll(part, isRelated || type === "multipart/related");
    if (SIGNED_TYPES.test(type) && (isWhole || !isAttached(part))) return this.#readSigned(part, isRelated);
    if (MESSAGE_TYPES.test(type)) return this.#readMessage(part);
    if (UNREAD_TYPES.test(type)) this.unread++;
    else if (!isAttached(part) && this.#readText(part, type)) return;
    this.#addFile(part, isRelated);
  }

  async #readAll({ childNodes }: MimePart, isRelated: boolean): Promise<void> {
    for (const child of childNodes) await this.read(child, isRelated);
  }

  /** Reads the best of several forms of the same content, which is the last one that can be shown; of the others only files. */
  async #readAlternative({ childNodes }: MimePart, isRelated: boolean): Promise<void> {
    const best =
      childNodes.findLast((child) => holds(child, "text/html")) ??
      childNodes.findLast((child) => holds(child, "text/plain")) ??
      childNodes.at(-1);
    for (const child of childNodes) {
      if (child === best) await this.read(child, isRelated);
      else await this.#readFiles(child, isRelated);
    }
  }

  /** Reads the files of a form that is not shown. Its pictures are left out, because it alone shows them. */
  async #readFiles(part: MimePart, isRelated: boolean): Promise<void> {
    for (const child of part.childNodes) await this.#readFiles(child, isRelated);
    if (part.childNodes.length > 0 || part.contentType.multipart !== false) return;
    const isFile = isAttached(part) || (!TEXT_FORMS.test(typeOf(part)) && part.contentId === undefined);
    if (isFile) await this.read(part, isRelated);
  }

  /** Reads a multipart without a boundary line as plain text. */
  #readPlain(part: MimePart): void {
    const text = decodeText(bytesOf(part), undefined);
    this.#noteLostCharacters(text);
    if (text.trim() !== "") this.body.push({ kind: "text", text, isFlowed: false, dropsSpace: false });
  }

  #readText(part: MimePart, type: string): boolean {
    const { charset, format = "", delsp = "" } = part.contentType.parsed.params;
    if (type === "text/html") {
      const html = htmlText(bytesOf(part), charset);
      this.#noteLostCharacters(html);
      this.body.push({ kind: "html", html });
    } else if (type === "text/plain" || REPORT_TYPES.test(type) || this.#isPlain(part, type)) {
      const text = decodeText(bytesOf(part), charset);
      this.#noteLostCharacters(text);
      const [isFlowed, dropsSpace] = [/^flowed$/i.test(format), /^yes$/i.test(delsp)];
      this.body.push({ kind: "text", text, isFlowed, dropsSpace });
    } else return false;
    // A text with a file name is also attached.
    return fileNameOf(part) === "";
  }

  /** Whether a text of an unknown type is shown as plain text (RFC 2046, 4.1.4). */
  #isPlain(part: MimePart, type: string): boolean {
    return type.startsWith("text/") && part.contentDisposition.parsed.value === "" && fileNameOf(part) === "";
  }

  /** Refuses a file whose whole content is encrypted; another encrypted part is only attached. */
  #noteEncrypted(isWhole: boolean): void {
    if (isWhole && this.#depth === 0) throw encryptedError("PGP or another protocol of multipart/encrypted");
    this.unread++;
  }

  #noteLostCharacters(text: string): void {
    this.hasLostCharacters ||= text.includes("\ufffd");
  }

  async #readSigned(part: MimePart, isRelated: boolean): Promise<void> {
    const isWhole = part === this.#whole;
    const signed = openSmime(bytesOf(part), isWhole && this.#depth === 0);
    if (signed.kind === "encrypted") this.unread++;
    if (signed.content === undefined || emailKind(signed.content) !== "eml") return this.#addFile(part, isRelated);
    if (this.#layers++ === MESSAGE_DEPTH_LIMIT) throw tooDeep();
    this.#budget.charge(signed.content.length);
    const content = await mimeTree(signed.content);
    if (isWhole) this.#whole = content;
    await this.read(content, isRelated);
    this.#layers--;
  }

  async #readMessage(part: MimePart): Promise<void> {
    const attachment = attachmentOf(part, false);
    const message =
      this.#depth < MESSAGE_DEPTH_LIMIT ? await readMime(attachment.bytes, this.#depth + 1, this.#budget) : undefined;
    if (message === undefined) this.unread++;
    else this.messages.push(message);
    const title = message?.subject.replace(/[\\/]/g, "-") || "message";
    this.attachments.push({ ...attachment, name: attachment.name || `${title}.eml` });
  }

  #addFile(part: MimePart, isRelated: boolean): void {
    const attachment = attachmentOf(part, !isAttached(part));
    if (attachment.bytes.length === 0 && attachment.name === "") return;
    const isShown =
      !isRelated && part.contentDisposition.parsed.value === "inline" && PICTURE_TYPES.test(attachment.type);
    if (!isShown) {
      this.attachments.push(attachment);
      return;
    }
    // A picture between the texts of a message is shown at its place.
    const id = `platen-picture-${this.attachments.length}`;
    this.attachments.push({ ...attachment, ids: [...attachment.ids, id] });
    this.body.push({ kind: "html", html: `<p><img src="cid:${id}" alt="">` });
  }
}

/** Whether a part is blank HTML, which some programs send beside the text. */
const isBlankHtml = (part: MimePart): boolean =>
  typeOf(part) === "text/html" && isBlank(htmlText(bytesOf(part), part.contentType.parsed.params["charset"]));

const LOST_CHARACTER = "\ufffd";

/** Reads a message in MIME (RFC 5322, RFC 2045). Throws INVALID_REQUEST if it is encrypted. */
export const readMime = async (
  bytes: Uint8Array,
  depth = 0,
  budget = new ByteBudget(bytes.length),
): Promise<Message> => {
  budget.charge(bytes.length);
  const root = await mimeTree(bytes);
  const reader = new MessageReader(root, depth, budget);
  await reader.read(root);
  const { body, attachments, messages, unread } = reader;
  const [header, subject] = [shownHeader(root), subjectOf(root)];
  const hasLostCharacters =
    reader.hasLostCharacters ||
    [subject, ...header.map(({ text }) => text), ...attachments.map(({ name }) => name)].some((text) =>
      text.includes(LOST_CHARACTER),
    );
  const sent = dateOf(headerFieldOf(root, "date"));
  return { header, subject, sent, body, attachments, messages, hasLostCharacters, unread, isFromRtf: false };
};
