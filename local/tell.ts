// Whoever reads what is told may have gone, or the disk that it goes to may be full: that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** Tells whoever started the program one line, on stderr: stdout is for machines. */
export const tell = (line: string): void => {
  process.stderr.write(`platen: ${line}\n`);
};

const REASONS: Readonly<Record<string, (error: NodeJS.ErrnoException & { port?: number }) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use: give another one in PORT, or PLATEN_METRICS_PORT`,
  EADDRNOTAVAIL: () => "this machine has no such address: give PLATEN_HOST another one",
  EACCES: ({ path, port }) =>
    path ? `${path} cannot be written: give PLATEN_DATA a folder that can` : `port ${port} is not allowed`,
  ENOTDIR: ({ path }) => `${path} cannot be made: give PLATEN_DATA a folder that can be written`,
  EROFS: ({ path }) => `${path} is on a read-only file system: give PLATEN_DATA a folder that can be written`,
  ENOSPC: () => "the disk is full",
};

/** Why something could not be done, in one line that says what would help. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code = "" } = error as NodeJS.ErrnoException;
  return REASONS[code]?.(error) ?? error.message.split("\n")[0]!;
};
