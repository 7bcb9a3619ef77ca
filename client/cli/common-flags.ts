/** A flag that every command has. */
export interface CommonFlag {
  readonly flag: string;
  readonly short?: string;
  /** What stands for its value in the help; a flag without it is a switch. */
  readonly value?: string;
  readonly about: string;
}

/** The flags that every command has. */
export const COMMON_FLAGS: readonly CommonFlag[] = [
  { flag: "output", short: "o", value: "FILE", about: "where the result goes; - is standard output" },
  { flag: "out-dir", value: "DIR", about: "where results go, each under the name of its input" },
  { flag: "no-clobber", short: "n", about: "leaves existing files alone and sends nothing for them" },
  { flag: "metadata", about: "prints metadata and warnings as JSON; saves no file" },
  { flag: "dry-run", about: "checks the input and prints what it would cost" },
  { flag: "async", about: "submits jobs, which may take 15 minutes each, and waits for them; --timeout is 1200 then" },
  { flag: "json", about: "prints a line of JSON for each call, also for errors" },
  { flag: "concurrency", value: "N", about: "calls at once; 4 by default" },
  { flag: "timeout", value: "SECONDS", about: "for each call with all its retries; 300 by default" },
  { flag: "quiet", short: "q", about: "no progress bar, and no word of warnings" },
  { flag: "api-url", value: "URL", about: "address of the service; else PLATEN_URL" },
  { flag: "api-key", value: "KEY", about: "key; else PLATEN_API_KEY, which other users cannot see" },
  { flag: "help", short: "h", about: "what a command does" },
  { flag: "version", about: "the version of this program" },
];
