/** A part of a request's work, from its start to its end by `performance.now()`. */
export interface Step {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Steps of a request that are noted; further ones are left out. */
const STEPS_LIMIT = 100;

/** Notes a step that ends now, unless nobody asked for steps or there are too many. */
export const noteStep = (steps: Step[] | undefined, name: string, start: number): void => {
  if (steps !== undefined && steps.length < STEPS_LIMIT) steps.push({ name, start, end: performance.now() });
};
