import { MB } from "./megabyte.ts";
import { BUILT_IN_PLANS, type Plan, type Plans, standardPlan } from "./plan.ts";
import { assertPlanFields, isObject, type PlanFields } from "./plan-fields.ts";

const PLANS_MOST = 100;
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

const limitOf = (given: number | null | undefined, fallback: number | undefined): number | undefined =>
  given === undefined ? fallback : (given ?? undefined);

const planOf = (name: string, given: PlanFields, base: Plan): Plan => ({
  name,
  rates: {
    minute: limitOf(given.requestsPerMinute, base.rates.minute),
    second: limitOf(given.requestsPerSecond, base.rates.second),
  },
  prices: given.credits ?? base.prices,
  documentLimitBytes: given.documentMb === undefined ? base.documentLimitBytes : given.documentMb * MB,
  slotShare: given.slotShare ?? base.slotShare,
});

const parsed = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The message below says what is possible.
  }
  throw new RangeError('must be a JSON object of plans by name, such as {"gold":{"requestsPerMinute":600}}');
};

/**
 * The built-in plans and those of a JSON object, which may also change the built-in ones. A field that is left out is that of
 * the built-in plan of the name, else of `standard`. Throws a RangeError that names the plan and the field.
 */
export const readPlans = (text: string | undefined): Plans => {
  const plans = new Map(BUILT_IN_PLANS);
  if (text === undefined) return plans;
  const given = Object.entries(parsed(text)).sort(([a], [b]) => Number(b === "standard") - Number(a === "standard"));
  if (given.length > PLANS_MOST) throw new RangeError(`must have at most ${PLANS_MOST} plans`);
  for (const [name, value] of given) {
    if (!NAME.test(name))
      throw new RangeError(`must name plans with 1 to 40 small letters, digits, _ and -, not "${name}"`);
    assertPlanFields(name, value);
    plans.set(name, planOf(name, value, plans.get(name) ?? standardPlan(plans)));
  }
  return plans;
};
