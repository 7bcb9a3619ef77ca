/** The kinds of problems, in the order of `layers/xslt/problems.h`. */
export const PROBLEM_KINDS = ["syntax", "stylesheet", "refused", "terminated", "limit", "detail", "compiling"] as const;

/** The documents in which a problem can be, in the order of `layers/xslt/problems.h`. */
export const PROBLEM_SOURCES = [undefined, "xml", "xslt"] as const;

/** An error that libxml2 or libxslt has reported. */
export interface XsltProblem {
  readonly kind: (typeof PROBLEM_KINDS)[number];
  readonly source: "xml" | "xslt" | undefined;
  /** Counted from 1; 0 where it is unknown. */
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** A transformation for a worker thread. */
export interface XsltJob {
  /** UTF-8. */
  readonly xml: Uint8Array<ArrayBuffer>;
  /** UTF-8; undefined where the stylesheet is in the XML. */
  readonly xslt: Uint8Array<ArrayBuffer> | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Memory in pages of 64 KB: at the start, and at most. */
  readonly initial: number;
  readonly maximum: number;
}

/** How a transformation ended: `done` with the result, `failed` with problems, or stopped by a limit of the machine. */
export interface XsltOutcome {
  readonly end: "done" | "failed" | "memory" | "depth" | "crash";
  readonly html: Uint8Array<ArrayBuffer>;
  readonly problems: readonly XsltProblem[];
  /** The message of a crash. */
  readonly cause?: string;
}
