import * as z from "zod/mini";
import { BUILT_IN_PLANS, type Plan, type Plans, standardPlan } from "./plan.ts";

const MOST_PER_MINUTE = 1_000_000;
const MOST_PER_SECOND = 100_000;
const MOST_CREDITS = 1_000_000;
const MEGABYTE_BYTES = 1_048_576;
const PLANS_MOST = 100;
const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

const whole = (least: number, most: number, alternative = "") => {
  const error = `must be a whole number of ${least} to ${most}${alternative}`;
  return z.int(error).check(z.minimum(least, error), z.maximum(most, error));
};
const orNoLimit = (most: number) => z.nullish(whole(1, most, ", or null"));

const credits = whole(0, MOST_CREDITS);
const price = z.union([credits, z.record(z.string(), credits)], {
  error: `must be a whole number of 0 to ${MOST_CREDITS}, or such numbers by name`,
});

const FIELDS = {
  requestsPerMinute: orNoLimit(MOST_PER_MINUTE),
  requestsPerSecond: orNoLimit(MOST_PER_SECOND),
  credits: z.optional(z.record(z.string(), price, "must be an object of credits by path")),
  documentMb: z.optional(whole(1, 100)),
  slotShare: z.optional(
    z
      .number("must be a number above 0 and at most 1")
      .check(z.refine((share) => share > 0 && share <= 1, "must be a number above 0 and at most 1")),
  ),
};

const planFields = z.strictObject(FIELDS, {
  error: (issue) =>
    issue.code === "unrecognized_keys"
      ? `has the unknown field ${issue.keys[0]}; known are ${Object.keys(FIELDS).join(", ")}`
      : "must be an object",
});

const limitOf = (given: number | null | undefined, fallback: number | undefined): number | undefined =>
  given === undefined ? fallback : (given ?? undefined);

const planOf = (name: string, given: z.output<typeof planFields>, base: Plan): Plan => ({
  name,
  rates: {
    minute: limitOf(given.requestsPerMinute, base.rates.minute),
    second: limitOf(given.requestsPerSecond, base.rates.second),
  },
  prices: given.credits ?? base.prices,
  documentLimitBytes: given.documentMb === undefined ? base.documentLimitBytes : given.documentMb * MEGABYTE_BYTES,
  slotShare: given.slotShare ?? base.slotShare,
});

const parsed = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
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
    const { data, error } = planFields.safeParse(value);
    if (data === undefined) {
      const { path, message } = error.issues[0]!;
      throw new RangeError(`has a wrong plan: ${[name, ...path].join(".")} ${message}`);
    }
    plans.set(name, planOf(name, data, plans.get(name) ?? standardPlan(plans)));
  }
  return plans;
};
