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

/** Pictures up to this size stand in the page itself: it is printed sooner then, and always with the same bytes. */
const [EMBEDDED_LIMIT_BYTES, ALL_EMBEDDED_LIMIT_BYTES] = [262_144, 1_048_576];

/** What the addresses in the bodies of a message lead to: its own pictures, or nothing. */
export class Addresses {
  /** How many addresses led to the network. */
  remote = 0;
  /** The pictures that a body shows, those that the page reaches by a name with it. */
  readonly shown = new Map<Attachment, ShownPicture | undefined>();
  /** The pictures that elements show, and not only styles, which may show nothing. */
  readonly inElements = new Set<Attachment>();
  #embedded = 0;
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
  pictureAt(address: string, isInElement = false): string | undefined {
    const trimmed = address.trim();
    if (DATA_PICTURE.test(trimmed)) return trimmed;
    const found = this.#byId.get(trimmed) ?? this.#byId.get(withoutEscapes(trimmed.replace(/^cid:/i, "")));
    if (found !== undefined && isInElement) this.inElements.add(found);
    if (found !== undefined) return this.#show(found);
    if (FROM_NETWORK.test(trimmed)) this.remote++;
    return undefined;
  }

  #show(attachment: Attachment): string {
    const { type, bytes } = attachment;
    const known = this.shown.get(attachment);
    if (known !== undefined) return known.name;
    const isVector = type.includes("svg");
    if (bytes.length <= EMBEDDED_LIMIT_BYTES && this.#embedded + bytes.length <= ALL_EMBEDDED_LIMIT_BYTES) {
      this.#embedded += bytes.length;
      this.shown.set(attachment, undefined);
      // Browsers recognise all pictures but vectors by their bytes.
      return `data:image/${isVector ? "svg+xml" : "png"};base64,${Buffer.from(bytes).toString("base64")}`;
    }
    const picture = { name: `${this.#prefix}-${this.shown.size}${isVector ? ".svg" : ""}`, bytes };
    this.shown.set(attachment, picture);
    return picture.name;
  }
}
