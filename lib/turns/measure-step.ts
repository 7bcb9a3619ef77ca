import { noteStep } from "./step.ts";
import { currentTurn } from "./turn.ts";

/** Does a part of the work of the turn that runs here, and notes it as a step where the turn's steps are asked for. */
export const measureStep = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const steps = currentTurn()?.steps;
  if (steps === undefined) return work();
  const start = performance.now();
  try {
    return await work();
  } finally {
    noteStep(steps, name, start);
  }
};
