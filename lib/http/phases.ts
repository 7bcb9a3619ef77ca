import type { Middleware, Request } from "./exchange.ts";

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

/** A middleware whose time is counted as a phase's, on the way in and on the way out. */
export const timed = (phase: Phase, middleware: Middleware): Middleware => {
  const counted: Middleware = {};
  for (const step of ["before", "after", "onError"] as const) {
    const run = middleware[step];
    if (run) counted[step] = (request: Request) => spend(request.event.phases!, phase, () => run(request));
  }
  return counted;
};
