import { readAccountPage } from "../accounts/operator/account-pages.ts";
import { changeAccount, showAccount } from "../accounts/operator/accounts.ts";
import { CREDITS_LIMIT } from "../accounts/operator/limits.ts";
import { openAccount } from "../accounts/operator/new-keys.ts";
import { config } from "../config.ts";
import { fields, integer, oneOf, optional } from "../contract/contract.ts";
import { assertPlan, STANDARD_PLAN_NAME } from "../settings/plan.ts";
import { cursor, expires, label, momentOf, name, pageSize, plan } from "./fields.ts";
import { adminOperation } from "./operation.ts";

/** All accounts, in pages. */
export const listAccountsOperation = adminOperation({
  method: "GET",
  path: "/accounts",
  action: "list",
  operationId: "listAccounts",
  summary: "List accounts",
  description: "In no order. A page may have fewer accounts than `limit`, or none, although `next` is there.",
  input: { query: fields({ limit: optional(pageSize), cursor: optional(cursor) }) },
  status: 200,
  answer: "AccountPage",
  run: (table, _, { limit = "100", cursor }) => readAccountPage(table, { limit: Number(limit), cursor }),
});

/** A new account with a key. */
export const create = adminOperation({
  method: "POST",
  path: "/accounts",
  action: "create",
  operationId: "createAccount",
  summary: "Create an account with a key",
  description: "The key is shown only this once.",
  input: {
    body: fields({
      credits: optional(integer(0, CREDITS_LIMIT)),
      plan: optional(plan),
      label: optional(label),
      expires: optional(expires),
    }),
    example: { credits: 1000 },
  },
  status: 201,
  answer: "NewAccount",
  run: (table, _, { credits = 0, plan = STANDARD_PLAN_NAME, label = "default", expires }) => {
    assertPlan(config.plans, plan);
    return openAccount(table, credits, { label, expires: momentOf(expires), plan });
  },
});

export const show = adminOperation({
  method: "GET",
  path: "/accounts/{account}",
  action: "show",
  operationId: "showAccount",
  summary: "Show an account",
  input: {},
  status: 200,
  answer: "Account",
  run: (table, { account }) => showAccount(table, account),
});

/** What an operator may change of an account. */
const changes = fields({ name: optional(name), state: optional(oneOf(["active", "suspended"])), plan: optional(plan) });

export const change = adminOperation({
  method: "PATCH",
  path: "/accounts/{account}",
  action: ({ name, state, plan }) =>
    [
      ...(name === undefined ? [] : ["name"]),
      ...(state ? [state === "active" ? "resume" : "suspend"] : []),
      ...(plan === undefined ? [] : ["plan"]),
    ].join(),
  operationId: "changeAccount",
  summary: "Name, suspend or resume an account, or put it on another plan",
  description: "All changes are made at once. A suspended account's requests are refused from the next one on.",
  input: { body: changes, example: { name: "A customer" } },
  status: 200,
  answer: "Account",
  run: (table, { account }, input) => {
    if (input.plan !== undefined) assertPlan(config.plans, input.plan);
    return changeAccount(table, account, input);
  },
});
