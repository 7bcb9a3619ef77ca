const FRAMES_LIMIT = 6;
const CAUSES_LIMIT = 3;
const LINE_LIMIT_CHARACTERS = 200;

const ERROR_NAME = /^[A-Z]\w{0,60}$/;
/** The code of an error of the system or of a library, such as ECONNREFUSED. */
const ERROR_CODE = /^[A-Z][A-Z0-9_]{1,40}$/;

/** A stack frame; the query of a module's address is left out. */
const frame = (line: string): string =>
  line
    .trim()
    .replace(/\?[^?:]*(?=:\d)/, "")
    .slice(0, LINE_LIMIT_CHARACTERS);

/** An error of another thread or process, with its trace there. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";
  readonly trace: readonly string[];

  constructor(message: string, trace: readonly string[]) {
    super(message);
    this.trace = trace;
  }
}

/**
 * The kind and the place of an error: its name, its code and its first frames. Its message is left out, because it may quote a
 * document.
 */
export const traceOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [typeof error];
  if (error instanceof RemoteError) return error.trace.slice(0, FRAMES_LIMIT + 1).map(frame);
  const { name, message, stack = "", code } = error as NodeJS.ErrnoException;
  // A message may have lines that look like stack frames.
  const places = stack
    .replace(message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  const kind = [ERROR_NAME.test(name) ? name : "Error", ERROR_CODE.test(code ?? "") ? code : ""].join(" ").trim();
  return [kind, ...places.slice(0, FRAMES_LIMIT).map(frame)];
};

/** The traces of the causes of an error, one after another. */
export const causesOf = (error: unknown): string[] => {
  const traces: string[][] = [];
  let current = error;
  while (current instanceof Error && current.cause !== undefined && traces.length < CAUSES_LIMIT) {
    current = current.cause;
    traces.push(traceOf(current));
  }
  return traces.flat();
};
