import { showAccount } from "../accounts/operator/accounts.ts";
import { listKeys, revokeKey } from "../accounts/operator/keys.ts";
import { addKey } from "../accounts/operator/new-keys.ts";
import { fields, optional } from "../contract/contract.ts";
import { expires, label, momentOf } from "./fields.ts";
import { adminOperation } from "./operation.ts";

/** The keys of an account. */
export const keys = adminOperation({
  method: "GET",
  path: "/accounts/{account}/keys",
  action: "keys",
  operationId: "listKeys",
  summary: "List the keys of an account",
  description: "Every key that it has or had, the oldest first. Of a key itself only the last 4 characters are known.",
  input: {},
  status: 200,
  answer: "Keys",
  run: async (table, { account }) => {
    await showAccount(table, account);
    return { account, keys: await listKeys(table, account) };
  },
});

/** A further key of an account. */
export const createKeyOperation = adminOperation({
  method: "POST",
  path: "/accounts/{account}/keys",
  action: "create-key",
  operationId: "createKey",
  summary: "Create a key",
  description: "The key is shown only this once.",
  input: { body: fields({ label: optional(label), expires: optional(expires) }), example: { expires: "90d" } },
  status: 201,
  answer: "NewKey",
  run: (table, { account }, { label = "default", expires }) =>
    addKey(table, account, { label, expires: momentOf(expires) }),
});

/** Ends a key. */
export const revoke = adminOperation({
  method: "DELETE",
  path: "/accounts/{account}/keys/{keyId}",
  action: "revoke-key",
  operationId: "revokeKey",
  summary: "Revoke a key",
  description: "Requests with it are refused from the next one on.",
  input: {},
  status: 200,
  answer: "RevokedKey",
  run: async (table, { account, keyId }) => {
    await revokeKey(table, account, keyId);
    return { account, keyId, revoked: true };
  },
});
