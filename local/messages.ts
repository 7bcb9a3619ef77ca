// The reader of the output may have ended, or its disk may be full: this must not end the service.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** Prints a line for people on stderr; stdout is for machines. */
export const printMessage = (line: string): void => {
  process.stderr.write(`platen: ${line}\n`);
};

const REASONS: Readonly<Record<string, (error: NodeJS.ErrnoException & { port?: number }) => string>> = {
  EADDRINUSE: ({ port }) =>
    `port ${port} is in use: set PORT (or PLATEN_METRICS_PORT, or PLATEN_ADMIN_PORT) to another one`,
  EADDRNOTAVAIL: () => "this machine has no such address: set PLATEN_HOST to another one",
  EACCES: ({ path, port }) =>
    path ? `${path} cannot be written: set PLATEN_DATA to a writable folder` : `port ${port} is not allowed`,
  ENOTDIR: ({ path }) => `${path} cannot be created: set PLATEN_DATA to a writable folder`,
  EROFS: ({ path }) => `${path} is on a read-only file system: set PLATEN_DATA to a writable folder`,
  ENOSPC: () => "the disk is full",
};

/** The reason of a failure in one line, with what to do about it if that is known. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code = "" } = error as NodeJS.ErrnoException;
  return REASONS[code]?.(error) ?? error.message.split("\n")[0]!;
};
