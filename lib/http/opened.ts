import { type FileHandle, open } from "node:fs/promises";
import type { OutputBody } from "../workers/output.ts";
import { logFailure } from "./log.ts";

/** A finished document that can be sent whatever comes: in memory, or an open file that has lost its name. Whoever has sent it removes it. */
export type Opened =
  | Exclude<OutputBody, { path: string }>
  | { readonly file: FileHandle; readonly size: number; readonly remove: () => Promise<void> };

/** Removes what a document holds beside memory; where that fails it is told, and no reason to keep anybody from an answer. */
export const discard = async (document: OutputBody | Opened): Promise<void> => {
  if (document instanceof Uint8Array) return;
  await document.remove?.().catch((error) => logFailure("removing a result", error));
};

/**
 * Opens a finished document and removes what it left on the disk. Rejects with the system's error where its file cannot be
 * opened, which is still to be removed then.
 */
export const opened = async (document: OutputBody): Promise<Opened> => {
  if (document instanceof Uint8Array || "pieces" in document) return document;
  const file = await open(document.path);
  await discard(document);
  return { file, size: document.size, remove: () => file.close() };
};
