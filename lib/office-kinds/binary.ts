import { MESSAGE_STREAM } from "../ooxml/compound-streams.ts";
import type { CompoundFile } from "./compound-file.ts";
import { BINARY_KINDS, type OfficeKind } from "./kinds.ts";
import { refuseKind } from "./refusal.ts";

/** A kind of file, and whether it needs a password. */
export interface FoundKind {
  readonly kind: OfficeKind;
  /** Whether its content is encrypted, so that it opens with a password only. */
  readonly isEncrypted: boolean;
}

/** Kinds of compound files that are not supported, by a stream at their root. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  [MESSAGE_STREAM]: "an Outlook message (.msg), which /convert/email-to-pdf takes",
  VisioDocument: "a Visio drawing (.vsd)",
  PP40: "a PowerPoint 4 presentation",
};

/** The first bytes of the FIB (MS-DOC, 2.5.2): its mark, the version of its format, and flags. */
const WORD_MARKS = { current: 0xa5ec, old: 0xa5dc } as const;
const WORD_ENCRYPTED_FLAG = 0x0100;
/** The least versions of the format in Word 97, and in Word 95. */
const WORD_97_VERSION = 0xc0;
const WORD_95_VERSION = 0x68;

const wordKind = (file: CompoundFile): FoundKind => {
  // The whole stream is read, because LibreOffice prints what is left of one that is cut off.
  const start = file.read("WordDocument");
  if (start.length < 12) throw refuseKind("is damaged: its stream WordDocument is cut off", "document-damaged");
  const [mark, version, flags] = [start.readUInt16LE(0), start.readUInt16LE(2), start.readUInt16LE(10)];
  if (mark !== WORD_MARKS.current && mark !== WORD_MARKS.old)
    throw refuseKind("is a Word document of a version that is not supported", "document-unsupported");
  const { doc, doc95, doc6 } = BINARY_KINDS;
  const kind = version >= WORD_97_VERSION ? doc : version >= WORD_95_VERSION ? doc95 : doc6;
  return { kind, isEncrypted: (flags & WORD_ENCRYPTED_FLAG) !== 0 };
};

/** The record of a workbook with its encryption (MS-XLS, 2.4.117). */
const FILE_PASS_RECORD = 0x2f;
/** The record is at most this far from the beginning, counted in records. */
const FILE_PASS_LATEST_RECORD = 20;

const excelKind = (file: CompoundFile, stream: string): FoundKind => {
  const content = file.read(stream);
  const kind = stream === "Workbook" ? BINARY_KINDS.xls : BINARY_KINDS.xls95;
  let at = 0;
  for (let record = 0; record < FILE_PASS_LATEST_RECORD && at + 4 <= content.length; record++) {
    if (content.readUInt16LE(at) === FILE_PASS_RECORD) return { kind, isEncrypted: true };
    at += 4 + content.readUInt16LE(at + 2);
  }
  return { kind, isEncrypted: false };
};

/** The mark in the stream Current User of a presentation that is encrypted (MS-PPT, 2.3.2). */
const PRESENTATION_ENCRYPTED_MARK = 0xf3d1c4df;

/** The type of the record that ends what one save has added to a presentation (MS-PPT, 2.3.3). */
const USER_EDIT_RECORD = 0x0ff5;
/** The length of this record if it names the record with the encryption. */
const ENCRYPTED_USER_EDIT_LENGTH = 32;

/** Where the last edit is in the stream PowerPoint Document; 0 if that is not known. */
const lastEdit = (user: Buffer): number => (user.length >= 20 ? user.readUInt32LE(16) : 0);

const isUserEdit = (content: Buffer, at: number): boolean =>
  at > 0 && at + 20 <= content.length && content.readUInt16LE(at + 2) === USER_EDIT_RECORD;

/** Whether a presentation is encrypted. Not every program writes the mark too. */
const isEncryptedPresentation = (content: Buffer, user: Buffer): boolean => {
  if (user.length >= 16 && user.readUInt32LE(12) === PRESENTATION_ENCRYPTED_MARK) return true;
  const at = lastEdit(user);
  return isUserEdit(content, at) && content.readUInt32LE(at + 4) === ENCRYPTED_USER_EDIT_LENGTH;
};

/** Throws UNSUPPORTED_MEDIA_TYPE if an edit names a later one as the one before it: LibreOffice would print empty slides. */
const assertEditsInOrder = (content: Buffer, user: Buffer): void => {
  let at = lastEdit(user);
  while (isUserEdit(content, at)) {
    const before = content.readUInt32LE(at + 16);
    if (before >= at) throw refuseKind("is damaged: its edits form a circle", "document-damaged");
    at = before;
  }
};

/** A stream that PowerPoint 95 writes, and the storage in which it writes the presentation for later versions too if it is asked to. */
const [POWERPOINT_95_STREAM, LATER_VERSION_STORAGE] = ["PersistentStorage Directory", "PP97_DUALSTORAGE"] as const;

const presentationKind = (file: CompoundFile): FoundKind => {
  if (file.names.has(POWERPOINT_95_STREAM) && !file.storageNames.includes(LATER_VERSION_STORAGE))
    throw refuseKind("is a PowerPoint 95 presentation");
  const content = file.read("PowerPoint Document");
  const user = file.names.has("Current User") ? file.read("Current User") : Buffer.alloc(0);
  assertEditsInOrder(content, user);
  return { kind: BINARY_KINDS.ppt, isEncrypted: isEncryptedPresentation(content, user) };
};

/** The kind of an old Office file. Throws UNSUPPORTED_MEDIA_TYPE for other compound files, and for one that is cut off. */
export const binaryKind = (file: CompoundFile): FoundKind => {
  const { names } = file;
  if (names.has("WordDocument")) return wordKind(file);
  if (names.has("Workbook")) return excelKind(file, "Workbook");
  if (names.has("Book")) return excelKind(file, "Book");
  if (names.has("PowerPoint Document")) return presentationKind(file);
  const other = Object.keys(OTHER_KINDS).find((name) => names.has(name));
  throw refuseKind(`is ${other === undefined ? "a document of another program" : OTHER_KINDS[other]}`);
};
