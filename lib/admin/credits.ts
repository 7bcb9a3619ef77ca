import { debitCredits, grantCredits } from "../accounts/operator/credits.ts";
import { CREDITS_LIMIT } from "../accounts/operator/limits.ts";
import { fields, integer, oneOf } from "../contract.ts";
import { described } from "../fields/described.ts";
import { adminOperation } from "./operation.ts";

/** Adds credits to an account, or takes some. */
export const moveCredits = adminOperation({
  method: "POST",
  path: "/accounts/{account}/credits",
  action: ({ action }) => action,
  operationId: "moveCredits",
  summary: "Add credits to an account, or take some",
  description:
    "A debit takes at most the credits that are there. A repetition moves credits once more: where the answer was lost, look at the account first.",
  input: {
    body: fields({
      action: described(oneOf(["credit", "debit"]), { description: "`credit` adds, `debit` takes." }),
      credits: described(integer(1, CREDITS_LIMIT), { description: "How many." }),
    }),
    example: { action: "credit", credits: 500 },
  },
  status: 200,
  answer: "Balance",
  run: async (table, { account }, { action, credits }) => {
    const move = action === "credit" ? grantCredits : debitCredits;
    return { account, credits: await move(table, account, credits) };
  },
});
