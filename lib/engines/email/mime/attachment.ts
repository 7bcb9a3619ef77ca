import type { MessageAttachment } from "../message.ts";
import { decodeEncodedWords } from "./encoded-words.ts";
import { dateOf, headerFieldOf } from "./header.ts";
import type { MimePart } from "./tree.ts";

const bareId = (id: string): string => id.trim().replace(/^<|>$/g, "");

/** The file name of a part; empty if it has none. */
export const fileNameOf = ({ contentDisposition, contentType }: MimePart): string =>
  decodeEncodedWords(contentDisposition.parsed.params["filename"] ?? contentType.parsed.params["name"] ?? "").trim();

export const attachmentOf = (part: MimePart, isInline: boolean): MessageAttachment => {
  const { params } = part.contentDisposition.parsed;
  const ids = [part.contentId ?? "", headerFieldOf(part, "content-location") ?? ""]
    .map(bareId)
    .filter((id) => id !== "");
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
