import type { MeteredRequest } from "./metered-request.ts";
import { countedUsage } from "./usage.ts";
import type { Write } from "./write.ts";

/** Maximum number of past counters that one write removes; the next write removes the others. */
const REMOVED_COUNTERS_LIMIT = 40;

/** A write with further clauses, which add a number to some counters and remove others. */
const counted = (write: Write, { operation, day, credits }: MeteredRequest, sign: bigint, past: readonly string[]) => {
  const { names, amount } = countedUsage(operation, day, credits);
  const removed = past.slice(0, REMOVED_COUNTERS_LIMIT);
  const placeholders = [...names, ...removed].map((name, index) => [`#u${index}`, name] as const);
  const [added, gone] = [placeholders.slice(0, names.length), placeholders.slice(names.length)];
  const { UpdateExpression = "" } = write;
  const remove = gone.map(([placeholder]) => placeholder).join();
  const separator = UpdateExpression.includes(" REMOVE ") ? "," : " REMOVE ";
  const add = added.map(([placeholder]) => `${placeholder} :u`).join();
  return {
    ...write,
    UpdateExpression: `${UpdateExpression}${remove && separator + remove} ADD ${add}`,
    ExpressionAttributeNames: { ...write.ExpressionAttributeNames, ...Object.fromEntries(placeholders) },
    ExpressionAttributeValues: { ...write.ExpressionAttributeValues, ":u": { N: String(sign * amount) } },
  };
};

/** A write that spends a request's credits, with its usage; it also removes the counters of past days and months. */
export const countingUsage = (write: Write, request: MeteredRequest): Write =>
  counted(write, request, 1n, request.pastCounters ?? []);

/** A write that returns credits which were spent, with its usage. */
export const discountingUsage = (write: Write, request: MeteredRequest): Write => counted(write, request, -1n, []);
