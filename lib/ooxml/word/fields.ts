import { tagsNamed, textOf } from "../markup.ts";
import { localName, nextTag } from "../tags.ts";
import { attributeOf } from "./tables.ts";

/** Which of a document's fields are to be worked out anew. */
export interface OutdatedFields {
  /** Tables of contents and other indexes. */
  readonly indexes: boolean;
  /** All the others. */
  readonly fields: boolean;
}

const TRUE = new Set(["1", "true", "on"]);
const INDEX = /^\s*(TOC|TOA|INDEX|BIBLIOGRAPHY)\b/i;

/** Fields of a Word part that are marked as outdated (`w:dirty`: ECMA-376, part 1, 17.16.18). */
export const dirtyFields = (xml: string): OutdatedFields => {
  const found = { indexes: false, fields: false };
  if (!xml.includes("dirty")) return found;
  const note = (instruction: string) => {
    found[INDEX.test(instruction) ? "indexes" : "fields"] = true;
  };
  let isDirty = false;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (tag.isEnd) continue;
    if (name === "fldChar" && attributeOf(xml, tag, "fldCharType") === "begin") {
      isDirty = TRUE.has(attributeOf(xml, tag, "dirty") ?? "");
    } else if (name === "instrText" && isDirty) {
      note(xml.slice(tag.end, tag.end + 64));
      isDirty = false;
    } else if (name === "fldSimple" && TRUE.has(attributeOf(xml, tag, "dirty") ?? "")) {
      note(attributeOf(xml, tag, "instr") ?? "");
    }
  }
  return found;
};

/** Whether the settings of a document ask for all fields to be worked out when it is opened (17.15.1.81). */
export const asksForFields = (settings: Buffer): boolean =>
  tagsNamed(textOf(settings), "updateFields").some(({ attributes }) => TRUE.has(attributes["val"] ?? "true"));
