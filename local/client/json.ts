/** A value of JSON that is an object. */
export type Json = Readonly<Record<string, unknown>>;

/** The entries of an object that may be absent. */
export const entriesOf = (value: unknown): [string, Json][] => Object.entries((value ?? {}) as Record<string, Json>);
