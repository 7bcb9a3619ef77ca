import { described, type FileKind, optional, textPart } from "../contract/contract.ts";
import { runOfficeJob } from "../engines/office/jobs/threads.ts";
import type { ExpectedKind } from "../ooxml/check.ts";
import { DOCX, PPTX, XLSX } from "../ooxml/expected-kinds.ts";
import { Limit } from "../turns/limit.ts";
import { readWithinDeadline } from "../turns/within-deadline.ts";
import { passwordText } from "./pdf-file.ts";

/** Checks at the same time: each unpacks the parts of its document. */
const checks = new Limit({ atOnce: 4, ofAccount: 3 });

/**
 * Checks a document in a thread. Throws UNSUPPORTED_MEDIA_TYPE, with the reason, for bytes that are not of the expected kind,
 * and PROCESSING_FAILED if the check takes too much time or memory.
 */
const checkOffice = async (bytes: Buffer, wanted?: ExpectedKind): Promise<void> => {
  await checks.run(new AbortController().signal, () =>
    readWithinDeadline("The document", (signal) =>
      wanted === undefined
        ? runOfficeJob("checkAnyKind", { bytes }, signal)
        : runOfficeJob("check", { bytes, wanted }, signal),
    ),
  );
};

const packageFile = (name: string, wanted: ExpectedKind): FileKind => ({
  name,
  check: (bytes) => checkOffice(bytes, wanted),
});

/** A Word document without macros. */
export const docxFile = packageFile("Word (.docx)", DOCX);

/** An Excel workbook without macros. */
export const xlsxFile = packageFile("Excel (.xlsx)", XLSX);

/** A PowerPoint presentation without macros. */
export const pptxFile = packageFile("PowerPoint (.pptx)", PPTX);

/** An Office file of any kind, by its content. Whether a password opens it is found out later. */
export const anyOfficeFile: FileKind = { name: "an Office document", check: (bytes) => checkOffice(bytes) };

/** The part with the password of an Office file. */
export const officePassword = optional(
  described(textPart(passwordText), { description: "The password that opens the file, if it is encrypted." }),
);
