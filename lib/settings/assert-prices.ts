import { nearestName } from "./nearest.ts";
import type { Plans, Price } from "./plan.ts";
import { SettingsError } from "./read-settings.ts";

/** The part of a contract that prices are checked against. */
interface PricedContract {
  readonly path: string;
  readonly credits: number | { readonly of: Readonly<Record<string, number>> };
}

const problemOf = (path: string, price: Price, contracts: readonly PricedContract[]): string | undefined => {
  const contract = contracts.find((each) => each.path === path);
  if (contract === undefined) {
    const paths = contracts.map((each) => each.path);
    return `is no operation; did you mean ${nearestName(path, paths) ?? paths[0]}?`;
  }
  if (typeof price === "number") return undefined;
  if (typeof contract.credits === "number") return "must be a number, because the operation has one price";
  const names = Object.keys(contract.credits.of);
  const unknown = Object.keys(price).find((name) => !names.includes(name));
  return unknown && `has no price ${unknown}, but ${names.join(" and ")}`;
};

/** Throws a SettingsError that names each price of a plan for which there is no operation. */
export const assertPrices = (plans: Plans, contracts: readonly PricedContract[]): void => {
  const problems = [...plans.values()].flatMap(({ name, prices }) =>
    Object.entries(prices).flatMap(([path, price]) => {
      const problem = problemOf(path, price, contracts);
      return problem === undefined ? [] : [`PLATEN_PLANS has a wrong plan: ${name}.credits.${path} ${problem}`];
    }),
  );
  if (problems.length > 0) throw new SettingsError(problems);
};
