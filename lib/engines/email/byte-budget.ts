import { refuseKind } from "../../office-kinds/refusal.ts";
import { MB } from "../../settings/megabyte.ts";

/** How often each byte of a file may be read: nested messages are read once at each level. */
const READS_PER_BYTE = 4;
const ALLOWANCE_BYTES = 64 * MB;

/** Limits the bytes that the messages in one file have together, at all levels. */
export class ByteBudget {
  #left: number;

  constructor(fileBytes: number) {
    this.#left = ALLOWANCE_BYTES + READS_PER_BYTE * fileBytes;
  }

  /** Throws UNSUPPORTED_MEDIA_TYPE if fewer bytes are left. */
  charge(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw refuseKind("holds messages in each other with too many bytes", "document-too-complex");
  }
}
