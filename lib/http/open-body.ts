import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { OutputBody } from "../output/output.ts";
import { logFailure } from "./log.ts";

/** A finished document that can be sent: in memory, an open, unlinked file, or a stream from elsewhere. Its sender removes it. */
export type OpenBody =
  | Exclude<OutputBody, { path: string }>
  | { readonly file: FileHandle; readonly size: number; readonly remove: () => Promise<void> }
  | { readonly stream: Readable; readonly size: number; readonly remove: () => Promise<void> };

/** Removes the files of a document, or frees its memory. A failure is only logged, so that the answer is sent in any case. */
export const discardBody = async (document: OutputBody | OpenBody): Promise<void> => {
  if (document instanceof Uint8Array) return;
  await document.remove?.().catch((error) => logFailure("removing a result", error));
};

/**
 * Opens a finished document and removes its file from the disk. Rejects with the system's error if the file cannot be
 * opened; then the caller removes the file.
 */
export const openBody = async (document: OutputBody): Promise<OpenBody> => {
  if (document instanceof Uint8Array || "pieces" in document) return document;
  const file = await open(document.path, constants.O_RDONLY | constants.O_NOFOLLOW);
  await discardBody(document);
  return { file, size: document.size, remove: () => file.close() };
};
