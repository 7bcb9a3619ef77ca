import { emailKind } from "../../office-kinds/email.ts";
import { withFileField } from "../../office-kinds/refusal.ts";
import { readMime } from "./mime/message.ts";
import { readMsg } from "./msg/message.ts";
import { type MessagePage, messagePage } from "./page/message-page.ts";

export interface EmailJob {
  readonly bytes: Uint8Array;
}

/**
 * Reads a message and writes it as a page. Throws INVALID_REQUEST for an encrypted message, and UNSUPPORTED_MEDIA_TYPE for a damaged
 * one.
 */
export const readEmail = async ({ bytes }: EmailJob): Promise<MessagePage> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const message = emailKind(buffer) === "msg" ? await readMsg(buffer) : await readMime(withoutMailboxLine(buffer));
    return messagePage(message);
  } catch (error) {
    throw withFileField(error);
  }
};

/**
 * Removes blank lines before the header, and the `From ` line that begins a message in a mailbox file. `From : a@example.com` is a
 * header field: a field may have blanks before its colon (RFC 5322, 4.5).
 */
const withoutMailboxLine = (bytes: Buffer): Buffer => {
  const mark = /^(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n){0,100}(?:>?From (?![ \t]*:)[^\r\n]{0,400}\r?\n)?/.exec(
    bytes.toString("latin1", 0, 1024),
  );
  return bytes.subarray(mark?.[0].length ?? 0);
};
