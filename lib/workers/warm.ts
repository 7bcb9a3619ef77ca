/** Something that an engine keeps running between jobs, such as a spare browser or a zygote. */
export interface WarmPart {
  /** Resolves when it is ready for the first job. After a failed start the first job tries again. */
  start(): Promise<void>;
  /** Resolves when nothing of it runs any more: no process, no temp file. */
  stop(): Promise<void>;
  /** Resolves if a job would be served now. Otherwise it rejects or stays pending, so the caller needs a time limit. */
  check(): Promise<void>;
}

const parts = new Map<string, WarmPart>();

/** Registers what an engine keeps running, under the engine's name; called once, when its file is imported. */
export const keepWarm = (name: string, part: WarmPart): void => {
  parts.set(name, part);
};

/** Everything that is kept warm, by the engine's name: for the server's start, its end and its health. */
export const warmParts = (): ReadonlyMap<string, WarmPart> => parts;
