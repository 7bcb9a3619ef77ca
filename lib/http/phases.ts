import { noteStep } from "../turns/turn.ts";
import type { Middleware } from "./middleware.ts";
import type { Phase, Timed } from "./request.ts";

/** Adds the time since the start of a phase. */
export const addPhase = ({ phases, steps }: Timed, phase: Phase, startedAt: number): void => {
  phases[phase] = (phases[phase] ?? 0) + performance.now() - startedAt;
  noteStep(steps, phase, startedAt);
};

/** Does some work and adds the milliseconds that it takes to a phase. */
export const measurePhase = async <T>(request: Timed, phase: Phase, work: () => Promise<T> | T): Promise<T> => {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    addPhase(request, phase, startedAt);
  }
};

/** A middleware whose time, before and after the work, is added to a phase. */
export const measured = <Needs extends object, Adds extends object>(
  phase: Phase,
  { before, after, onError }: Middleware<Needs, Adds>,
): Middleware<Needs & Timed, Adds> => ({
  ...(before && { before: (request) => measurePhase(request, phase, () => before(request)) }),
  ...(after && { after: (request, reply) => measurePhase(request, phase, () => after(request, reply)) }),
  ...(onError && {
    onError: (request, reply, error) => measurePhase(request, phase, () => onError(request, reply, error)),
  }),
});
