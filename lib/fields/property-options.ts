import { described, either, fields, mapped, oneOf, rule, shortText } from "../contract/contract.ts";
import { PDFA_LEVELS } from "../pdf/archive/level.ts";
import type { WayWithMissing } from "../pdf/universal-access/refuse.ts";

const PROPERTY_LIMIT_CHARACTERS = 1024;

const isLanguageTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

// Control characters are no characters of XML 1.0 (section 2.2), so XMP cannot hold them.
const isPlain = (text: string): boolean =>
  text.trim() !== "" && text.isWellFormed() && !/[\p{Cc}\ufffe\uffff]/u.test(text);

const property = (description: string) =>
  described(shortText(PROPERTY_LIMIT_CHARACTERS).check(rule<string>(isPlain, "must be text of one line")), {
    description,
  });

export const title = property("The title of the PDF. By default that of the document.");

export const author = property("The author of the PDF.");

/** The language of the PDF. */
export const lang = described(
  shortText(PROPERTY_LIMIT_CHARACTERS).check(
    rule<string>(isLanguageTag, "must be a language tag (BCP 47), such as en-GB"),
  ),
  { description: "The language of the PDF. By default that of the document.", examples: ["en-GB"] },
);

/** A level of PDF/A. */
export const pdfaLevel = oneOf(PDFA_LEVELS);

/** The level of PDF/A that the PDF is written in. */
export const pdfA = described(pdfaLevel, {
  description:
    "Writes PDF/A-2 or PDF/A-3, for archives; the levels `2a` and `3a` need tags and a meaning in Unicode for each character. A document that cannot be PDF/A, such as one with characters that no font has, is an error.",
});

const part = oneOf(["1"]);
const withMissing = fields({ missing: oneOf(["warn"]) }, { missing: "warn" });

/** Whether the PDF is to be PDF/UA-1. */
export const pdfUa = described(
  mapped(
    either(part, withMissing, 'must be "1" or {"missing": "warn"}'),
    (given): WayWithMissing => (given === "1" ? "refuse" : given.missing),
  ),
  {
    description:
      'Writes PDF/UA-1, which people can read who do not see it. What the document lacks, such as the text of a picture, is an error that lists it. With `{"missing": "warn"}` such a file does not claim to be PDF/UA, and warnings list it.',
    examples: ["1"],
  },
);
