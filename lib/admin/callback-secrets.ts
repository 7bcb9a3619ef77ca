import { listCallbackSecrets, rotateCallbackSecret } from "../accounts/operator/callback-secrets.ts";
import { adminOperation } from "./operation.ts";

/** Lists the callback secrets of an account without their text. */
export const callbackSecrets = adminOperation({
  method: "GET",
  path: "/accounts/{account}/callback-secrets",
  action: "callback-secrets",
  operationId: "listCallbackSecrets",
  summary: "List the secrets of an account's callbacks",
  description: "Lists the valid secrets, the newest first. Only the last 4 characters of a secret are shown.",
  input: {},
  status: 200,
  answer: "CallbackSecrets",
  run: async (table, { account }) => ({ account, secrets: await listCallbackSecrets(table, account) }),
});

/** Creates a callback secret of an account. */
export const createCallbackSecret = adminOperation({
  method: "POST",
  path: "/accounts/{account}/callback-secrets",
  action: "create-callback-secret",
  operationId: "createCallbackSecret",
  summary: "Create a secret for the callbacks of an account",
  description:
    "The secret is shown only this once. The previous secret stays valid for 24 hours, in which callbacks have two signatures. An older one ends at once.",
  input: {},
  status: 201,
  answer: "NewCallbackSecret",
  run: (table, { account }) => rotateCallbackSecret(table, account),
});
