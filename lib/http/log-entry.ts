/** What is told of a request, in the log and in every figure: this and nothing else. */
export interface LogEntry {
  readonly id: string;
  /** The endpoint's path; `upload` for a body that is sent ahead to this server, `none` for what reaches no endpoint. */
  readonly operation: string;
  readonly account?: string | undefined;
  /** The key's last 4 characters. */
  readonly key?: string | undefined;
  readonly status: number;
  readonly code?: string | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly ms: number;
  readonly authMs?: number;
  readonly bodyMs?: number;
  readonly meterMs?: number;
  readonly queueMs?: number;
  readonly workMs?: number;
  /** Whether it was the first of its process. */
  readonly cold: boolean;
  readonly credits: number;
  readonly engine?: string | undefined;
  /** Reservations of requests that never ended, which this one has returned. */
  readonly recovered: number;
}
