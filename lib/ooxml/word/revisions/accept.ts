import { attributeOf, elementEnd, nextTag, type XmlTag } from "../../tags.ts";
import { endBlock, type OpenBlock, openBlock, settleJoining, takeJoining, unpairedBookmarks } from "./blocks.ts";

/** A tag of a tracked change (ECMA-376, part 1, 17.13.5). */
const TRACKED_CHANGE =
  /<(?:[\w.-]{1,40}:)?(?:ins|del|moveFrom|moveTo|cell(?:Ins|Del|Merge)|numberingChange|tblGridChange|tblPrExChange|\w{1,5}PrChange)[\s/>]/;

/** Elements with the properties from before a change, and marks of changes that only have to be removed. */
const DROPPED = new Set([
  ...[
    "rPrChange",
    "pPrChange",
    "sectPrChange",
    "tblPrChange",
    "tblPrExChange",
    "tblGridChange",
    "trPrChange",
    "tcPrChange",
  ],
  ...["numberingChange", "cellIns"],
  ...["moveFrom", "moveTo", "customXmlIns", "customXmlDel", "customXmlMoveFrom", "customXmlMoveTo"].flatMap((name) => [
    `${name}RangeStart`,
    `${name}RangeEnd`,
  ]),
]);

/** Elements around added content, or in the properties of added content. */
const ADDED = new Set(["ins", "moveTo"]);
const REMOVED = new Set(["del", "moveFrom"]);

/** Properties in which an empty element marks a change of their owner. */
const MARKED_PROPERTIES = new Set(["rPr", "trPr", "numPr"]);

/** Parts of equations whose control properties can mark them as deleted (22.1.2.23). */
const MATH_OBJECTS = new Set(
  "acc bar box borderBox d eqArr f func groupChr limLow limUpp m nary phant rad sPre sSub sSubSup sSup"
    .split(" ")
    .map((name) => `:${name}`),
);

const BLOCKS = new Set([
  ...["p", "tbl", "tr", "tc", "body", "txbxContent", "hdr", "ftr", "footnote", "endnote", "sdtContent"],
  ...MATH_OBJECTS,
]);

/** Marks of ranges, which may stand between paragraphs. */
const RANGE_MARKS = new Set(
  ["bookmark", "commentRange", "perm"].flatMap((name) => [`${name}Start`, `${name}End`]).concat("proofErr"),
);

/** Elements that are content of a paragraph, besides the paragraph mark. */
const CONTENTS = new Set(
  (
    "t tab ptab br cr sym drawing pict object fldChar instrText footnoteReference endnoteReference noBreakHyphen " +
    "softHyphen pgNum :t"
  ).split(" "),
);

/** Reads a part's tags in their order, and writes its markup with all tracked changes accepted. */
class Acceptance {
  readonly #xml: string;
  readonly #prefix: string;
  readonly #blocks: OpenBlock[] = [openBlock("", "")];
  readonly #parents: string[] = [];
  /** The start of the markup that has not been copied. */
  #at = 0;
  #openFields = 0;

  constructor(xml: string, prefix: string) {
    this.#xml = xml;
    this.#prefix = prefix;
  }

