import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A macro of `Convert.xba`. */
export type Macro = "Word" | "Excel" | "PowerPoint";

/** One document's conversion: a macro with its arguments, and the folder that it may use. */
export interface ZygoteJob {
  readonly macro: Macro;
  readonly source: string;
  readonly target: string;
  readonly options: string;
  readonly folder: string;
}

/**
 * A file's URL as an argument of a macro. It is escaped twice, because LibreOffice unescapes arguments before it splits them.
 */
const urlOf = (file: string): string =>
  `file://${encodeURI(file).replaceAll("#", "%23").replaceAll("?", "%3f")}`.replaceAll("%", "%25");

/** The command to convert a warm-up document, first in the zygote and later in a child. */
export const warmUpLine = ({ macro, source, target, folder }: Omit<ZygoteJob, "options">): string =>
  `warm\t${macro}\t${urlOf(source)}\t${urlOf(target)}\t${folder}\n`;

/** The command to convert a document. */
export const convertLine = (id: string, { macro, source, target, options, folder }: ZygoteJob): string =>
  `${["convert", id, folder, macro, urlOf(source), urlOf(target), options].join("\t")}\t\n`;

/** The command to stop a job. */
export const endLine = (id: string): string => `end\t${id}\n`;

/** The command that the zygote answers with `ready`. */
export const PING_LINE = "ping\n";

/** A method for each report of the zygote (`layers/libreoffice/zygote/zygote.c`). */
interface ZygoteListener {
  /** The zygote has answered a ping, or has started. */
  ready(): void;
  /** The zygote has converted a warm-up document. */
  warm(): void;
  warning(text: string): void;
  /** The zygote ends, for this reason. */
  failed(reason: string): void;
  /** A child waits for a job in this folder. */
  folder(folder: string): void;
  /** A job's child has begun it. */
  begun(id: string, pid: string): void;
  /** A job's child has ended: `exit STATUS`, `signal NUMBER` or `memory`. */
  done(id: string, outcome: string): void;
}

/** Calls the listener for each line of the zygote's output. */
export const listenTo = (output: Readable, listener: ZygoteListener): void => {
  const verbs = new Set(["ready", "warm", "warning", "failed", "folder", "begun", "done"]);
  createInterface({ input: output }).on("line", (line) => {
    const [verb = "", first = "", second = ""] = line.split("\t");
    if (verbs.has(verb)) listener[verb as keyof ZygoteListener](first, second);
  });
};
