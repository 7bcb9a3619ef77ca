import type { Middleware, Request } from "./exchange.ts";
import { measurePhase, type Phase } from "./phases.ts";

/** A middleware whose time is added to a phase, before and after the work. */
export const measured = (phase: Phase, middleware: Middleware): Middleware => {
  const counted: Middleware = {};
  for (const step of ["before", "after", "onError"] as const) {
    const run = middleware[step];
    if (run) counted[step] = (request: Request) => measurePhase(request.event, phase, () => run(request));
  }
  return counted;
};
