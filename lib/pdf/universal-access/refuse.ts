import type { Warning } from "../../output/warnings.ts";
import type { Lack, Missing } from "./missing.ts";
import { notAccessible } from "./not-accessible.ts";

/** What is done with a document that lacks something: it is an error, or it does not claim to be PDF/UA. */
const WAYS_WITH_MISSING = ["refuse", "warn"] as const;
export type WayWithMissing = (typeof WAYS_WITH_MISSING)[number];

/** What is missing, for an error and for a warning. */
const WORDS: Readonly<Record<Lack, { readonly code: Warning["code"]; readonly words: string }>> = {
  tags: {
    code: "pdfua-tags",
    words: "tags, because it is very large, or because its only text stands for missing pictures",
  },
  language: { code: "pdfua-language", words: "a language" },
  title: { code: "pdfua-title", words: "a title" },
  picture: { code: "pdfua-picture", words: "the text of a picture" },
  heads: { code: "pdfua-heads", words: "the header cells of a table" },
  frame: { code: "pdfua-frame", words: "the tags of what is in a frame" },
};

/** Missing things that one error lists; further ones are only counted. */
const LISTED_LIMIT = 40;

const placeOf = ({ page, selector }: Missing): string => {
  const places = [page === undefined ? [] : `page ${page}`, selector ?? []].flat();
  return places.length === 0 ? "" : ` (${places.join(", ")})`;
};

/** The error for a document that lacks something, which lists it with its place. */
export const lackingError = (missing: readonly Missing[]): Error => {
  const listed = missing.slice(0, LISTED_LIMIT).map((one) => `${WORDS[one.lack].words}${placeOf(one)}`);
  const further = missing.length > LISTED_LIMIT ? `; and ${missing.length - LISTED_LIMIT} more` : "";
  return notAccessible(`it lacks ${listed.join("; ")}${further}`);
};

/** A warning for each thing that a document lacks. */
export const lackingWarnings = (missing: readonly Missing[]): Warning[] =>
  missing.map(({ lack, page }) => ({
    code: WORDS[lack].code,
    message: `The document does not claim to be PDF/UA: it lacks ${WORDS[lack].words}.`,
    ...(page !== undefined && { place: `page ${page}` }),
  }));
