import type { OPERATIONS } from "../interface/operations.ts";

/** What the text of a flag is converted to. A record is made from several `name=value`. */
export type ValueKind = "text" | "number" | "boolean" | "numbers" | "texts" | "record" | "file" | "files" | "json";

/** A flag of a command: where its value goes in the input of the operation, and what it may be. */
export interface Flag {
  /** Its name without the hyphens. */
  readonly flag: string;
  readonly path: readonly string[];
  readonly kind: ValueKind;
  readonly about: string;
  readonly values?: readonly string[];
  readonly default?: unknown;
  /** Whether it is given instead of the file. */
  readonly replacesFile?: boolean;
}

/** The files of a command: one for each call, or several for one call. */
export interface Argument {
  readonly part: string;
  readonly several: boolean;
  readonly about: string;
}

/** A command of the command line. */
export interface Command {
  readonly name: string;
  readonly operation: keyof typeof OPERATIONS;
  readonly summary: string;
  readonly about: string;
  /** The service's name for the file that the operation returns. */
  readonly fileName?: string;
  readonly argument?: Argument;
  /** The fields that need a flag. */
  readonly required: readonly string[];
  readonly flags: readonly Flag[];
}

/** Whether a flag is a switch that is on by default, so that the command line has only its opposite. */
const isOnByDefault = ({ kind, default: fallback }: Flag): boolean => kind === "boolean" && fallback === true;

/** The name of a flag on the command line, without the hyphens. */
export const flagName = (flag: Flag): string => (isOnByDefault(flag) ? `no-${flag.flag}` : flag.flag);
