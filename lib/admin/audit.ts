import type { ServiceError } from "../errors/service-error.ts";
import { logEvent, logFailure } from "../http/log.ts";
import { failureOf, isUnexplained } from "../http/log-entry.ts";

/** What the log says of a request to the admin API. */
export interface AuditEntry {
  readonly id: string;
  /** Undefined for a request that asks for no action, or whose key is wrong. */
  readonly action?: string | undefined;
  /** The ids of the account and the key that the action was about, once they are known to exist. */
  readonly account?: string | undefined;
  readonly keyId?: string | undefined;
  readonly ms: number;
}

/** Logs an action in one line, which holds no name and no key. */
export const logAction = (entry: AuditEntry, status: number): void => logEvent("info", "admin", { ...entry, status });

/** Logs an action that failed; if the service is to blame, another line has the cause. */
export const logFailedAction = (entry: AuditEntry, error: ServiceError): void => {
  if (isUnexplained(error)) logFailure("admin", error, entry.id);
  const failure = failureOf(error);
  logEvent(failure.status >= 500 || failure.status === 401 ? "warn" : "info", "admin", { ...entry, ...failure });
};
