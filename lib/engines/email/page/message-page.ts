import type { Warning } from "../../../output/warnings.ts";
import type { Attachment as AttachedFile } from "../../../pdf/attachments.ts";
import { isCutOff } from "../../../pictures/cut-off.ts";
import { type PictureKind, pictureKind } from "../../../pictures/picture-kind.ts";
import { escapeHtml } from "../../escape-html.ts";
import { cleanHtml } from "../clean/html.ts";
import { PictureUrls, type ShownPicture } from "../clean/picture-urls.ts";
import type { Message, MessageAttachment } from "../message.ts";
import { fileNamer } from "./file-names.ts";
import { withoutHidden } from "./hidden-characters.ts";
import { textHtml } from "./plain-text.ts";

export interface MessagePage {
  readonly html: string;
  /** The number of messages on the page: one, and those nested in it. */
  readonly messages: number;
  /** The pictures to which the page links by their names. */
  readonly pictures: readonly ShownPicture[];
  /** The attachments of the message and of nested messages, all with different names. */
  readonly files: readonly AttachedFile[];
  readonly warnings: readonly Warning[];
}

/** Messages of a file that are printed, at all levels together. */
const MESSAGES_LIMIT = 200;

/** Nothing is fetched and nothing runs. The message's own pictures come from the page's own origin. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'";

const NO_SUBJECT = "(no subject)";

/**
 * Each body is a shadow tree, which confines its styles, in a clipped box. It can draw over neither a header nor the bar at its
 * left side, which marks the body on all pages, so that it cannot imitate a header.
 */
const PAGE_STYLE = `
body{margin:0;font:11pt/1.4 "Noto Sans",sans-serif;color:#000}
.head{break-inside:avoid;break-after:avoid;margin:0 0 10px;padding:0 0 10px;border-bottom:2px solid #888}
.head h1{font-size:15pt;line-height:1.25;margin:0 0 6px;overflow-wrap:anywhere}
.head table{border-collapse:collapse;font-size:10pt}
.head th{text-align:left;vertical-align:top;font-weight:600;padding:1px 14px 1px 0;white-space:nowrap;color:#444}
.head td{padding:1px 0;overflow-wrap:anywhere}
.head ul{list-style:none;margin:0;padding:0}
.body{border-left:3px solid #bbb;padding-left:9px}
.message{display:flow-root;transform:translate(0);clip-path:inset(0 -100in 0 -8px)}
.inner{break-before:page}`;

const BODY_STYLE = `
.text{font-family:"Noto Sans Mono",monospace;font-size:10pt;white-space:pre-wrap;overflow-wrap:anywhere}
.text blockquote{margin:0 0 0 4px;padding:0 0 0 10px;border-left:2px solid #aaa;color:#333}`;

const shownSubject = (subject: string): string => withoutHidden(subject) || NO_SUBJECT;

const SIZE_UNITS = ["bytes", "KB", "MB"] as const;

const shownSize = (bytes: number): string => {
  const power = bytes < 1024 ? 0 : bytes < 1_048_576 ? 1 : 2;
  const size = bytes / 1024 ** power;
  return `${size < 10 && power > 0 ? size.toFixed(1) : Math.round(size)} ${SIZE_UNITS[power]}`;
};

const row = (name: string, html: string): string => `<tr><th scope="row">${name}</th><td dir="auto">${html}</td></tr>`;

const headerHtml = ({ header, subject }: Message, files: readonly AttachedFile[]): string => {
  const list = files.map(({ name, bytes }) => `<li><bdi>${escapeHtml(name)}</bdi> (${shownSize(bytes.length)})</li>`);
  const rows = [
    ...header.map(({ name, text }) => row(name, escapeHtml(withoutHidden(text)))),
    ...(list.length === 0 ? [] : [row("Attachments", `<ul>${list.join("")}</ul>`)]),
  ];
  const title = `<h1 dir="auto">${escapeHtml(shownSubject(subject))}</h1>`;
  return `<header class="head">${title}<table>${rows.join("")}</table></header>`;
};

