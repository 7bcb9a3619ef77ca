import { PlatenError } from "../errors.ts";
import type { Wanted } from "./jobs.ts";
import type { Outcome } from "./run-job.ts";

/** A line for one of the standard streams. */
export interface Line {
  readonly stream: NodeJS.WriteStream;
  readonly text: string;
}

/** How results are printed. */
export interface Style {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly wanted: Wanted;
}

/** Characters that a terminal obeys instead of showing them: a message may quote a document or the name of a file. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A line of this program for people. */
export const messageLine = (text: string): string => `platen: ${text.replaceAll(CONTROL_CHARACTERS, "?")}`;

const errorLine = (files: readonly string[], error: unknown): string => {
  const { code, reason, retryable, status, field, requestId, retryAfter } =
    error instanceof PlatenError ? error : ({} as Partial<PlatenError>);
  return JSON.stringify({
    input: files,
    error: { code, reason, retryable, status, field, requestId, retryAfter, message: messageOf(error) },
  });
};

/** The line that is printed for a call that has failed. */
export const failureLine = (name: string, files: readonly string[], error: unknown, { isJson }: Style): Line => {
  if (isJson) return { stream: process.stdout, text: errorLine(files, error) };
  const { code, reason, requestId } = error instanceof PlatenError ? error : ({} as Partial<PlatenError>);
  const details = [code, reason, requestId && `request ${requestId}`].filter(Boolean).join(", ");
  return { stream: process.stderr, text: messageLine(`${name}: ${messageOf(error)}${details && ` (${details})`}`) };
};

/** The line that is printed for a call that has succeeded; undefined if there is nothing to say. */
export const successLine = (
  name: string,
  files: readonly string[],
  outcome: Outcome,
  style: Style,
): Line | undefined => {
  if (style.isJson || style.wanted !== "file") {
    return { stream: process.stdout, text: JSON.stringify({ input: files, ...outcome }) };
  }
  const warnings = Number(outcome["warnings"]);
  if (style.isQuiet || !(warnings > 0)) return undefined;
  const count = warnings === 1 ? "1 warning" : `${warnings} warnings`;
  return { stream: process.stderr, text: messageLine(`${name}: ${count}; --metadata lists them`) };
};