  get #block(): OpenBlock {
    return this.#blocks.at(-1) as OpenBlock;
  }

  #nameOf({ name }: XmlTag): string {
    const isOwn = name.startsWith(this.#prefix) && !name.includes(":", this.#prefix.length);
    return isOwn ? name.slice(this.#prefix.length) : name.slice(name.indexOf(":"));
  }

  #copyTo(end: number): void {
    this.#block.content += this.#xml.slice(this.#at, end);
    this.#at = end;
  }

  /** Replaces the markup from `start` to before `end`; returns `end`. */
  #replace(start: number, end: number, text = ""): number {
    this.#copyTo(start);
    this.#block.content += text;
    this.#at = end;
    return end;
  }

  /** Reads a tag; returns the position from which the next one is searched. */
  read(tag: XmlTag): number {
    const name = this.#nameOf(tag);
    if (tag.isEnd) return this.#end(tag, name);
    if (DROPPED.has(name)) return this.#drop(tag);
    if (ADDED.has(name)) return this.#acceptAdded(tag);
    if (REMOVED.has(name)) return this.#acceptRemoved(tag);
    if (name === "cellDel") return this.#deleteBlock(tag, "tc");
    if (name === "cellMerge") return this.#acceptMerged(tag);
    if (this.#block.joining !== undefined && name !== "p" && name !== "tbl") {
      if (RANGE_MARKS.has(name)) return this.#joinMark(tag, this.#block.joining);
      this.#copyTo(tag.start);
      settleJoining(this.#block, name === "sectPr");
    }
    if (name === "fldChar") this.#countField(tag);
    // Word leaves parts of the code of a deleted field, which LibreOffice would print.
    if (name === "instrText" && this.#openFields === 0) return this.#drop(tag);
    if (CONTENTS.has(name)) this.#block.hasContent = true;
    this.#open(tag, name);
    return tag.end;
  }

  #countField(tag: XmlTag): void {
    const type = attributeOf(this.#xml, tag, "fldCharType");
    if (type === "begin") this.#openFields++;
    else if (type === "end" && this.#openFields > 0) this.#openFields--;
  }

  #drop(tag: XmlTag): number {
    return this.#replace(tag.start, elementEnd(this.#xml, tag));
  }

  #acceptAdded(tag: XmlTag): number {
    const isMark = tag.isEmpty || MARKED_PROPERTIES.has(this.#parents.at(-1) ?? "");
    return isMark ? this.#drop(tag) : this.#replace(tag.start, tag.end);
  }

  #acceptRemoved(tag: XmlTag): number {
    const parent = this.#parents.at(-1);
    if (parent === "rPr") return this.#parents.at(-2) === "pPr" ? this.#deleteMark(tag) : this.#drop(tag);
    if (parent === "trPr") return this.#deleteBlock(tag, "tr");
    if (parent === ":ctrlPr") return this.#deleteBlock(tag, this.#block.name);
    const end = elementEnd(this.#xml, tag);
    return this.#replace(tag.start, end, unpairedBookmarks(this.#xml.slice(tag.start, end)));
  }

  /** Deletes the open block if it has this name. */
  #deleteBlock(tag: XmlTag, name: string): number {
    if (this.#block.name === name && !this.#isRoot) this.#block.isDeleted = true;
    return this.#drop(tag);
  }

  get #isRoot(): boolean {
    return this.#blocks.length === 1;
  }

  #deleteMark(tag: XmlTag): number {
    const paragraph = this.#blocks.at(-2);
    if (this.#block.name === "pPr" && paragraph !== undefined) paragraph.isDeleted = true;
    return this.#drop(tag);
  }

  #acceptMerged(tag: XmlTag): number {
    const merge = attributeOf(this.#xml, tag, "vMerge");
    const value = merge === "rest" ? "restart" : "continue";
    const text = `<${this.#prefix}vMerge ${this.#prefix}val="${value}"/>`;
    return this.#replace(tag.start, elementEnd(this.#xml, tag), merge === undefined ? "" : text);
  }

  #joinMark(tag: XmlTag, joining: NonNullable<OpenBlock["joining"]>): number {
    const end = elementEnd(this.#xml, tag);
    this.#block.joining = { ...joining, content: joining.content + this.#xml.slice(tag.start, end) };
    return this.#replace(tag.start, end);
  }

  #open(tag: XmlTag, name: string): void {
    const isProperties = name === "pPr" && this.#parents.at(-1) === "p" && this.#block.name === "p";
    if ((BLOCKS.has(name) || isProperties) && !(tag.isEmpty && name !== "p")) {
      this.#copyTo(tag.start);
      this.#at = tag.end;
      const start = this.#xml.slice(tag.start, tag.end);
      const block = openBlock(name, tag.isEmpty ? `${start.slice(0, -2)}>` : start);
      if (name === "p") takeJoining(this.#block, block);
      this.#blocks.push(block);
      if (tag.isEmpty) this.#endBlock(`</${tag.name}>`);
    }
    if (!tag.isEmpty) this.#parents.push(name);
  }

  #end(tag: XmlTag, name: string): number {
    if (ADDED.has(name)) return this.#replace(tag.start, tag.end);
    this.#parents.pop();
    if (this.#block.name !== name || this.#isRoot) return tag.end;
    this.#copyTo(tag.start);
    this.#at = tag.end;
    this.#endBlock(this.#xml.slice(tag.start, tag.end));
    return tag.end;
  }

  #endBlock(end: string): void {
    const block = this.#blocks.pop();
    if (block !== undefined) endBlock(this.#block, block, end, `<${this.#prefix}p/>`);
  }

  finish(): string {
    this.#copyTo(this.#xml.length);
    while (!this.#isRoot) this.#endBlock("");
    return this.#block.content;
  }
}

/**
 * Accepts all tracked changes of a Word part (ECMA-376, part 1, 17.13.5). Added, moved and formatted content stays. What was
 * deleted or moved away is removed, together with rows, cells and tables that have become empty. LibreOffice would draw the
 * changes, and loses cells if it accepts them itself.
 */
export const withChangesAccepted = (xml: string): string | undefined => {
  const root = TRACKED_CHANGE.test(xml) ? nextTag(xml, 0) : undefined;
  if (root === undefined) return undefined;
  const acceptance = new Acceptance(xml, root.name.slice(0, root.name.indexOf(":") + 1));
  for (let tag: XmlTag | undefined = root; tag !== undefined; ) tag = nextTag(xml, acceptance.read(tag));
  return acceptance.finish();
};
