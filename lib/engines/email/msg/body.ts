import { isUtf8 } from "node:buffer";
import type { ByteBudget } from "../byte-budget.ts";
import type { BodyPart } from "../message.ts";
import { decodeText } from "../mime/charset.ts";
import { htmlText } from "../mime/text-parts.ts";
import { readRtf } from "../rtf/html.ts";
import { decompressRtf } from "./decompress-rtf.ts";
import { PROPERTY, type Properties } from "./properties.ts";

interface ReadBody {
  readonly body: readonly BodyPart[];
  readonly isFromRtf: boolean;
}

const plain = (text: string): ReadBody => ({
  body: text === "" ? [] : [{ kind: "text", text, isFlowed: false, dropsSpace: false }],
  isFromRtf: false,
});

const html = (text: string, isFromRtf = false): ReadBody => ({ body: [{ kind: "html", html: text }], isFromRtf });

/** The property with the HTML body: bytes in the code page of `internetCodePage`, or text. */
const ownHtml = (message: Properties): string => {
  const bytes = message.bytes(PROPERTY.html) ?? message.narrowBytes(PROPERTY.html);
  if (bytes === undefined) return message.text(PROPERTY.html);
  const encoding = message.htmlEncoding;
  // UTF-8 is recognised safely, and some programs name another encoding beside it.
  return encoding === undefined || isUtf8(bytes) ? htmlText(bytes, undefined) : decodeText(bytes, encoding);
};

/** The body of a message in its richest form: HTML, or HTML or text that is wrapped in RTF, or RTF, or plain text. */
export const messageBody = (message: Properties, budget: ByteBudget): ReadBody => {
  const own = ownHtml(message);
  if (own.trim() !== "") return html(own);
  const [text, packed] = [message.text(PROPERTY.text), message.bytes(PROPERTY.rtf)];
  if (packed === undefined || packed.length === 0) return plain(text);
  const rtf = decompressRtf(packed);
  budget.charge(rtf.length);
  const { origin, content } = readRtf(rtf);
  if (origin === "html" && content.trim() !== "") return html(content);
  if (origin === "text") return plain(text || content);
  const isBlank = content.replace(/<[^<>]*>|\s/g, "") === "";
  return isBlank ? plain(text) : html(content, true);
};
