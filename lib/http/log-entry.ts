import { OWN_FAILURES, type Reason } from "../errors/reasons.ts";
import { type ServiceError, STATUS } from "../errors/service-error.ts";

/** Everything that the log and the metrics hold about a request. */
export interface LogEntry {
  readonly id: string;
  /** The trace of the request and its span there, if the caller names a trace or traces are collected. */
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
  /** On AWS, the ids under which Lambda and API Gateway log the request. */
  readonly lambdaId?: string | undefined;
  readonly gatewayId?: string | undefined;
  /** The endpoint's path; `upload` for a body that is stored on this server; `none` for a request that reaches no endpoint. */
  readonly operation: string;
  /** The id of the job that the request is. */
  readonly job?: string | undefined;
  readonly account?: string | undefined;
  /** The key's last 4 characters. */
  readonly key?: string | undefined;
  /** The status of the answer; 499 if the caller hung up before it. */
  readonly status: number;
  readonly code?: string | undefined;
  readonly reason?: Reason | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly ms: number;
  readonly authMs?: number;
  readonly bodyMs?: number;
  readonly meterMs?: number;
  readonly queueMs?: number;
  readonly workMs?: number;
  /** Whether it is the first request of its process. */
  readonly cold: boolean;
  readonly credits: number;
  readonly engine?: string | undefined;
  /** Lapsed reservations that this request has returned. */
  readonly recovered: number;
}

/** The status in the log for a caller who hung up before the answer, as nginx counts it; nobody gets this answer. */
const CLIENT_CLOSED_REQUEST_STATUS = 499;

/** What the log says of a failed request. */
export const failureOf = ({ code, reason }: ServiceError): Pick<LogEntry, "status" | "code" | "reason"> =>
  reason === "caller-gone" ? { status: CLIENT_CLOSED_REQUEST_STATUS, reason } : { status: STATUS[code], code, reason };

/** Whether the service failed for a cause that the request's own line does not name. */
export const isUnexplained = ({ reason, cause }: ServiceError): boolean =>
  OWN_FAILURES.has(reason) && (cause !== undefined || reason === "engine-crashed");
