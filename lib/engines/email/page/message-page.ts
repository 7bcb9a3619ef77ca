import type { Warning } from "../../../output/warnings.ts";
import type { Attachment as AttachedFile } from "../../../pdf/attachments.ts";
import { isCutOff } from "../../../pictures/cut-off.ts";
import { type PictureKind, pictureKind } from "../../../pictures/picture-kind.ts";
import { escapeHtml } from "../../escape-html.ts";
import { Addresses, type ShownPicture } from "../clean/addresses.ts";
import { cleanHtml } from "../clean/html.ts";
import type { Attachment, Message } from "../message.ts";
import { fileNamer } from "./file-names.ts";
import { withoutHidden } from "./hidden-characters.ts";
import { textHtml } from "./plain-text.ts";

/** A message as a page, with what belongs to it. */
export interface MessagePage {
  readonly html: string;
  /** How many messages are on the page: one, and those in it. */
  readonly messages: number;
  /** The pictures that the page reaches by their names. */
  readonly pictures: readonly ShownPicture[];
  /** The attachments of the message and of those in it, under names that are all different. */
  readonly files: readonly AttachedFile[];
  readonly warnings: readonly Warning[];
}

/** Messages in each other, all together, that are printed. */
const MESSAGES_LIMIT = 200;

/** Nothing is fetched, nothing runs; the message's own pictures come from the page's own origin. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; base-uri 'none'";

const NO_SUBJECT = "(no subject)";

/**
 * A body stands in a frame of its own, in a tree that no style of it leaves. Nothing in it is drawn above, below or left of that
 * frame: it covers neither a head nor the bar on its left, which tells it from the heads of messages on all pages.
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

const headHtml = ({ head, subject }: Message, files: readonly AttachedFile[]): string => {
  const list = files.map(({ name, bytes }) => `<li><bdi>${escapeHtml(name)}</bdi> (${shownSize(bytes.length)})</li>`);
  const rows = [
    ...head.map(({ name, text }) => row(name, escapeHtml(withoutHidden(text)))),
    ...(list.length === 0 ? [] : [row("Attachments", `<ul>${list.join("")}</ul>`)]),
  ];
  const title = `<h1 dir="auto">${escapeHtml(shownSubject(subject))}</h1>`;
  return `<header class="head">${title}<table>${rows.join("")}</table></header>`;
};

/** The kinds of pictures that a browser does not draw. */
const UNDRAWN_KINDS: ReadonlySet<PictureKind> = new Set(["tiff", "heic", "jpx"]);

/** Whether a browser draws a file as a picture, by its first bytes, and all of it, by its end. */
const isDrawn = ({ bytes }: Attachment): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const kind = pictureKind(buffer);
  return kind !== undefined && !UNDRAWN_KINDS.has(kind) && !isCutOff(kind, buffer);
};

/** Writes messages into one page. It is one class, because every message adds to the same lists. */
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
    const addresses = new Addresses(message.attachments, `picture-${this.#messages++}`);
    const body = message.body.map((part) => {
      if (part.kind === "text") return textHtml(part);
      const { html, hasActiveContent } = cleanHtml(part.html, addresses);
      this.#hasActiveContent ||= hasActiveContent;
      return html;
    });
    const files = message.attachments
      .filter((attachment) => !(attachment.isInline && addresses.inElements.has(attachment) && isDrawn(attachment)))
      .map((attachment: Attachment) => this.#names(attachment, message.sent));
    this.files.push(...files);
    for (const picture of addresses.shown.values()) if (picture !== undefined) this.pictures.push(picture);
    this.#note(message, addresses);
    const tree = `<template shadowrootmode="open"><style>${BODY_STYLE}</style>${body.join("")}</template>`;
    const section = this.#messages === 1 ? "" : ' class="inner"';
    this.pieces.push(
      `<section${section}>${headHtml(message, files)}<div class="body"><div class="message"><div>${tree}</div></div></div></section>`,
    );
    for (const inner of message.messages) this.add(inner);
  }

  #note({ hasLostCharacters, isFromRtf, unread }: Message, { remote }: Addresses): void {
    this.#remote += remote;
    this.#hasLostCharacters ||= hasLostCharacters;
    this.#isFromRtf ||= isFromRtf;
    this.#unread += unread;
  }

  /** How many messages are on the page. */
  get messages(): number {
    return this.#messages;
  }

  get warnings(): Warning[] {
    const warnings: Warning[] = [];
    const told = (isSo: boolean, code: Warning["code"], message: string) => {
      if (isSo) warnings.push({ code, message });
    };
    const addresses = `${this.#remote} ${this.#remote === 1 ? "address" : "addresses"}`;
    told(
      this.#remote > 0,
      "remote-content-left-out",
      `Nothing was fetched from the network: ${addresses} of pictures or style sheets.`,
    );
    told(this.#hasActiveContent, "active-content-left-out", "Scripts, frames or media of the message were left out.");
    told(this.#hasLostCharacters, "characters-lost", "Some characters are not in the encoding that the message names.");
    told(this.#isFromRtf, "formatting-simplified", "The body is RTF; its text is printed with simple formatting.");
    told(
      this.#unread > 0,
      "message-not-printed",
      `${this.#unread} of the messages and objects in the message were not printed; those that are files are attached.`,
    );
    return warnings;
  }
}

/** A message as a page, with the messages in it below. */
export const messagePage = (message: Message): MessagePage => {
  const writer = new PageWriter();
  writer.add(message);
  const title = escapeHtml(shownSubject(message.subject));
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}</title>`;
  const html = `<!doctype html><html><head>${head}<style>${PAGE_STYLE}</style></head><body>${writer.pieces.join("")}</body></html>`;
  const { pictures, files, warnings, messages } = writer;
  return { html, messages, pictures, files, warnings };
};
