import type { Attachment } from "../message.ts";

/** A picture of a message that its body shows, under the name that its page reaches it by. */
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

/** What the addresses in the bodies of a message lead to: its own pictures, or nothing. */
export class Addresses {
  /** How many addresses led to the network. */
  remote = 0;
  readonly shown = new Map<Attachment, ShownPicture>();
  readonly #byId = new Map<string, Attachment>();
  readonly #prefix: string;

  /** The names of the pictures begin with `prefix`. */
  constructor(attachments: readonly Attachment[], prefix: string) {
    this.#prefix = prefix;
    for (const attachment of attachments) {
      for (const id of attachment.ids) this.#byId.set(id, attachment);
      // Outlook's HTML also names pictures by their files.
      if (attachment.isInline && attachment.name !== "" && !this.#byId.has(attachment.name))
        this.#byId.set(attachment.name, attachment);
    }
  }

  /** The address under which the page has the picture; undefined if it is on the network or nowhere. */
  pictureAt(address: string): string | undefined {
    const trimmed = address.trim();
    if (DATA_PICTURE.test(trimmed)) return trimmed;
    const found = this.#byId.get(trimmed) ?? this.#byId.get(withoutEscapes(trimmed.replace(/^cid:/i, "")));
    if (found !== undefined) return this.#show(found);
    if (FROM_NETWORK.test(trimmed)) this.remote++;
    return undefined;
  }

  #show(attachment: Attachment): string {
    const known = this.shown.get(attachment);
    if (known !== undefined) return known.name;
    const ending = /svg/.test(attachment.type) ? ".svg" : "";
    const picture = { name: `${this.#prefix}-${this.shown.size}${ending}`, bytes: attachment.bytes };
    this.shown.set(attachment, picture);
    return picture.name;
  }
}
