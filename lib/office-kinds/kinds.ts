import { type Family, MAIN_PART_KINDS } from "../ooxml/kinds.ts";

/** A kind of Office file. */
export interface OfficeKind {
  /** With its extension: "Word document (.doc)". */
  readonly name: string;
  readonly family: Family;
  /** What is done to it before LibreOffice gets it: an Office Open XML package is rewritten, the others are not. */
  readonly isPrepared: boolean;
  /** The import filter of LibreOffice, by its name in `Convert.xba`; empty for the family's Office Open XML. */
  readonly format: string;
  /** The extension that a file of this kind has, with its dot. */
  readonly extension: string;
}

const kind = (name: string, family: Family, format: string): OfficeKind => {
  const extension = name.slice(name.lastIndexOf("(") + 1, -1);
  return { name, family, isPrepared: format === "", format, extension };
};

/** The kinds of Office Open XML by the content type of the main part, without the common `application/vnd.`. */
export const PACKAGE_KINDS: ReadonlyMap<string, OfficeKind> = new Map(
  [...MAIN_PART_KINDS].map(([type, { name, family }]) => [
    type,
    kind(name, family, name.endsWith("(.xlsb)") ? "xlsb" : ""),
  ]),
);

/** The kinds of binary files: `doc95` and `doc6` are those of Word 95 and 6, `xls95` that of Excel 5 and 95. */
export const BINARY_KINDS = {
  doc: kind("Word document (.doc)", "Word", "doc"),
  doc95: kind("Word 95 document (.doc)", "Word", "doc95"),
  doc6: kind("Word 6 document (.doc)", "Word", "doc6"),
  xls: kind("Excel workbook (.xls)", "Excel", "xls"),
  xls95: kind("Excel 95 workbook (.xls)", "Excel", "xls95"),
  ppt: kind("PowerPoint presentation (.ppt)", "PowerPoint", "ppt"),
} as const;

/** Kinds of OpenDocument by their media type, without the common `application/vnd.oasis.opendocument.`; templates have it too. */
export const OPEN_DOCUMENT_KINDS: ReadonlyMap<string, OfficeKind> = new Map([
  ["text", kind("OpenDocument text (.odt)", "Word", "odt")],
  ["spreadsheet", kind("OpenDocument spreadsheet (.ods)", "Excel", "ods")],
  ["presentation", kind("OpenDocument presentation (.odp)", "PowerPoint", "odp")],
  ["graphics", kind("OpenDocument drawing (.odg)", "PowerPoint", "odg")],
]);

/** The same in one XML file. */
export const FLAT_KINDS: ReadonlyMap<string, OfficeKind> = new Map([
  ["text", kind("flat OpenDocument text (.fodt)", "Word", "fodt")],
  ["spreadsheet", kind("flat OpenDocument spreadsheet (.fods)", "Excel", "fods")],
  ["presentation", kind("flat OpenDocument presentation (.fodp)", "PowerPoint", "fodp")],
]);

export const RTF_KIND = kind("RTF document (.rtf)", "Word", "rtf");
export const TEXT_KIND = kind("plain text (.txt)", "Word", "txt");
