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

/** A transformation for a worker thread. Strings are already decoded; bytes are decoded by their XML declaration. */
export interface XsltJob {
  readonly xml: string | Uint8Array;
  /** Undefined where the stylesheet is in the XML. */
  readonly xslt: string | Uint8Array | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** Characters and bytes of both documents. */
  readonly size: number;
  /** Pages of 64 KB that the module's memory may have. */
  readonly maximum: number;
  readonly outputLimitMb: number;
  /** The moment (s since 1970) that stands for the present, where it is not the clock's. */
  readonly epoch?: number | undefined;
}

/** A transformation of decoded documents, in UTF-8. */
export interface DecodedXsltJob extends Pick<XsltJob, "params" | "maximum" | "outputLimitMb" | "epoch"> {
  readonly xml: Uint8Array<ArrayBuffer>;
  readonly xslt: Uint8Array<ArrayBuffer> | undefined;
}

/** How a transformation ended: `done` with the result, `failed` with problems, or stopped by a limit of the machine. */
export interface XsltOutcome {
  readonly end: "done" | "failed" | "memory" | "output" | "depth" | "crash";
  readonly html: Uint8Array<ArrayBuffer>;
  /** A digest of the result. */
  readonly digest?: string;
  readonly problems: readonly XsltProblem[];
  /** The message of a crash. */
  readonly cause?: string;
}
