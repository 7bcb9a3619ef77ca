/** What a client says of a body before it sends it. */
export interface Announced {
  readonly contentType: string;
  readonly contentLength: number;
}

/** A body as it lies in the store; whoever has opened it reads or closes it. */
export interface StoredBody extends Announced {
  /**
   * Reads it to its end into `room`, which has its length; tells after each piece how many bytes have come. Gives up with
   * what `arrived` throws.
   */
  readInto(room: Buffer, arrived: (bytes: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Thrown where a store gives fewer bytes of a body than it has announced, or more. */
export const notWhole = () => new Error("The stored body has another length than was said.");

/** Request bodies that were sent ahead of their requests, each under its key. */
export interface Bodies {
  /**
   * An address that takes one PUT of just this type and length, begun before `until` (ms since 1970). `origin` is where the
   * client reached this service.
   */
  address(key: string, body: Announced, until: number, origin: string): Promise<string>;
  /** The body under a key; undefined where there is none. */
  open(key: string): Promise<StoredBody | undefined>;
  /** Removes a body, if it is there. */
  remove(key: string): Promise<void>;
}
