/** The program that a kind of file belongs to. */
export type Family = "Word" | "Excel" | "PowerPoint";

/** A kind of Office Open XML package: its name with its extension, and its program. */
interface PackageKind {
  readonly name: string;
  readonly family: Family;
}

const word = (name: string): PackageKind => ({ name, family: "Word" });
const excel = (name: string): PackageKind => ({ name, family: "Excel" });
const powerPoint = (name: string): PackageKind => ({ name, family: "PowerPoint" });

/** The kinds by the content type of the main part in lower case, without the common `application/vnd.`. */
export const MAIN_PART_KINDS: ReadonlyMap<string, PackageKind> = new Map([
  ["openxmlformats-officedocument.wordprocessingml.document.main+xml", word("Word document (.docx)")],
  ["openxmlformats-officedocument.wordprocessingml.template.main+xml", word("Word template (.dotx)")],
  ["ms-word.document.macroenabled.main+xml", word("macro-enabled Word document (.docm)")],
  ["ms-word.template.macroenabledtemplate.main+xml", word("macro-enabled Word template (.dotm)")],
  ["openxmlformats-officedocument.spreadsheetml.sheet.main+xml", excel("Excel workbook (.xlsx)")],
  ["openxmlformats-officedocument.spreadsheetml.template.main+xml", excel("Excel template (.xltx)")],
  ["ms-excel.sheet.macroenabled.main+xml", excel("macro-enabled Excel workbook (.xlsm)")],
  ["ms-excel.template.macroenabled.main+xml", excel("macro-enabled Excel template (.xltm)")],
  ["ms-excel.sheet.binary.macroenabled.main", excel("binary Excel workbook (.xlsb)")],
  ["openxmlformats-officedocument.presentationml.presentation.main+xml", powerPoint("PowerPoint presentation (.pptx)")],
  ["openxmlformats-officedocument.presentationml.slideshow.main+xml", powerPoint("PowerPoint slide show (.ppsx)")],
  ["openxmlformats-officedocument.presentationml.template.main+xml", powerPoint("PowerPoint template (.potx)")],
  ["ms-powerpoint.presentation.macroenabled.main+xml", powerPoint("macro-enabled PowerPoint presentation (.pptm)")],
  ["ms-powerpoint.slideshow.macroenabled.main+xml", powerPoint("macro-enabled PowerPoint slide show (.ppsm)")],
  ["ms-powerpoint.template.macroenabled.main+xml", powerPoint("macro-enabled PowerPoint template (.potm)")],
]);

/** The root element of the main part of each program's packages, in any namespace (ECMA-376, part 1, 17.2.3, 18.2.27, 19.2.1.26). */
export const MAIN_PART_ROOTS: Readonly<Record<Family, string>> = {
  Word: "document",
  Excel: "workbook",
  PowerPoint: "presentation",
};
