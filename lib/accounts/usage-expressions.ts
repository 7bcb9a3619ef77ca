import type { MeteredRequest } from "./metered-request.ts";
import { countedUsage } from "./usage.ts";
import type { Write } from "./write.ts";

/** Maximum number of past counters, and of past slots, that one write removes; the next write removes the others. */
const REMOVED_LIMIT = 40;

/** Paths of slots, and the names in them. */
const slotPaths = (slots: readonly (readonly [string, string])[]) => ({
  paths: slots.map(([map], index) => `${map}.#s${index}`),
  names: Object.fromEntries(slots.map(([, name], index) => [`#s${index}`, name])),
});

/** A write with further clauses, which add a number to some counters, and remove other counters and slots. */
const counted = (
  write: Write,
  { operation, day, credits, pastCounters = [], pastSlots = [] }: MeteredRequest,
  sign: bigint,
) => {
  const { names, amount } = countedUsage(operation, day, credits);
  const removed = pastCounters.slice(0, REMOVED_LIMIT);
  const placeholders = [...names, ...removed].map((name, index) => [`#u${index}`, name] as const);
  const [added, gone] = [placeholders.slice(0, names.length), placeholders.slice(names.length)];
  const slots = slotPaths(pastSlots.slice(0, REMOVED_LIMIT));
  const { UpdateExpression = "" } = write;
  const remove = [...gone.map(([placeholder]) => placeholder), ...slots.paths].join();
  const separator = UpdateExpression.includes(" REMOVE ") ? "," : " REMOVE ";
  const add = added.map(([placeholder]) => `${placeholder} :u`).join();
  return {
    ...write,
    UpdateExpression: `${UpdateExpression}${remove && separator + remove} ADD ${add}`,
    ExpressionAttributeNames: {
      ...write.ExpressionAttributeNames,
      ...Object.fromEntries(placeholders),
      ...slots.names,
    },
    ExpressionAttributeValues: { ...write.ExpressionAttributeValues, ":u": { N: String(sign * amount) } },
  };
};

/** A write that spends a request's credits, with its usage; it also removes past counters, and slots of rate windows. */
export const countingUsage = (write: Write, request: MeteredRequest): Write => counted(write, request, 1n);

/** A write that returns credits which were spent, with its usage. */
export const discountingUsage = (write: Write, request: MeteredRequest): Write =>
  counted(write, { ...request, pastCounters: [], pastSlots: [] }, -1n);

/** A write that removes slots of rate windows that are over. */
export const removingSlots = (past: readonly (readonly [string, string])[]): Write => {
  const { paths, names } = slotPaths(past.slice(0, 2 * REMOVED_LIMIT));
  return {
    UpdateExpression: `REMOVE ${paths.join()}`,
    ConditionExpression: "attribute_exists(n)",
    ExpressionAttributeNames: names,
  };
};
