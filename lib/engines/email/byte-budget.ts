import { refuseKind } from "../../office-kinds/refusal.ts";
import { MB } from "../../settings/megabyte.ts";

/** How often the bytes of a message may be read: messages in messages are read once at each level. */
const TIMES = 4;
const SMALL_BYTES = 64 * MB;

/** The bytes that the messages in one file may have together, at all levels. */
export class ByteBudget {
  #left: number;

  /** A budget for a file of this many bytes. */
  constructor(fileBytes: number) {
    this.#left = SMALL_BYTES + TIMES * fileBytes;
  }

  /** Throws UNSUPPORTED_MEDIA_TYPE if less than this is left. */
  charge(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw refuseKind("holds messages in each other with too many bytes", "document-too-complex");
  }
}
