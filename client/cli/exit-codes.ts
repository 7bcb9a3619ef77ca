import { ConnectionError, DeadlineError, PlatenError } from "../errors.ts";

/** The exit codes of the command line, by kind of error. */
export const EXIT_CODES = {
  success: 0,
  file: 1,
  usage: 2,
  refused: 3,
  key: 4,
  credits: 5,
  busy: 6,
  failed: 7,
  connection: 8,
  interrupted: 130,
} as const;

/** An error of the command line itself: how it was called, or a file. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(kind: "usage" | "file", message: string) {
    super(message);
    this.exitCode = EXIT_CODES[kind];
  }
}

const BUSY_STATUSES: readonly number[] = [409, 429, 502, 503, 504];

const statusCode = ({ status, retryable }: PlatenError): number => {
  if (status === 401) return EXIT_CODES.key;
  if (status === 402) return EXIT_CODES.credits;
  if (BUSY_STATUSES.includes(status) || retryable) return EXIT_CODES.busy;
  return status >= 500 ? EXIT_CODES.failed : EXIT_CODES.refused;
};

/** The exit code for an error. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof PlatenError) return statusCode(error);
  if (error instanceof ConnectionError || error instanceof DeadlineError) return EXIT_CODES.connection;
  return EXIT_CODES.file;
};
