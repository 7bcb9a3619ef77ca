import { readCallbackSecrets } from "../accounts/callback-secrets.ts";
import type { Table } from "../accounts/table.ts";
import { findDelivery } from "../jobs/delivery.ts";
import { JOB_LIFETIME_MS } from "../jobs/job.ts";
import { Poller } from "../jobs/poller.ts";
import { callbackAttempts, type SentAttempt } from "./attempts.ts";
import { EVENT_FINDERS, messageId } from "./event.ts";
import { type Post, type Posted, poster } from "./post.ts";
import { afterAttempt } from "./schedule.ts";
import { signedHeaders } from "./signature.ts";
import { Slots } from "./slots.ts";
import { type TakenDelivery, WaitingDeliveries } from "./waiting-deliveries.ts";

/** Milliseconds between two polls for callbacks that are due. A job that ends in this process wakes the sender. */
const POLL_INTERVAL_MS = 2000;

/** `onFailure` is called if the table or the sending itself fails; a receiver that fails is no such failure. */
export interface SenderOptions {
  readonly table: Table;
  readonly onFailure?: (action: string, error: unknown, id?: string) => void;
  readonly post?: Post;
  /** The clock, in ms since 1970, and chance, from 0 to 1. */
  readonly now?: () => number;
  readonly random?: () => number;
  readonly pollIntervalMs?: number;
}

const SEND_HEADERS = { "Content-Type": "application/json", "User-Agent": "Platen" };

/** Whether a receiver has not answered in time. Its next attempt is likely to take as long. */
const isSilent = ({ error }: Posted): boolean => error === "no answer in time";

/**
 * Sends the callbacks of a table that are due. Several processes may do so at the same time. It is one class, because waking,
 * sending and stopping all change which attempts run.
 */
export class CallbackSender {
  readonly #options: SenderOptions;
  readonly #now: () => number;
  readonly #waiting: WaitingDeliveries;
  readonly #slots = new Slots();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #poller: Poller;
  #isWatching = false as boolean;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#waiting = new WaitingDeliveries(options.table, this.#now);
    this.#poller = new Poller({
      poll: async () => void (await this.#beginDue()),
      intervalMs: options.pollIntervalMs ?? POLL_INTERVAL_MS,
      onFailure: (error) => options.onFailure?.("looking for callbacks", error),
    });
  }

  /** Polls for callbacks now, and from now on at intervals. */
  readonly wake = (): void => {
    this.#isWatching = true;
    this.#poller.wake();
  };

  /**
   * Sends what is due, and what becomes due meanwhile, while `mayBegin` allows. Resolves when all attempts have ended, with their
   * number. Rejects if the table cannot be reached, also when all attempts have ended.
   */
  async sendDue(mayBegin = () => true): Promise<number> {
    let sent = 0;
    try {
      for (;;) {
        const before = this.#running.size;
        const begun = await this.#beginDue(mayBegin);
        sent += begun;
        if (before + begun === 0) return sent;
        if (this.#running.size > 0) await Promise.race(this.#running);
      }
    } finally {
      await Promise.all(this.#running);
    }
  }

  /** Begins no more attempts, and breaks off those that run. They are made again later. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#poller.stop();
    await Promise.all(this.#running);
  }

  /** Begins the attempts that are due, while there is a slot and `mayBegin` allows. Returns how many. */
  async #beginDue(mayBegin = () => true): Promise<number> {
    for (let begun = 0; ; begun++) {
      if (!this.#slots.hasRoom || this.#stopping.signal.aborted || !mayBegin()) return begun;
      const taken = await this.#waiting.take(this.#slots.mayBegin);
      if (taken === undefined) return begun;
      this.#begin(taken);
    }
  }

  #begin(taken: TakenDelivery): void {
    this.#slots.begin(taken);
    const attempt = this.#deliver(taken)
      .catch((error: unknown) => {
        this.#options.onFailure?.("a callback", error, taken.id); // it is sent again when its lease ends
        return undefined;
      })
      .then((posted) => {
        this.#slots.end(taken, posted && isSilent(posted));
        this.#running.delete(attempt);
        // Others of the account may have waited for this slot.
        if (this.#isWatching) this.wake();
      });
    this.#running.add(attempt);
  }

  /** Makes an attempt and records its outcome. Returns undefined if there was nothing to send, or the sender is stopped. */
  async #deliver(taken: TakenDelivery): Promise<Posted | undefined> {
    const { table, random = Math.random } = this.#options;
    const { account, id } = taken;
    const delivery = await findDelivery(table, account, id);
    const at = this.#now();
    const event = delivery && (await EVENT_FINDERS[delivery.request.kind](table, delivery.request, at));
    if (delivery === undefined || event === undefined) {
      await this.#waiting.remove(taken);
      return undefined;
    }
    const { request, progress } = delivery;
    const beganAt = performance.now();
    const posted = await this.#post(request.url, { id: messageId(request), at, body: JSON.stringify(event) }, account);
    if (posted === undefined) {
      await this.#waiting.putBack(taken);
      return undefined;
    }
    const next = afterAttempt(progress, { ...posted, at }, { endsAt: request.endedAt + JOB_LIFETIME_MS, random });
    const { status, error } = posted;
    const ms = Math.round(performance.now() - beganAt);
    if (await this.#waiting.record(taken, delivery, next))
      callbackAttempts.publish({
        account,
        id,
        status,
        error,
        state: next.state,
        attempt: next.tries,
        ms,
      } satisfies SentAttempt);
    return posted;
  }

  /** Signs a message with the account's secrets and sends it. Returns undefined if the sender is stopped. */
  async #post(url: string, message: Parameters<typeof signedHeaders>[0], account: string): Promise<Posted | undefined> {
    const { signal } = this.#stopping;
    const secrets = await readCallbackSecrets(this.#options.table, account, message.at);
    if (secrets.length === 0) return { error: "no secret" };
    const headers = { ...SEND_HEADERS, ...signedHeaders(message, secrets) };
    const { post = poster() } = this.#options;
    return post(new URL(url), { headers, body: message.body }, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
  }
}
