import { MB } from "../../../settings/megabyte.ts";

/** Bytes that the kept stylesheets may take together. */
const LIMIT_BYTES = 64 * MB;

/** Compiled stylesheets by the digests of their sources. Those that were used last are kept. */
export class CompiledStylesheets {
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  get(digest: string): Uint8Array | undefined {
    const found = this.#kept.get(digest);
    if (found !== undefined) {
      this.#kept.delete(digest);
      this.#kept.set(digest, found);
    }
    return found;
  }

  keep(digest: string, compiled: Uint8Array): void {
    this.#drop(digest);
    this.#kept.set(digest, compiled);
    this.#bytes += compiled.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= LIMIT_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(digest: string): void {
    this.#bytes -= this.#kept.get(digest)?.length ?? 0;
    this.#kept.delete(digest);
  }
}
