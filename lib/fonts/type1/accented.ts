import type { OutlineStep } from "./steps.ts";

type Point = readonly [x: number, y: number];

/** Where an outline ends, from its origin. */
const endOf = (steps: readonly OutlineStep[]): Point => {
  let [x, y] = [0, 0];
  for (const step of steps) {
    if (step.kind === "stems") continue;
    step.by.forEach((distance, at) => {
      if (at % 2 === 0) x += distance;
      else y += distance;
    });
  }
  return [x, y];
};

/** A letter and an accent as one outline; `offset` is the accent's origin from that of the letter. */
export const composeAccent = (
  letter: readonly OutlineStep[],
  accent: readonly OutlineStep[],
  [right, up]: Point,
): OutlineStep[] => {
  const [x, y] = endOf(letter);
  const first = accent.findIndex(({ kind }) => kind === "move");
  const moved = accent.map((step, at): OutlineStep => {
    if (step.kind === "stems")
      return {
        ...step,
        stems: step.stems.map((stem) => ({ ...stem, from: stem.from + (stem.vertical ? right : up) })),
      };
    if (step.kind !== "move" || at !== first) return step;
    return { ...step, by: [step.by[0] + right - x, step.by[1] + up - y] };
  });
  return [...letter, ...moved];
};
