import type { TableCall } from "./recorded-table.ts";

/** A statement of a role's policy, as far as calls to the table need it. */
export interface TableStatement {
  readonly Action: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** Whether statements of a role allow a call to the table. */
export const allows = (statements: readonly TableStatement[], { action, leadingKey }: TableCall): boolean =>
  statements.some(
    ({ Action, Condition = {} }) =>
      [Action].flat().includes(action) &&
      Object.values(Condition)
        .flatMap((condition) => condition["dynamodb:LeadingKeys"] ?? [])
        .some((key) => (key.endsWith("*") ? leadingKey.startsWith(key.slice(0, -1)) : leadingKey === key)),
  );
