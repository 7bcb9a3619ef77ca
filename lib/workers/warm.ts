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

/** Is told the name of a part that does not start, and why. */
type OnFailedStart = (name: string, error: unknown) => void;

const startPart = async (name: string, failed: OnFailedStart): Promise<void> => {
  starting.add(name);
  try {
    await parts.get(name)?.start();
  } catch (error) {
    failed(name, error);
  } finally {
    starting.delete(name);
  }
};

/** Starts everything that is kept warm, as long as it takes. */
export const startWarmParts = async (failed: OnFailedStart): Promise<void> => {
  await Promise.all([...parts.keys()].map((name) => startPart(name, failed)));
};

/** The starts of the parts that wait for a document, by the engine's name. The first call starts the part, later ones do nothing. */
const waiting = new Map<string, () => void>();

/** Lets each part be started with the first document of an engine that has it. */
export const startWarmPartsOnDemand = (failed: OnFailedStart): void => {
  for (const name of parts.keys()) {
    waiting.set(name, () => {
      waiting.set(name, () => {});
      void startPart(name, failed).then(() => waiting.delete(name));
    });
  }
};

/** Starts those of an engine's parts that wait for its first document. The document does not wait for them. */
export const demandWarmParts = (names: readonly string[]): void => {
  for (const name of names) waiting.get(name)?.();
};

/** Whether a part waits for the first document of its engine, or is being started with it. */
export const isWaiting = (name: string): boolean => waiting.has(name);

/** Ends everything that is kept warm. */
export const stopWarmParts = async (): Promise<void> => {
  waiting.clear();
  await Promise.all([...parts.values()].map((part) => part.stop()));
};

/** Whether the server has begun to start a part, and the start has not ended yet. */
export const isStarting = (name: string): boolean => starting.has(name);

/** Everything that is kept warm, by the engine's name: for the server's start, its end and its health. */
export const warmParts = (): ReadonlyMap<string, WarmPart> => parts;
