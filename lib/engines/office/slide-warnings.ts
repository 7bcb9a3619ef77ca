import type { Warning } from "../../output/warnings.ts";

/** The most slide warnings of one response, which lists no more in all. */
const SLIDES_LIMIT = 100;

/** The reports of the macro about slides, and their warnings. */
const MESSAGES = {
  hidden: { code: "slide-left-out", message: "A hidden slide is not printed." },
  animated: {
    code: "animation-left-out",
    message: "An animated slide is printed with all its objects, where they are.",
  },
} as const;

/** Warnings for the slides that the macro's report names, from 0. */
export const slideWarnings = (macroReport: string): Warning[] =>
  [...macroReport.matchAll(/^(hidden|animated) (\d{1,6})$/gm)].slice(0, SLIDES_LIMIT).map(([, what, index]) => ({
    ...MESSAGES[what as keyof typeof MESSAGES],
    place: `slide ${Number(index) + 1}`,
  }));
