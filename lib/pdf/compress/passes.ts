/**
 * What is done to what a page shows: its content written anew, its fonts subset and converted, names that nothing uses
 * taken out, its pictures packed anew. Each can be left out by itself.
 */
export const PASSES = ["contents", "fonts", "names", "pictures"] as const;
/** One of them. */
export type Pass = (typeof PASSES)[number];
/** Those that a document goes through. */
export type Passes = ReadonlySet<Pass>;

/** All of them. */
export const ALL_PASSES: Passes = new Set(PASSES);

/** None of them: only equal parts are shared, and streams packed better. */
export const NO_PASSES: Passes = new Set();

/** All but one. */
export const without = (pass: Pass): Passes => new Set(PASSES.filter((other) => other !== pass));
