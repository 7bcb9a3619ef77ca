import { listCallbackSecrets, rotateCallbackSecret } from "../accounts/operator/callback-secrets.ts";
import { adminOperation } from "./operation.ts";

/** The secrets of an account's callbacks, without themselves. */
export const callbackSecrets = adminOperation({
  method: "GET",
  path: "/accounts/{account}/callback-secrets",
  action: "callback-secrets",
  operationId: "listCallbackSecrets",
  summary: "List the secrets of an account's callbacks",
  description: "Those that are valid, the newest first. Of a secret itself only the last 4 characters are told.",
  input: {},
  status: 200,
  answer: "CallbackSecrets",
  run: async (table, { account }) => ({ account, secrets: await listCallbackSecrets(table, account) }),
});

/** A new secret of an account's callbacks. */
export const createCallbackSecret = adminOperation({
  method: "POST",
  path: "/accounts/{account}/callback-secrets",
  action: "create-callback-secret",
  operationId: "createCallbackSecret",
  summary: "Make a secret for the callbacks of an account, or follow it by another one",
  description:
    "It is shown only this once. The one before is valid for 24 hours more, in which callbacks have two signatures; one before that ends at once.",
  input: {},
  status: 201,
  answer: "NewCallbackSecret",
  run: (table, { account }) => rotateCallbackSecret(table, account),
});
