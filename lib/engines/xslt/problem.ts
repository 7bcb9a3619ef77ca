/** What a problem is, by the numbers of `layers/xslt/problems.h`. */
export const KINDS = ["syntax", "stylesheet", "refused", "terminated", "bound", "detail", "compiling"] as const;

/** The document that a problem is in, by the numbers of `layers/xslt/problems.h`. */
export const SOURCES = [undefined, "xml", "xslt"] as const;

/** Something that libxml2 or libxslt complained of. */
export interface Problem {
  readonly kind: (typeof KINDS)[number];
  readonly source: "xml" | "xslt" | undefined;
  /** Counted from 1; 0 where it is not known. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** One transformation as the worker gets it. */
export interface Job {
  /** UTF-8. */
  readonly xml: Uint8Array<ArrayBuffer>;
  /** UTF-8; without one the stylesheet is in the XML. */
  readonly xslt: Uint8Array<ArrayBuffer> | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Memory in pages of 64 KB: at the start, and at most. */
  readonly initial: number;
  readonly maximum: number;
}

/** How it ended: `done` with the result, `failed` with problems, or stopped by a bound of the machine. */
export interface Outcome {
  readonly end: "done" | "failed" | "memory" | "depth" | "crash";
  readonly html: Uint8Array<ArrayBuffer>;
  readonly problems: readonly Problem[];
  /** What a crash said of itself. */
  readonly cause?: string;
}
