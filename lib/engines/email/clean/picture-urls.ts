import type { MessageAttachment } from "../message.ts";

/** A picture that the body of a message shows. The page of the message links to it by `name`. */
export interface ShownPicture {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const DATA_PICTURE = /^data:image\/(?:avif|bmp|gif|jpe?g|pjpeg|png|svg\+xml|webp|x-icon)[;,]/i;
const FROM_NETWORK = /^(?:https?:|ftp:)?\/\//i;

const withoutEscapes = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Small pictures are `data:` URLs in the page, which is printed sooner then, and always with the same bytes. */
const EMBEDDED_LIMIT_BYTES = 262_144;
const ALL_EMBEDDED_LIMIT_BYTES = 1_048_576;

/** Resolves the URLs of pictures in the bodies of a message: to pictures of the message, or to nothing. */
export class PictureUrls {
  /** URLs that lead to the network. */
  remoteCount = 0;
  /** The pictures that a body shows; with a name, unless they are `data:` URLs. */
  readonly shown = new Map<MessageAttachment, ShownPicture | undefined>();
  /** The pictures that elements show. A picture that only a style names may not be shown at all. */
  readonly inElements = new Set<MessageAttachment>();
  #embedded = 0;
  readonly #byId = new Map<string, MessageAttachment>();
  readonly #prefix: string;

  /** `prefix` begins the names of the pictures. */
  constructor(attachments: readonly MessageAttachment[], prefix: string) {
    this.#prefix = prefix;
    for (const attachment of attachments) {
      for (const id of attachment.ids) this.#byId.set(id, attachment);
      // Outlook's HTML also names pictures by their files.
      if (attachment.isInline && attachment.name !== "" && !this.#byId.has(attachment.name))
        this.#byId.set(attachment.name, attachment);
    }
  }

  /** The URL of the picture in the page; undefined if the message does not have the picture. */
  pictureAt(address: string, isInElement = false): string | undefined {
    const trimmed = address.trim();
    if (DATA_PICTURE.test(trimmed)) return trimmed;
    const found = this.#byId.get(trimmed) ?? this.#byId.get(withoutEscapes(trimmed.replace(/^cid:/i, "")));
    if (found !== undefined && isInElement) this.inElements.add(found);
    if (found !== undefined) return this.#show(found);
    if (FROM_NETWORK.test(trimmed)) this.remoteCount++;
    return undefined;
  }

  #show(attachment: MessageAttachment): string {
    const { type, bytes } = attachment;
    const known = this.shown.get(attachment);
    if (known !== undefined) return known.name;
    const isVector = type.includes("svg");
    if (bytes.length <= EMBEDDED_LIMIT_BYTES && this.#embedded + bytes.length <= ALL_EMBEDDED_LIMIT_BYTES) {
      this.#embedded += bytes.length;
      this.shown.set(attachment, undefined);
      // Browsers ignore the type of pictures, except of SVG, and recognise them by their bytes.
      return `data:image/${isVector ? "svg+xml" : "png"};base64,${Buffer.from(bytes).toString("base64")}`;
    }
    const picture = { name: `${this.#prefix}-${this.shown.size}${isVector ? ".svg" : ""}`, bytes };
    this.shown.set(attachment, picture);
    return picture.name;
  }
}
