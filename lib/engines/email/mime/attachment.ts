import type { Attachment } from "../message.ts";
import { decodedWords } from "./encoded-words.ts";
import { dateOf, fieldOf } from "./head.ts";
import type { MimePart } from "./tree.ts";

/** A Content-ID without its brackets. */
const bareId = (id: string): string => id.trim().replace(/^<|>$/g, "");

/** The name that a part gives its file; empty if it gives none. */
export const fileNameOf = ({ contentDisposition, contentType }: MimePart): string =>
  decodedWords(contentDisposition.parsed.params["filename"] ?? contentType.parsed.params["name"] ?? "").trim();

/** A part as an attachment. */
export const attachmentOf = (part: MimePart, isInline: boolean): Attachment => {
  const { params } = part.contentDisposition.parsed;
  const ids = [part.contentId ?? "", fieldOf(part, "content-location") ?? ""].map(bareId).filter((id) => id !== "");
  return {
    name: fileNameOf(part),
    type: part.contentType.parsed.value,
    bytes: new Uint8Array(part.content ?? new ArrayBuffer(0)),
    ids,
    isInline,
    created: dateOf(params["creation-date"]),
    modified: dateOf(params["modification-date"]),
  };
};
