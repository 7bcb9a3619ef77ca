/** Where a request's time goes: finding the caller, receiving and judging the body, the meter, waiting for a turn, the work. */
export type Phase = "auth" | "body" | "meter" | "queue" | "work";

/** Milliseconds by phase. */
export type Phases = Partial<Record<Phase, number>>;

/** Does something and adds the milliseconds that it takes to a phase. */
export const spend = async <T>(phases: Phases, phase: Phase, work: () => Promise<T> | T): Promise<T> => {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    phases[phase] = (phases[phase] ?? 0) + performance.now() - begun;
  }
};
