/** A version of an engine, and the day (`2026-09-11`) on which it was published, if that is known. */
export interface EngineRelease {
  readonly version: string;
  readonly released?: string | undefined;
}

/** How an engine's processes are started: forked from a warm one, or anew and why. */
export interface StartWay {
  readonly way: "fork" | "new";
  /** In kebab case. */
  readonly because?: string;
  readonly detail?: string;
}

/** Something that an engine keeps running between jobs, such as a spare browser or a zygote. */
export interface WarmPart {
  /** Resolves when it is ready for the first job. After a failed start the first job tries again. */
  start(): Promise<void>;
  /** Resolves when nothing of it runs any more: no process, no temp file. */
  stop(): Promise<void>;
  /** Resolves if a job would be served now. Otherwise it rejects or stays pending, so the caller needs a time limit. */
  check(): Promise<void>;
  /** The release of a part that is a program of others; undefined if it is not installed. */
  release?(): EngineRelease | undefined;
  /** How many processes were started in each way: `{ fork: 12, new: 3, fallback: 1 }`. */
  starts?(): Readonly<Record<string, number>>;
  /** How the next one is started. */
  startWay?(): StartWay;
}

const parts = new Map<string, WarmPart>();

/** Registers what an engine keeps running, under the engine's name; called once, when its file is imported. */
export const keepWarm = (name: string, part: WarmPart): void => {
  parts.set(name, part);
};

/** The releases of the engines that are programs of others, by name. */
export const engineReleases = (): Readonly<Record<string, EngineRelease>> =>
  Object.fromEntries(
    [...parts].flatMap(([name, part]) => {
      const release = part.release?.();
      return release === undefined ? [] : [[name, release]];
    }),
  );

/** How the processes of engines are started that can be forked, by the engine's name. */
export const startWays = (): Readonly<Record<string, StartWay>> =>
  Object.fromEntries(
    [...parts].flatMap(([name, part]) => {
      const way = part.startWay?.();
      return way === undefined ? [] : [[name, way]];
    }),
  );

const starting = new Set<string>();

/** Starts everything that is kept warm, as long as it takes. Calls `failed` for each part that does not start. */
export const startWarmParts = async (failed: (name: string, error: unknown) => void): Promise<void> => {
  const starts = [...parts].map(async ([name, part]) => {
    starting.add(name);
    try {
      await part.start();
    } catch (error) {
      failed(name, error);
    } finally {
      starting.delete(name);
    }
  });
  await Promise.all(starts);
};

/** Whether the server has begun to start a part, and the start has not ended yet. */
export const isStarting = (name: string): boolean => starting.has(name);

/** Everything that is kept warm, by the engine's name: for the server's start, its end and its health. */
export const warmParts = (): ReadonlyMap<string, WarmPart> => parts;
