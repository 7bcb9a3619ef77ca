import { bytesAt, dictAt, dictOf, get, nameAt, numberAt } from "./access.ts";
import { valueText } from "./appearances/field-values.ts";
import type { Budget } from "./budget.ts";
import { readNameTree } from "./name-trees.ts";
import { type Dict, Stream } from "./objects.ts";

/** A file in a document's list of attachments, as the document describes it (ISO 32000-2, 7.11.3 and 7.11.4). */
export interface AttachedFile {
  readonly name: string;
  readonly description: string | undefined;
  readonly relationship: string | undefined;
  /** The media type that is stated. */
  readonly type: string | undefined;
  readonly statedSize: number | undefined;
  /** Dates of PDF. */
  readonly created: string | undefined;
  readonly modified: string | undefined;
  /** Its bytes; undefined if it is outside of the document. */
  readonly stream: Stream | undefined;
}

/** The files in the list of attachments of a document. */
export const attachedFiles = (catalog: Dict, budget: Budget): AttachedFile[] =>
  [...readNameTree(get(dictAt(catalog, "Names"), "EmbeddedFiles")).values()].map((value) => {
    const file = dictOf(value);
    const text = (dict: Dict | undefined, key: string) => valueText(bytesAt(dict, key), budget);
    const embedded = dictAt(file, "EF");
    const stream = get(embedded, "UF") ?? get(embedded, "F");
    const parameters = dictAt(stream, "Params");
    return {
      name: text(file, "UF") ?? text(file, "F") ?? "",
      description: text(file, "Desc"),
      relationship: nameAt(file, "AFRelationship"),
      type: nameAt(stream, "Subtype"),
      statedSize: numberAt(parameters, "Size"),
      created: text(parameters, "CreationDate"),
      modified: text(parameters, "ModDate"),
      stream: stream instanceof Stream ? stream : undefined,
    };
  });
