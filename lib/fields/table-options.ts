import { fields, mapped } from "../contract/contract.ts";
import { described } from "../contract/described.ts";
import { leavesRoom } from "./paper-options.ts";
import { EXAMPLE, paperFields, paperSetup, sizeRules } from "./printed-paper.ts";

/** The options of a table, as the page setup that engines take. */
export const tableOptions = described(
  mapped(fields(paperFields, EXAMPLE).check(...sizeRules), paperSetup).check(leavesRoom),
  {
    id: "TableOptions",
    description:
      "How a table is printed. `printBackground`, `omitBackground`, `waitTimeout` and `failOnResource` have no effect.",
    examples: [EXAMPLE],
  },
);
