import { config } from "../config.ts";

/** Where an error came from, without its message: that may quote the document. */
const trace = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [typeof error];
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 6).map((line) => line.trim().replace(/\?.*?(?=:\d)/, ""))];
};

const write = (entry: Record<string, unknown>): void => {
  process.stderr.write(`${JSON.stringify(entry)}\n`);
};

/** Logs a failure that no client is told of, and what was being done. Nothing of a document is in it. */
export const logFailure = (doing: string, error: unknown): void => {
  const cause = error instanceof Error ? error.cause : undefined;
  write({ failure: doing, trace: trace(error), ...(cause === undefined ? {} : { cause: trace(cause) }) });
};

/** What the log tells of a request: this and nothing else. */
export interface Entry {
  readonly id: string;
  readonly path: string;
  readonly account: string | undefined;
  readonly key: string | undefined;
  readonly status: number;
  readonly code: string | undefined;
  readonly credits: number;
  readonly ms: number;
}

/** Logs a request in one line of JSON, unless the operator wants none. */
export const logRequest = (entry: Entry): void => {
  if (config.log) write({ ...entry });
};
