import type { Warning } from "../../output/warnings.ts";

/** What work on pages has made: pieces in memory, or the file for the result. */
export interface RenderedPages {
  readonly body: readonly Uint8Array[] | "in file";
  /** The file name, if the work makes results of several kinds. */
  readonly fileName?: string;
  readonly digest?: string;
  readonly warnings?: readonly Warning[];
}
