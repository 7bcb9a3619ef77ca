import { Edits } from "../rewriting.ts";
import { attributeOf, elementEnd, localName, nextTag, type TextRange } from "../tags.ts";

/** Kinds of notes: their part's relationship, the element of a note, and that of a reference to it. */
export const NOTE_KINDS = [
  { part: "footnotes", note: "footnote", reference: "footnoteReference" },
  { part: "endnotes", note: "endnote", reference: "endnoteReference" },
] as const;

type NoteKind = (typeof NOTE_KINDS)[number];

/** A note or a reference to one, with the range of its element and that of its start tag. */
interface Numbered extends TextRange {
  readonly id: string;
  readonly isNormal: boolean;
  readonly name: string;
  readonly startTagEnd: number;
}

/** The elements of this name in a part; alternatives for older programs are not read. */
const numberedIn = (xml: string, wanted: string): Numbered[] => {
  const found: Numbered[] = [];
  if (!xml.includes(wanted)) return found;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (tag.isEnd || (name !== wanted && name !== "Fallback")) continue;
    const end = elementEnd(xml, tag);
    const id = attributeOf(xml, tag, "id") ?? "";
    const isNormal = (attributeOf(xml, tag, "type") ?? "normal") === "normal";
    if (name === wanted) found.push({ start: tag.start, end, id, isNormal, name: tag.name, startTagEnd: tag.end });
    tag = { ...tag, end };
  }
  return found;
};

const ID = /((?:^|\s)(?:[\w.-]{1,40}:)?id\s{0,9}=\s{0,9})(?:"[^"]{0,20}"|'[^']{0,20}')/;

const withId = (startTag: string, id: number): string => startTag.replace(ID, `$1"${id}"`);

/** Whether the ids of the references ascend, and each note has a reference. */
const isInOrder = (references: readonly Numbered[], notes: readonly Numbered[]): boolean => {
  const ids = references.map(({ id }) => Number(id));
  const known = new Set(notes.map(({ id }) => Number(id)));
  return (
    known.size === ids.length && ids.every((id, index) => known.has(id) && (index === 0 || id > Number(ids[index - 1])))
  );
};

const withNewIds = (document: string, references: readonly Numbered[], first: number): string => {
  const edits = new Edits(document);
  for (const [index, { start, startTagEnd }] of references.entries()) {
    const tag = withId(document.slice(start, startTagEnd), first + index);
    edits.reserve(tag.length);
    edits.replace(start, startTagEnd, tag);
  }
  return edits.result ?? document;
};

/**
 * Numbers notes by the order of the references to them, and leaves out those without one: LibreOffice numbers the note with the
 * least number to the first reference, whatever the ids. Returns the changed parts; undefined if that makes no difference.
 */
export const withNotesInOrder = (
  document: string,
  part: string,
  kind: NoteKind,
): { document: string; part: string } | undefined => {
  const all = numberedIn(part, kind.note);
  const notes = all.filter(({ isNormal }) => isNormal);
  const [first] = notes;
  const references = numberedIn(document, kind.reference);
  if (first === undefined || isInOrder(references, notes)) return undefined;
  const firstId = Math.max(0, ...all.filter(({ isNormal }) => !isNormal).map(({ id }) => Number(id) || 0)) + 1;
  const byId = new Map(notes.map((note) => [note.id, note]));
  const prefix = first.name.slice(0, first.name.indexOf(":") + 1);
  const edits = new Edits(part);
  const sorted = references.map(({ id }, index) => {
    const note = byId.get(id);
    if (note === undefined) return `<${first.name} ${prefix}id="${firstId + index}"><${prefix}p/></${first.name}>`;
    const { start, startTagEnd, end } = note;
    edits.reserve(end - start);
    return withId(part.slice(start, startTagEnd), firstId + index) + part.slice(startTagEnd, end);
  });
  for (const { start, end } of notes) edits.replace(start, end, start === first.start ? sorted.join("") : "");
  return { document: withNewIds(document, references, firstId), part: edits.result ?? part };
};
