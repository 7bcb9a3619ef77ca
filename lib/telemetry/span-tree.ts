import type { Step } from "../turns/turn.ts";

/** A step with the steps that began and ended within it. */
export interface StepTree {
  readonly step: Step;
  readonly inner: StepTree[];
}

const contains = ({ step }: StepTree, { start, end }: Step): boolean => step.start <= start && end <= step.end;

/** The steps of a request as a tree: each stands below the shortest one that contains it. A request has some dozens. */
export const stepTrees = (steps: readonly Step[]): StepTree[] => {
  const roots: StepTree[] = [];
  const longestFirst = [...steps].sort((a, b) => b.end - b.start - (a.end - a.start));
  for (const step of longestFirst) {
    let level = roots;
    for (;;) {
      const outer = level.find((tree) => contains(tree, step));
      if (outer === undefined) break;
      level = outer.inner;
    }
    level.push({ step, inner: [] });
  }
  return roots;
};
