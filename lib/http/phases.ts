import { noteStep, type Step } from "../turns/step.ts";

/** A phase of a request: finding the caller, receiving and checking the body, the meter, waiting for a turn, the work. */
export type Phase = "auth" | "body" | "meter" | "queue" | "work";

/** Milliseconds by phase. */
export type Phases = Partial<Record<Phase, number>>;

/** The times of a request: its phases, and its steps where they are asked for. */
export interface Timed {
  phases?: Phases;
  steps?: Step[];
}

/** Adds the time since the start of a phase. */
export const addPhase = ({ phases = {}, steps }: Timed, phase: Phase, startedAt: number): void => {
  phases[phase] = (phases[phase] ?? 0) + performance.now() - startedAt;
  noteStep(steps, phase, startedAt);
};

/** Does some work and adds the milliseconds that it takes to a phase. */
export const measurePhase = async <T>(event: Timed, phase: Phase, work: () => Promise<T> | T): Promise<T> => {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    addPhase(event, phase, startedAt);
  }
};
