import { ServiceError } from "../errors/service-error.ts";
import { withStoredBinaryCells } from "../ooxml/excel/binary-sheets.ts";
import { withoutMacros } from "../ooxml/macros.ts";
import { openPackage } from "../ooxml/package.ts";
import type { Warning } from "../output/warnings.ts";
import { decryptedPackage, passwordMissing } from "./decrypt.ts";
import { hideFolders } from "./file-name-fields.ts";
import { type Identified, identifyOffice } from "./identify.ts";
import { BINARY_KINDS, type OfficeKind, RTF_KIND, TEXT_KIND } from "./kinds.ts";
import { plainTextOf } from "./plain-text.ts";
import { withFileField } from "./refusal.ts";
import { showRowsWithoutHeight } from "./rows-without-height.ts";
import { prepareRtf } from "./rtf/prepare.ts";
import { withStoredCells } from "./stored-cells.ts";

/** An Office file that was opened for LibreOffice. Some kinds still have to be prepared for it. */
export interface OpenedOffice {
  readonly kind: OfficeKind;
  /** Office Open XML decrypted and without macros; text in UTF-8; other files as they came. */
  readonly bytes: Uint8Array;
  /** Whether LibreOffice needs the password to open it. */
  readonly isEncrypted: boolean;
  /** Whether it was encrypted, and its bytes no longer are. */
  readonly wasDecrypted: boolean;
  /** What of it cannot be printed as it is. */
  readonly warnings: readonly Warning[];
}

/**
 * Throws INVALID_REQUEST for an encrypted file that LibreOffice cannot open: a binary presentation, or a file without its password.
 * An Excel file may need no password: LibreOffice tries Excel's default one by itself.
 */
const assertPassword = (kind: OfficeKind, password: string | undefined): void => {
  if (kind === BINARY_KINDS.ppt)
    throw new ServiceError(
      "INVALID_REQUEST",
      "file is an encrypted presentation (.ppt), which the engine cannot open.",
      {
        reason: "document-encrypted",
      },
    );
  if (password === undefined && kind.family !== "Excel") throw passwordMissing();
};

/** A file that is not prepared, without what LibreOffice would print wrongly in it. */
const withoutMisreadParts = async (bytes: Buffer, { kind, isEncrypted }: Identified): Promise<Buffer> => {
  if (kind === BINARY_KINDS.xls || kind === BINARY_KINDS.xls95) return withStoredCells(bytes, isEncrypted);
  if (kind === undefined || isEncrypted) return bytes;
  if (kind.format === "xlsb") return withStoredBinaryCells(await openPackage(bytes)) ?? bytes;
  return showRowsWithoutHeight(await hideFolders(bytes, kind), kind);
};

const open = async (bytes: Buffer, password: string | undefined): Promise<OpenedOffice> => {
  const plain = decryptedPackage(bytes, password);
  const identified = await identifyOffice(plain);
  const { kind, isEncrypted, checkContent } = identified;
  if (kind === undefined) throw passwordMissing();
  if (plain !== bytes) checkContent();
  if (isEncrypted) assertPassword(kind, password);
  const opened = { kind, isEncrypted, wasDecrypted: plain !== bytes, warnings: [] };
  if (kind === TEXT_KIND) return { ...opened, bytes: plainTextOf(plain) };
  if (kind === RTF_KIND) return { ...opened, ...prepareRtf(plain) };
  if (!kind.isPrepared) return { ...opened, bytes: await withoutMisreadParts(plain, identified) };
  return { ...opened, bytes: withoutMacros(await openPackage(plain)) ?? plain };
};

/** Opens an Office file whose kind was checked. Throws INVALID_REQUEST if it is encrypted and the password does not open it. */
export const openOffice = async (bytes: Buffer, password: string | undefined): Promise<OpenedOffice> => {
  try {
    return await open(bytes, password);
  } catch (error) {
    throw withFileField(error);
  }
};
