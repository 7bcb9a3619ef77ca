import { Readable } from "node:stream";
import type {
  BodyDescription,
  BodyStore,
  BytePart,
  BytesOf,
  StoredBody,
} from "../../../lib/stored-bodies/stored-body.ts";
import type { World } from "./world.ts";

/** A store of bodies in memory, which sometimes does not take one. */
export class MemoryBodies implements BodyStore {
  readonly #world: World;
  readonly #faults: { readonly bodyRefused: number };
  readonly #bodies = new Map<string, Buffer>();

  /** `bodyRefused` is how probable it is that a body is not taken. */
  constructor(world: World, faults: { readonly bodyRefused: number }) {
    this.#world = world;
    this.#faults = faults;
  }

  /** The keys of all bodies. */
  get keys(): readonly string[] {
    return [...this.#bodies.keys()];
  }

  async address(): Promise<string> {
    throw new Error("The simulated service takes no uploads.");
  }

  async open(key: string, part?: BytePart): Promise<StoredBody | undefined> {
    await this.#world.sleep(this.#world.between(1, 10));
    const whole = this.#bodies.get(key);
    const bytes = part === undefined ? whole : whole?.subarray(part.start, part.end + 1);
    return (
      bytes && {
        contentType: "application/octet-stream",
        contentLength: bytes.length,
        readInto: async (target) => void bytes.copy(target),
        stream: () => Readable.from([bytes]),
        close: async () => {},
      }
    );
  }

  async put(key: string, _: BodyDescription, bytes: BytesOf): Promise<void> {
    await this.#world.sleep(this.#world.between(1, 200));
    if (this.#world.chance(this.#faults.bodyRefused)) throw new Error("The disk is full.");
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes()) pieces.push(piece);
    this.#bodies.set(key, Buffer.concat(pieces));
  }

  async *list(prefix: string) {
    for (const [key, { length: size }] of this.#bodies) if (key.startsWith(prefix)) yield { key, size };
  }

  async remove(key: string): Promise<void> {
    await this.#world.sleep(this.#world.between(1, 10));
    this.#bodies.delete(key);
  }
}
