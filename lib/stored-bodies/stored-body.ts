import type { Readable } from "node:stream";

/** The type and length that a client announces before it sends a body. */
export interface BodyDescription {
  readonly contentType: string;
  readonly contentLength: number;
}

/** An open stored body. Its opener has to close it. */
export interface StoredBody extends BodyDescription {
  /**
   * Reads the body into `target`, which is as long as the body. Calls `arrived` after each piece with the bytes so far, and
   * stops if that throws.
   */
  readInto(target: Buffer, arrived: (bytes: number) => void): Promise<void>;
  /** The bytes of the body, for readers that do not call `readInto`. It has no time limit of its own. */
  stream(): Readable;
  close(): Promise<void>;
}

/** A part of a body: the indexes of its first and its last byte. */
export interface BytePart {
  readonly start: number;
  readonly end: number;
}

/** Makes the bytes of a body. It is called once for each attempt to store them. */
export type BytesOf = () => AsyncIterable<Uint8Array>;

/** Error for a stored body whose length differs from the one that the store stated. */
export const wrongLength = () => new Error("The stored body does not have the expected length.");

/** Bodies, each under its key: those of requests, stored before their requests, and those of answers that are kept. */
export interface BodyStore {
  /**
   * An address that accepts one PUT of exactly this type and length, begun before `until` (ms since 1970). `origin` is the
   * origin at which the client reached this service.
   */
  address(key: string, body: BodyDescription, until: number, origin: string): Promise<string>;
  /** An address that sends a body under a name and a type, begun before `until` (ms since 1970); only some stores have one. */
  sendingAddress?(key: string, file: { readonly name: string; readonly type: string }, until: number): Promise<string>;
  /** The body under a key, or a part of it, which it has; undefined if there is no such body. */
  open(key: string, part?: BytePart): Promise<StoredBody | undefined>;
  /** Stores a body under a key, completely or not at all. Rejects if it cannot be stored, or with the signal's reason. */
  put(key: string, body: BodyDescription, bytes: BytesOf, signal: AbortSignal): Promise<void>;
  /** The bodies whose keys begin with a prefix that ends in a slash, sorted by their keys, with the bytes that they take. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<{ readonly key: string; readonly size: number }>;
  /** Removes a body, if it is there. */
  remove(key: string): Promise<void>;
}
