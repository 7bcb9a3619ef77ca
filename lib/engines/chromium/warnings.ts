import { distinct, type Warning, type WarningCode } from "../../workers/warnings.ts";
import type { Report } from "./report.ts";
import type { Refusal } from "./requests.ts";

const KINDS: Readonly<Record<string, "image" | "stylesheet" | "script" | "font">> = {
  Image: "image",
  Stylesheet: "stylesheet",
  Script: "script",
  Font: "font",
};

const BLOCKED = new Set(["private address", "port not allowed"]);

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

const refused = ({ url, reason, type = "" }: Refusal): Warning => {
  const kind = KINDS[type] ?? "resource";
  const [outcome, said] = BLOCKED.has(reason)
    ? (["blocked", "is not allowed"] as const)
    : (["failed", "failed"] as const);
  const code: WarningCode = `${kind}-${outcome}`;
  return { code, message: `Fetching the ${kind} ${said}: ${reason}.`, place: originOf(url) };
};

const WAITS: Readonly<Record<string, string>> = {
  load: "The page was printed before its load event.",
  assets: "The page was printed before all its fonts and images had come.",
  scripts: "The page was printed while its scripts still ran: they were ended.",
};

const TAGS_LEFT_OUT: Warning = {
  code: "tags-left-out",
  message: "The document is too large for tags: the PDF has none.",
};

/** What a report holds that the author of the page would want to know. */
export const warningsOf = ({ refusals, gaveWay, tagged }: Report): Warning[] => {
  const waits = gaveWay.flatMap((wait): Warning[] => {
    const message = WAITS[wait];
    return message === undefined ? [] : [{ code: "load-incomplete", message }];
  });
  return distinct([...refusals.map(refused), ...waits, ...(tagged ? [] : [TAGS_LEFT_OUT])]);
};
