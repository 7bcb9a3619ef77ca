/** A file that comes with a message. */
export interface MessageAttachment {
  /** As the message has it; empty if it has none. */
  readonly name: string;
  /** The media type that the message states; empty if it states none. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The names by which the HTML of the message shows it: a Content-ID without brackets, or a Content-Location. */
  readonly ids: readonly string[];
  /** Whether it belongs to the body, as a picture does. If the body shows it, it is no attachment of the PDF. */
  readonly isInline: boolean;
  readonly created?: Date | undefined;
  readonly modified?: Date | undefined;
}

export type BodyPart =
  | { readonly kind: "html"; readonly html: string }
  | { readonly kind: "text"; readonly text: string; readonly isFlowed: boolean; readonly dropsSpace: boolean };

/** A header field (RFC 5322), such as `From`. */
export interface HeaderField {
  readonly name: string;
  readonly text: string;
}

/** A message, read from MIME or from Outlook's format. */
export interface Message {
  /** From, To, Cc, Bcc, Date and others, in the order in which they are shown; without the subject. */
  readonly header: readonly HeaderField[];
  readonly subject: string;
  readonly sent: Date | undefined;
  readonly body: readonly BodyPart[];
  readonly attachments: readonly MessageAttachment[];
  /** Attached messages. */
  readonly messages: readonly Message[];
  /** Whether characters were lost, because they are not in the encoding that the message names. */
  readonly hasLostCharacters: boolean;
  /** The number of messages and objects in it that are not read: messages too deep, encrypted parts, and objects of Office. */
  readonly unread: number;
  /** Whether the body was made of RTF, of which only simple formatting is kept. */
  readonly isFromRtf: boolean;
}

/** Levels of nested messages that are printed. A deeper one is only attached. */
export const MESSAGE_DEPTH_LIMIT = 10;
