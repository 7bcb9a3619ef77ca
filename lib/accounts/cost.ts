import type { Contract } from "../contract/contract.ts";
import type { Plan } from "../settings/plan.ts";

/** Credits that this input costs on a plan. */
export const costOf = <Input>({ path, credits }: Contract<Input>, input: Input, { prices }: Plan): number => {
  const price = prices[path];
  if (typeof price === "number") return price;
  if (typeof credits === "number") return credits;
  const name = credits.by(input);
  const cost = price?.[name] ?? credits.of[name];
  if (cost === undefined) throw new Error(`${path} has no price for ${name}.`);
  return cost;
};
