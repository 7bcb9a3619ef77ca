import { MB } from "./megabyte.ts";
import { BUILT_IN_PLANS, type Plan, type Plans, type Price, standardPlan } from "./plan.ts";

const MOST_PER_MINUTE = 1_000_000;
const MOST_PER_SECOND = 100_000;
const MOST_CREDITS = 1_000_000;
const MOST_DOCUMENT_MB = 100;
const MOST_JOB_MINUTES = 15;
const MOST_OPEN_JOBS = 100_000;
const MOST_JOBS_AT_ONCE = 1000;
const MOST_RESULT_HOURS = 24;

/** The fields of a plan, as the operator writes them. */
interface PlanFields {
  readonly requestsPerMinute?: number | null;
  readonly requestsPerSecond?: number | null;
  readonly credits?: Readonly<Record<string, Price>>;
  readonly documentMb?: number;
  readonly slotShare?: number;
  readonly jobMinutes?: number;
  readonly jobsOpen?: number;
  readonly jobsAtOnce?: number;
  readonly resultHours?: number;
}

/** An object that is no list. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

const isPrice = (price: unknown): boolean =>
  isWhole(price, 0, MOST_CREDITS) ||
  (isObject(price) && Object.values(price).every((each) => isWhole(each, 0, MOST_CREDITS)));

const limit = (most: number) => ({
  holds: (value: unknown) => value === null || isWhole(value, 1, most),
  possible: `a whole number of 1 to ${most}, or null`,
});

const whole = (most: number) => ({
  holds: (value: unknown) => isWhole(value, 1, most),
  possible: `a whole number of 1 to ${most}`,
});

/** What each field of a plan may be. */
const FIELDS: Readonly<Record<keyof PlanFields, { holds: (value: unknown) => boolean; possible: string }>> = {
  requestsPerMinute: limit(MOST_PER_MINUTE),
  requestsPerSecond: limit(MOST_PER_SECOND),
  credits: { holds: isObject, possible: "an object of credits by path" },
  documentMb: whole(MOST_DOCUMENT_MB),
  slotShare: {
    holds: (value) => typeof value === "number" && value > 0 && value <= 1,
    possible: "a number above 0 and at most 1",
  },
  jobMinutes: whole(MOST_JOB_MINUTES),
  jobsOpen: whole(MOST_OPEN_JOBS),
  jobsAtOnce: whole(MOST_JOBS_AT_ONCE),
  resultHours: whole(MOST_RESULT_HOURS),
};

/** Checks the fields of a plan. Throws a RangeError that names plan and field, and says what is possible. */
const assertPlanFields: (name: string, value: unknown) => asserts value is PlanFields = (name, value) => {
  const wrong = (message: string) => new RangeError(`has a wrong plan: ${message}`);
  if (!isObject(value)) throw wrong(`${name} must be an object`);
  for (const [field, given] of Object.entries(value)) {
    const known = Object.hasOwn(FIELDS, field) ? FIELDS[field as keyof PlanFields] : undefined;
    if (known === undefined)
      throw wrong(`${name} has the unknown field ${field}; known are ${Object.keys(FIELDS).join(", ")}`);
    if (!known.holds(given)) throw wrong(`${name}.${field} must be ${known.possible}`);
  }
  for (const [path, price] of Object.entries((value as PlanFields).credits ?? {}))
    if (!isPrice(price))
      throw wrong(`${name}.credits.${path} must be a whole number of 0 to ${MOST_CREDITS}, or such numbers by name`);
};

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
  jobs: {
    minutes: given.jobMinutes ?? base.jobs.minutes,
    open: given.jobsOpen ?? base.jobs.open,
    atOnce: given.jobsAtOnce ?? base.jobs.atOnce,
    resultHours: given.resultHours ?? base.jobs.resultHours,
  },
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
