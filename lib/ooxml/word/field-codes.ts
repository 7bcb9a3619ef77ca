/** Fields for which LibreOffice prints 0 or nothing while it converts (17.16.5). */
export const UNKNOWN_FIELD = /^\s*(?:EDITTIME|MERGEREC|NUMCHARS|NUMWORDS|PRINTDATE|REVNUM|TEMPLATE)\b/i;

/** A field of a mail merge. With one in a table and a link anywhere, LibreOffice writes no PDF. */
export const MERGE_FIELD = /^\s*(?:DATABASE|MERGEFIELD|MERGESEQ|NEXT|NEXTIF|SKIPIF)\b/i;

/** A field for a character, which LibreOffice prints beside the field's result. */
export const CHARACTER_FIELD = /^\s*SYMBOL\b/i;

/** A field for a property of the document. */
export const PROPERTY_FIELD = /^\s*(?:DOCPROPERTY\s{1,9}"?)?(COMMENTS|KEYWORDS|SAVEDATE|SUBJECT|TITLE)\b/i;

/** A field for the text or the page of a bookmark. */
const REFERENCE_FIELD = /^\s*(?:REF|PAGEREF|NOTEREF)\s{1,9}"?([^\s"\\]{1,100})/i;

/** Such a field with a switch before the name of its bookmark, which LibreOffice then takes for the name. */
const SWITCH_BEFORE_NAME = /^\s*(?:REF|PAGEREF|NOTEREF)\s{1,9}\\/i;

/** Whether a field refers to a bookmark that is missing, or that LibreOffice does not find. It would print an error. */
export const isBrokenReference = (code: string, bookmarks: ReadonlySet<string>): boolean => {
  const [, name] = REFERENCE_FIELD.exec(code) ?? [];
  return name === undefined ? SWITCH_BEFORE_NAME.test(code) : !bookmarks.has(name);
};
