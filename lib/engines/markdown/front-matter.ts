import { parse } from "yaml";

export interface FrontMatter {
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
}

const textOf = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return value.flatMap((entry) => textOf(entry) ?? []).join(", ") || undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
};

/** The form of a BCP 47 language tag. */
const LANGUAGE = /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i;

/** A key of YAML at the beginning of a line, or a mapping in braces. */
const FRONT_MATTER_KEY = /^(?:["']?[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,40}["']?:(?:\s|$)|\{)/mu;

/** Whether YAML between two rules has keys, or is blank; else it is text. */
export const hasKeys = (yaml: string): boolean => yaml.trim() === "" || FRONT_MATTER_KEY.test(yaml);

/** Reads title, author and language from YAML front matter; ignores malformed YAML and other values. */
export const readFrontMatter = (yaml: string): FrontMatter => {
  let values: unknown;
  try {
    values = parse(yaml, { maxAliasCount: 0, logLevel: "silent" });
  } catch {
    return {};
  }
  if (typeof values !== "object" || values === null) return {};
  const { title, author, authors, lang, language } = values as Record<string, unknown>;
  const [named, by, tag] = [textOf(title), textOf(author ?? authors), textOf(lang ?? language)];
  return {
    ...(named === undefined ? {} : { title: named }),
    ...(by === undefined ? {} : { author: by }),
    ...(tag !== undefined && LANGUAGE.test(tag) ? { language: tag } : {}),
  };
};