/** Kinds that browsers do not draw. */
const UNDRAWN_KINDS: ReadonlySet<PictureKind> = new Set(["tiff", "heic", "jpx"]);

/** Whether a browser draws all of a file: its first bytes say whether it is a picture, its end whether it is complete. */
const isDrawn = ({ bytes }: MessageAttachment): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const kind = pictureKind(buffer);
  return kind !== undefined && !UNDRAWN_KINDS.has(kind) && !isCutOff(kind, buffer);
};

/** Writes messages into one page. It is one class, because all messages add to the same lists. */
class PageWriter {
  readonly pieces: string[] = [];
  readonly pictures: ShownPicture[] = [];
  readonly files: AttachedFile[] = [];
  readonly #names = fileNamer();
  #messages = 0;
  #remote = 0;
  #hasActiveContent = false;
  #hasLostCharacters = false;
  #isFromRtf = false;
  #unread = 0;

  add(message: Message): void {
    if (this.#messages === MESSAGES_LIMIT) {
      this.#unread++;
      return;
    }
    const addresses = new PictureUrls(message.attachments, `picture-${this.#messages++}`);
    const body = message.body.map((part) => {
      if (part.kind === "text") return textHtml(part);
      const { html, hasActiveContent } = cleanHtml(part.html, addresses);
      this.#hasActiveContent ||= hasActiveContent;
      return html;
    });
    const files = message.attachments
      .filter((attachment) => !(attachment.isInline && addresses.inElements.has(attachment) && isDrawn(attachment)))
      .map((attachment: MessageAttachment) => this.#names(attachment, message.sent));
    this.files.push(...files);
    for (const picture of addresses.shown.values()) if (picture !== undefined) this.pictures.push(picture);
    this.#note(message, addresses);
    const tree = `<template shadowrootmode="open"><style>${BODY_STYLE}</style>${body.join("")}</template>`;
    const section = this.#messages === 1 ? "" : ' class="inner"';
    this.pieces.push(
      `<section${section}>${headerHtml(message, files)}<div class="body"><div class="message"><div>${tree}</div></div></div></section>`,
    );
    for (const inner of message.messages) this.add(inner);
  }

  #note({ hasLostCharacters, isFromRtf, unread }: Message, { remoteCount }: PictureUrls): void {
    this.#remote += remoteCount;
    this.#hasLostCharacters ||= hasLostCharacters;
    this.#isFromRtf ||= isFromRtf;
    this.#unread += unread;
  }

  get messages(): number {
    return this.#messages;
  }

  get warnings(): Warning[] {
    const warnings: Warning[] = [];
    const warnIf = (isSo: boolean, code: Warning["code"], message: string) => {
      if (isSo) warnings.push({ code, message });
    };
    const addresses = `${this.#remote} ${this.#remote === 1 ? "address" : "addresses"}`;
    warnIf(
      this.#remote > 0,
      "remote-content-left-out",
      `Nothing was fetched from the network: ${addresses} of pictures or style sheets.`,
    );
    warnIf(this.#hasActiveContent, "active-content-left-out", "Scripts, frames or media of the message were left out.");
    warnIf(
      this.#hasLostCharacters,
      "characters-lost",
      "Some characters are not in the encoding that the message names.",
    );
    warnIf(this.#isFromRtf, "formatting-simplified", "The body is RTF; its text is printed with simple formatting.");
    warnIf(
      this.#unread > 0,
      "message-not-printed",
      `${this.#unread} of the messages and objects in the message were not printed; those that are files are attached.`,
    );
    return warnings;
  }
}

/** The page of a message, with its nested messages below. */
export const messagePage = (message: Message): MessagePage => {
  const writer = new PageWriter();
  writer.add(message);
  const title = escapeHtml(shownSubject(message.subject));
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}</title>`;
  const html = `<!doctype html><html><head>${head}<style>${PAGE_STYLE}</style></head><body>${writer.pieces.join("")}</body></html>`;
  const { pictures, files, warnings, messages } = writer;
  return { html, messages, pictures, files, warnings };
};
