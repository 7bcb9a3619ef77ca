/** A file that comes with a message. */
export interface Attachment {
  /** As the message has it; empty if it has none. */
  readonly name: string;
  /** The media type that the message tells; empty if it tells none. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Under which HTML of the message shows it: a Content-ID without brackets, or a Content-Location. */
  readonly ids: readonly string[];
  /** Whether it belongs to the body, such as a picture, and is no attachment of its own if the body shows it. */
  readonly isInline: boolean;
  /** When it was made and changed, as the message tells. */
  readonly created?: Date | undefined;
  readonly modified?: Date | undefined;
}

/** A piece of a body, in its order. */
export type BodyPart =
  | { readonly kind: "html"; readonly html: string }
  | { readonly kind: "text"; readonly text: string; readonly isFlowed: boolean; readonly dropsSpace: boolean };

/** A field of the head with its text, such as `From`. */
export interface HeadField {
  readonly name: string;
  readonly text: string;
}

/** A message, read from MIME or from Outlook's format. */
export interface Message {
  /** From, To, Cc, Bcc, Date and others, without the subject; in the order in which they are shown. */
  readonly head: readonly HeadField[];
  readonly subject: string;
  /** When it was sent. */
  readonly sent: Date | undefined;
  readonly body: readonly BodyPart[];
  readonly attachments: readonly Attachment[];
  /** The messages that are attached. */
  readonly messages: readonly Message[];
  /** Whether characters were lost, because they are not in the encoding that the message names. */
  readonly hasLostCharacters: boolean;
  /** How many messages and objects in it are not read: those too deep, encrypted ones, and objects of Office. */
  readonly unread: number;
  /** Whether the body was made of RTF, of which only simple formatting is kept. */
  readonly isFromRtf: boolean;
}

/** How deeply messages are taken apart that hold each other; a deeper one is an attachment only. */
export const MESSAGE_DEPTH_LIMIT = 10;
