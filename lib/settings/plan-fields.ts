import type { Price } from "./plan.ts";

const MOST_PER_MINUTE = 1_000_000;
const MOST_PER_SECOND = 100_000;
const MOST_CREDITS = 1_000_000;
const MOST_DOCUMENT_MB = 100;

/** The fields of a plan, as the operator writes them. */
export interface PlanFields {
  readonly requestsPerMinute?: number | null;
  readonly requestsPerSecond?: number | null;
  readonly credits?: Readonly<Record<string, Price>>;
  readonly documentMb?: number;
  readonly slotShare?: number;
}

/** An object that is no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
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

/** What each field of a plan may be. */
const FIELDS: Readonly<Record<keyof PlanFields, { holds: (value: unknown) => boolean; possible: string }>> = {
  requestsPerMinute: limit(MOST_PER_MINUTE),
  requestsPerSecond: limit(MOST_PER_SECOND),
  credits: { holds: isObject, possible: "an object of credits by path" },
  documentMb: {
    holds: (value) => isWhole(value, 1, MOST_DOCUMENT_MB),
    possible: `a whole number of 1 to ${MOST_DOCUMENT_MB}`,
  },
  slotShare: {
    holds: (value) => typeof value === "number" && value > 0 && value <= 1,
    possible: "a number above 0 and at most 1",
  },
};

/** Checks the fields of a plan. Throws a RangeError that names plan and field, and says what is possible. */
export const assertPlanFields: (name: string, value: unknown) => asserts value is PlanFields = (name, value) => {
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
