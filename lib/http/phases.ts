/** A phase of a request: finding the caller, receiving and checking the body, the meter, waiting for a turn, the work. */
export type Phase = "auth" | "body" | "meter" | "queue" | "work";

/** Milliseconds by phase. */
export type Phases = Partial<Record<Phase, number>>;

/** Does some work and adds the milliseconds that it takes to a phase. */
export const measurePhase = async <T>(phases: Phases, phase: Phase, work: () => Promise<T> | T): Promise<T> => {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    phases[phase] = (phases[phase] ?? 0) + performance.now() - startedAt;
  }
};
