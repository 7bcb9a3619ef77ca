import { distinct, type Warning, type WarningCode } from "../../output/warnings.ts";
import type { Refusal, RenderReport } from "./render-report.ts";

const RESOURCE_TYPES: Readonly<Record<string, "image" | "stylesheet" | "script" | "font">> = {
  Image: "image",
  Stylesheet: "stylesheet",
  Script: "script",
  Font: "font",
};

const BLOCKED_REASONS = new Set(["private address", "port not allowed"]);

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/** What a refused request asked for. */
export const kindOf = ({ type = "" }: Refusal) => RESOURCE_TYPES[type] ?? "resource";

const refusalWarning = (refusal: Refusal): Warning => {
  const { url, reason } = refusal;
  const kind = kindOf(refusal);
  const [outcome, verb] = BLOCKED_REASONS.has(reason)
    ? (["blocked", "is not allowed"] as const)
    : (["failed", "failed"] as const);
  const code: WarningCode = `${kind}-${outcome}`;
  return { code, message: `Fetching the ${kind} ${verb}: ${reason}.`, place: originOf(url) };
};

const TIMEOUT_MESSAGES: Readonly<Record<string, string>> = {
  load: "The page was printed before its load event.",
  assets: "The page was printed before all its fonts and images were loaded.",
  scripts: "The page was printed while its scripts were still running; they were ended.",
};

const TAGS_LEFT_OUT: Warning = {
  code: "tags-left-out",
  message: "The document is too large for tags; the PDF has none.",
};

const headersLeftOut = (origin: string): Warning => ({
  code: "headers-left-out",
  message: "The address leads to another origin, to which headers and cookies are not sent.",
  place: originOf(origin),
});

/** The warnings for the page's author, from a report. */
export const warningsOf = ({ refusals, timedOut, isTagged, leftTo }: RenderReport): Warning[] => {
  const waits = timedOut.flatMap((wait): Warning[] => {
    const message = TIMEOUT_MESSAGES[wait];
    return message === undefined ? [] : [{ code: "load-incomplete", message }];
  });
  return distinct([
    ...refusals.map(refusalWarning),
    ...waits,
    ...(isTagged ? [] : [TAGS_LEFT_OUT]),
    ...(leftTo === undefined ? [] : [headersLeftOut(leftTo)]),
  ]);
};
