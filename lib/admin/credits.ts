import { CREDITS_LIMIT } from "../accounts/operator/limits.ts";
import { moveCredits as move } from "../accounts/operator/move-credits.ts";
import { described, fields, integer, oneOf, optional } from "../contract/contract.ts";
import { reference } from "./fields.ts";
import { adminOperation } from "./operation.ts";

/** Adds credits to an account, or removes some. */
export const moveCreditsOperation = adminOperation({
  method: "POST",
  path: "/accounts/{account}/credits",
  action: ({ action }) => action,
  operationId: "moveCredits",
  summary: "Add credits to an account, or take some",
  description:
    "A debit takes at most the credits that are there. A repetition with the same `reference` within 24 hours moves nothing.",
  input: {
    body: fields({
      action: described(oneOf(["credit", "debit"]), { description: "`credit` adds, `debit` takes." }),
      credits: described(integer(1, CREDITS_LIMIT), { description: "How many." }),
      reference: optional(reference),
    }),
    example: { action: "credit", credits: 500, reference: "invoice-2026-117" },
  },
  status: 200,
  answer: "Balance",
  run: async (table, { account }, { action, credits, reference }) => {
    const signed = action === "credit" ? credits : -credits;
    return { account, credits: await move(table, account, signed, reference) };
  },
});
