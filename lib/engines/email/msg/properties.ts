import type { Storage } from "../../../office-kinds/compound-file.ts";
import { MESSAGE_STREAM } from "../../../ooxml/compound-streams.ts";
import { codePageName, decodeText } from "../mime/charset.ts";

/** The numbers of the properties that are read (MS-OXPROPS). */
export const PROPERTY = {
  ...{ messageClass: 0x001a, subject: 0x0037, sent: 0x0039, transportHeaders: 0x007d, recipientType: 0x0c15 },
  ...{ senderName: 0x0c1a, senderAddress: 0x0c1f, senderSmtp: 0x5d01, authorName: 0x0042, authorAddress: 0x0065 },
  ...{ authorSmtp: 0x5d02, shownTo: 0x0e04, shownCc: 0x0e03, shownBcc: 0x0e02, delivered: 0x0e06, text: 0x1000 },
  ...{ rtf: 0x1009, html: 0x1013, internetCodePage: 0x3fde, codePage: 0x3ffd, locale: 0x3ff1, name: 0x3001 },
  ...{ address: 0x3003 },
  ...{ smtp: 0x39fe, created: 0x3007, modified: 0x3008, content: 0x3701, shortFileName: 0x3704, fileName: 0x3707 },
  ...{ method: 0x3705, type: 0x370e, contentId: 0x3712, contentLocation: 0x3713, flags: 0x3714, hidden: 0x7ffe },
} as const;

const TYPE = {
  number: 0x0003,
  boolean: 0x000b,
  object: 0x000d,
  text8: 0x001e,
  text16: 0x001f,
  time: 0x0040,
  binary: 0x0102,
};

/** Begins the names of the streams that hold properties of variable length (MS-OXMSG, 2.1.2). */
const STREAM_PREFIX = "__substg1.0_";
const ENTRY_BYTES = 16;

/** Code pages by the language of a locale (MS-LCID), without its country. */
const LANGUAGE_PAGES: Readonly<Record<number, number>> = {
  ...{ 1: 1256, 2: 1251, 4: 936, 5: 1250, 8: 1253, 13: 1255, 14: 1250, 17: 932, 18: 949, 21: 1250, 24: 1250, 25: 1251 },
  ...{ 26: 1250, 27: 1250, 30: 874, 31: 1254, 34: 1251, 35: 1251, 36: 1250, 37: 1257, 38: 1257, 39: 1257, 42: 1258 },
};

/** Milliseconds between the epochs of Windows, 1601, and of JavaScript, 1970. */
const EPOCH_DIFFERENCE_MS = 11_644_473_600_000;
const TICKS_PER_MS = 10_000n;

const streamName = (property: number, type: number): string =>
  STREAM_PREFIX + ((property << 16) | type).toString(16).toUpperCase().padStart(8, "0");

/** A text without the zeros that end it. */
const withoutZeros = (text: string): string => {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
};

/** The properties of a message, a recipient or an attachment. */
export class Properties {
  readonly storage: Storage;
  readonly #fixed = new Map<number, Buffer>();
  /** The encoding of 8-bit texts. */
  readonly encoding: string | undefined;

  /** `headBytes` is the length of the header of the stream of fixed properties. */
  constructor(storage: Storage, headBytes: number, encoding?: string) {
    this.storage = storage;
    const entries = storage.names.has(MESSAGE_STREAM) ? storage.read(MESSAGE_STREAM) : Buffer.alloc(0);
    for (let at = headBytes; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES)
      this.#fixed.set(entries.readUInt32LE(at), entries.subarray(at + 8, at + ENTRY_BYTES));
    this.encoding = this.#ownEncoding() ?? encoding;
  }

  #ownEncoding(): string | undefined {
    const page = this.number(PROPERTY.codePage) ?? LANGUAGE_PAGES[(this.number(PROPERTY.locale) ?? 0) & 0x3ff];
    return page === undefined ? undefined : codePageName(page);
  }

  /** The encoding of HTML that is stored as bytes. */
  get htmlEncoding(): string | undefined {
    const page = this.number(PROPERTY.internetCodePage);
    return page === undefined ? this.encoding : codePageName(page);
  }

  #value(property: number, type: number): Buffer | undefined {
    return this.#fixed.get(((property << 16) | type) >>> 0);
  }

  #stream(property: number, type: number): Buffer | undefined {
    const name = streamName(property, type);
    return this.storage.names.has(name) ? this.storage.read(name) : undefined;
  }

  number(property: number): number | undefined {
    return this.#value(property, TYPE.number)?.readUInt32LE(0);
  }

  isSet(property: number): boolean {
    return this.#value(property, TYPE.boolean)?.[0] === 1;
  }

  /** A time; undefined for one that dates cannot hold. Outlook writes such a time for what never happened. */
  time(property: number): Date | undefined {
    const ticks = this.#value(property, TYPE.time)?.readBigUInt64LE(0);
    if (ticks === undefined || ticks === 0n) return undefined;
    const date = new Date(Number(ticks / TICKS_PER_MS) - EPOCH_DIFFERENCE_MS);
    return date.getUTCFullYear() > 9999 || Number.isNaN(date.getTime()) ? undefined : date;
  }

  /** A text; empty if there is none. */
  text(property: number): string {
    const wide = this.#stream(property, TYPE.text16);
    if (wide !== undefined) return withoutZeros(wide.toString("utf16le"));
    const narrow = this.#stream(property, TYPE.text8);
    return narrow === undefined ? "" : withoutZeros(decodeText(narrow, this.encoding));
  }

  bytes(property: number): Buffer | undefined {
    return this.#stream(property, TYPE.binary);
  }

  /** The bytes of an 8-bit text. */
  narrowBytes(property: number): Buffer | undefined {
    return this.#stream(property, TYPE.text8);
  }

  /** The storage that a property holds, such as a message. */
  object(property: number): Storage | undefined {
    const name = streamName(property, TYPE.object);
    return this.storage.storageNames.includes(name) ? this.storage.open(name) : undefined;
  }
}
