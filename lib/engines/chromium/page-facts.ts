import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { ServiceError } from "../../errors/service-error.ts";
import { type PageFacts, UNNAMED_LABEL, type UnnamedPart } from "../../pdf/universal-access/missing.ts";
import { askPage } from "./ask-page.ts";
import { nameParts } from "./page/name-parts.js";

/** Parts without a name that are reported. */
const PARTS_LIMIT = 20_000;
const KINDS: readonly unknown[] = ["picture", "formula", "frame"] satisfies UnnamedPart["kind"][];

const isPart = (value: unknown): value is UnnamedPart => {
  const { kind, selector, text = "" } = (value ?? {}) as Record<string, unknown>;
  return KINDS.includes(kind) && typeof selector === "string" && typeof text === "string";
};

/**
 * Labels the pictures and formulas of a page that have no name, so that they are found in the tags of its PDF, and returns what the
 * page says of itself. Throws INVALID_REQUEST for a page that does not answer.
 */
export const labelParts = async (session: CDPSession): Promise<PageFacts> => {
  const label = JSON.stringify(UNNAMED_LABEL);
  const answer = await askPage(session, `(${nameParts})(${label},${PARTS_LIMIT})`);
  const { language, parts } = (answer ?? {}) as Record<string, unknown>;
  if (typeof language !== "string" || !Array.isArray(parts) || !parts.every(isPart) || parts.length >= PARTS_LIMIT)
    throw new ServiceError(
      "INVALID_REQUEST",
      "The document cannot be PDF/UA: the pictures of its page are not known.",
      {
        reason: "not-accessible",
      },
    );
  return { language: language || undefined, parts };
};
