import { OWN_FAILURES } from "../errors/reasons.ts";
import { type ServiceError, STATUS } from "../errors/service-error.ts";
import type { LogEntry } from "./log-entry.ts";

/** The status in the log for a caller who hung up before the answer, as nginx counts it; nobody gets this answer. */
const CLIENT_CLOSED_REQUEST_STATUS = 499;

/** What the log says of a failed request. */
export const failureOf = ({ code, reason }: ServiceError): Pick<LogEntry, "status" | "code" | "reason"> =>
  reason === "caller-gone" ? { status: CLIENT_CLOSED_REQUEST_STATUS, reason } : { status: STATUS[code], code, reason };

/** Whether the service failed for a cause that the request's own line does not tell. */
export const isUnexplained = ({ reason, cause }: ServiceError): boolean =>
  OWN_FAILURES.has(reason) && (cause !== undefined || reason === "engine-crashed");
