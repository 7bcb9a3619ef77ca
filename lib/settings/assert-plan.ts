import type { Plans } from "./plan.ts";

/** Throws a RangeError that lists the plans if a plan is not configured. */
export const assertPlan = (plans: Plans, name: string): void => {
  if (plans.has(name)) return;
  throw new RangeError(`There is no plan ${name}: PLATEN_PLANS configures ${[...plans.keys()].join(", ")}`);
};
