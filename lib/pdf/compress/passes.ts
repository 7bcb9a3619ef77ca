/**
 * The optional passes: content streams are rewritten, fonts subset and converted, unused resources removed, pictures
 * encoded again.
 */
export const PASSES = ["contents", "fonts", "names", "pictures"] as const;
/** A pass. */
export type Pass = (typeof PASSES)[number];
/** The passes to run. */
export type Passes = ReadonlySet<Pass>;

/** All passes. */
export const ALL_PASSES: Passes = new Set(PASSES);

/** No optional pass: equal objects are shared, and streams deflated again. */
export const NO_PASSES: Passes = new Set();

/** All passes but one. */
export const without = (pass: Pass): Passes => new Set(PASSES.filter((other) => other !== pass));
