/** Requests that may be made in any minute and in any second; undefined if there is no limit. */
export interface RateLimits {
  readonly minute: number | undefined;
  readonly second: number | undefined;
}

/** The credits of an operation: a number for every input, or numbers by the names in the contract's own price. */
export type Price = number | Readonly<Record<string, number>>;

/** What an account may have of jobs. */
interface JobLimits {
  /** Minutes that a job may work. */
  readonly minutes: number;
  /** Jobs that have not ended. */
  readonly open: number;
  /** Jobs that run at once on one server. */
  readonly atOnce: number;
  /** Hours for which a result stays. */
  readonly resultHours: number;
}

/** What an account may do, and what it pays. */
export interface Plan {
  readonly name: string;
  /** The rate windows of an account with credits. */
  readonly rates: RateLimits;
  /** Prices by the path of the operation; an operation that is not here has the price in its contract. */
  readonly prices: Readonly<Record<string, Price>>;
  /** Bytes that the documents of a request may have, if that is less than the limit of the endpoint. */
  readonly documentLimitBytes: number;
  /** The share of the service's slots that the jobs of an account may take, above 0 and at most 1. */
  readonly slotShare: number;
  readonly jobs: JobLimits;
}

/** Plans by their names. */
export type Plans = ReadonlyMap<string, Plan>;

/** The name of the plan of accounts that are on no other. */
export const STANDARD_PLAN_NAME = "standard";

const standard: Plan = {
  name: STANDARD_PLAN_NAME,
  rates: { minute: 60, second: 10 },
  prices: {},
  documentLimitBytes: Number.POSITIVE_INFINITY,
  slotShare: 1,
  jobs: { minutes: 15, open: 10_000, atOnce: 100, resultHours: 24 },
};

const unlimited: Plan = { ...standard, name: "unlimited", rates: { minute: undefined, second: undefined } };

/** The plans that are always there: `standard`, with the numbers of the interface, and `unlimited`, without rate windows. */
export const BUILT_IN_PLANS: Plans = new Map([standard, unlimited].map((plan) => [plan.name, plan]));

/** The plan of accounts that are on no other. */
export const standardPlan = (plans: Plans): Plan => plans.get(STANDARD_PLAN_NAME) ?? standard;

/** Throws a RangeError that lists the plans if a plan is not configured. */
export const assertPlan = (plans: Plans, name: string): void => {
  if (plans.has(name)) return;
  throw new RangeError(`There is no plan ${name}: PLATEN_PLANS configures ${[...plans.keys()].join(", ")}`);
};
