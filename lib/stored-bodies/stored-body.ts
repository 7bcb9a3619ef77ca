/** The type and length that a client announces before it sends a body. */
export interface BodyDescription {
  readonly contentType: string;
  readonly contentLength: number;
}

/** An open stored body. Its opener has to close it. */
export interface StoredBody extends BodyDescription {
  /**
   * Reads the body into `target`, which has its length. Calls `arrived` after each piece with the bytes so far, and stops
   * if that throws.
   */
  readInto(target: Buffer, arrived: (bytes: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Error for a stored body whose length differs from the one that the store gave. */
export const wrongLength = () => new Error("The stored body does not have the expected length.");

/** Request bodies that are stored before their requests, each under its key. */
export interface BodyStore {
  /**
   * An address that takes one PUT of exactly this type and length, begun before `until` (ms since 1970). `origin` is the
   * origin at which the client reached this service.
   */
  address(key: string, body: BodyDescription, until: number, origin: string): Promise<string>;
  /** The body under a key; undefined if there is none. */
  open(key: string): Promise<StoredBody | undefined>;
  /** Removes a body, if it is there. */
  remove(key: string): Promise<void>;
}
