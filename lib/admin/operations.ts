import { change, create, listAccountsOperation, show } from "./accounts.ts";
import { backup } from "./backup.ts";
import { callbackSecrets, createCallbackSecret } from "./callback-secrets.ts";
import { moveCreditsOperation } from "./credits.ts";
import { createKeyOperation, keys, revoke } from "./keys.ts";
import type { AnyAdminOperation } from "./operation.ts";

/** The path that all paths of the admin API begin with. */
export const ADMIN_BASE_PATH = "/admin/v1";

/** All operations of the admin API. */
export const ADMIN_OPERATIONS: readonly AnyAdminOperation[] = [
  listAccountsOperation,
  create,
  show,
  change,
  moveCreditsOperation,
  keys,
  createKeyOperation,
  revoke,
  callbackSecrets,
  createCallbackSecret,
  backup,
];
