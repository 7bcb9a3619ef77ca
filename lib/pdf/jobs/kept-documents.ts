import type { OpenedPdf } from "./jobs.ts";
import type { ThreadLimits } from "./orders.ts";

/** Milliseconds for which documents stay open for the job that follows. */
export const KEPT_DOCUMENTS_MS = 5000;

/** Documents of one request that a look has opened; undefined for one that could not be opened. */
export interface KeptDocuments {
  readonly files: readonly Uint8Array[];
  readonly opened: readonly (OpenedPdf | undefined)[];
}

/**
 * The documents that stay open in this thread, by the key of their request. They go when a job takes them, when others
 * need the room, or a few seconds after the last look.
 */
export class DocumentStore {
  readonly #kept = new Map<number, { documents: KeptDocuments; bytes: number }>();
  readonly #limits: ThreadLimits;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ThreadLimits) {
    this.#limits = limits;
  }

  /** Keeps documents, of which `bytes` are in memory, in place of the oldest ones; false if they are too large. */
  keep(key: number, documents: KeptDocuments, bytes: number): boolean {
    if (bytes > this.#limits.keptBytes) return false;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes + bytes <= this.#limits.keptBytes) break;
      this.#drop(oldest);
    }
    this.#kept.set(key, { documents, bytes });
    this.#bytes += bytes;
    this.#timer?.refresh();
    this.#timer ??= setTimeout(() => this.clear(), KEPT_DOCUMENTS_MS).unref();
    return true;
  }

  /** Gives documents to a job; undefined if they are gone. */
  take(key: number): KeptDocuments | undefined {
    const kept = this.#kept.get(key);
    this.#bytes -= kept?.bytes ?? 0;
    this.#kept.delete(key);
    return kept?.documents;
  }

  /** Closes all documents. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const key of this.#kept.keys()) this.#drop(key);
  }

  /** Closes documents; no garbage collector hurries for their memory. */
  #drop(key: number): void {
    const kept = this.take(key);
    if (!this.#limits.ownsBytes) return;
    for (const { buffer } of kept?.files ?? []) {
      if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
    }
  }
}
