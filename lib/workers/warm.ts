/** What an engine keeps running between jobs: a spare browser, a zygote. */
export interface WarmPart {
  /** Resolves when the first job will find it ready. A failed start is not the end: the first job tries again. */
  start(): Promise<void>;
  /** Resolves when nothing of it runs any more: no process, no temp file. */
  stop(): Promise<void>;
  /** Rejects, or stays pending past the asker's patience, when a job would not be served now. */
  check(): Promise<void>;
}

const parts = new Map<string, WarmPart>();

/** Registers what an engine keeps running, under the engine's name; called once, when its file is imported. */
export const keepWarm = (name: string, part: WarmPart): void => {
  parts.set(name, part);
};

/** Everything that is kept warm, by the engine's name: for the server's start, its end and its health. */
export const warmParts = (): ReadonlyMap<string, WarmPart> => parts;
