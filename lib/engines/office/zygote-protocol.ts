import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** A macro of `Convert.xba`. */
export type Macro = "Word" | "Excel";

/** One document's conversion: a macro with its arguments, and the folder that it may use. */
export interface ZygoteJob {
  readonly macro: Macro;
  readonly source: string;
  readonly target: string;
  readonly options: string;
  readonly folder: string;
}

/** A file's URL as a macro's argument: LibreOffice unescapes its arguments before it separates them. */
const urlOf = (file: string): string =>
  `file://${encodeURI(file).replaceAll("#", "%23").replaceAll("?", "%3f")}`.replaceAll("%", "%25");

/** The line that has the zygote convert a warm-up document, first in the parent and later in a child. */
export const warmUpLine = ({ macro, source, target, folder }: Omit<ZygoteJob, "options">): string =>
  `warm\t${macro}\t${urlOf(source)}\t${urlOf(target)}\t${folder}\n`;

/** The line that hands a job over. */
export const convertLine = (id: string, { macro, source, target, options, folder }: ZygoteJob): string =>
  `${["convert", id, folder, macro, urlOf(source), urlOf(target), options].join("\t")}\t\n`;

/** The line that ends a job's child. */
export const endLine = (id: string): string => `end\t${id}\n`;

/** The line that the zygote answers with `ready`. */
export const PING_LINE = "ping\n";

/** What the zygote reports (`layers/libreoffice/zygote/zygote.c`). */
export interface ZygoteListener {
  /** It has answered a ping, or can take jobs. */
  ready(): void;
  /** It has converted a warm-up document. */
  warm(): void;
  warning(text: string): void;
  /** The reason for which it will end. */
  failed(reason: string): void;
  /** A child waits for a job in this folder. */
  folder(folder: string): void;
  begun(id: string): void;
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
